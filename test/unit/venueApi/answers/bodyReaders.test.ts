import * as fc from 'fast-check';

import type { ResponseFormat } from '../../../../nodes/venueApi/answers/contentType';
import { bodyReader } from '../../../../nodes/venueApi/answers/bodyReaders';

/** Reads the body in parts that may end anywhere. */
function read(
	body: string | Uint8Array,
	contentType: unknown,
	format?: ResponseFormat,
	cuts: number[] = [],
) {
	const bytes = Buffer.from(body);
	const reader = bodyReader({ format }, contentType);
	const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
	places.sort((a, b) => a - b);
	for (const [index, end] of places.slice(1).entries()) {
		reader.add(bytes.subarray(places[index], end));
	}
	return { ...reader.result(), cost: reader.cost };
}

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = '[id],name\n1,Ada\n';

describe('an answer read by its content type', () => {
	it.each([
		['application/json', '{"a":1}', { a: 1 }],
		['application/vnd.api+json; charset=utf-8', '[1]', [1]],
		['text/json', '"text"', 'text'],
		['application/json', ' ', undefined],
		['application/x-ndjson', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
		['application/jsonl', '{"a":1}\r\n\r\n{"a":2}', [{ a: 1 }, { a: 2 }]],
		['application/stream+json', '\n', []],
		['text/csv', CSV, CSV],
		['text/plain; charset=utf-8', '{"a":1} is JSON', '{"a":1} is JSON'],
		['application/xml', '<a/>', '<a/>'],
		['text/html', '', undefined],
		[undefined, '{"a":1}', { a: 1 }],
		['json', 'plain', 'plain'],
	])('of %j: %j', (contentType, body, expected) => {
		expect(read(body, contentType, 'automatic')).toMatchObject({
			body: expected,
			isBroken: false,
		});
	});

	it.each([SHEET, 'application/octet-stream', 'image/svg+xml', 'application/pdf', 'x/y; a=b'])(
		'of %s is a file, byte for byte',
		(contentType) => {
			const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
			const { body, form } = read(bytes, contentType, 'automatic', [1, 65_000]);
			expect(form).toBe('file');
			expect(Buffer.compare(body as Buffer, bytes)).toBe(0);
		},
	);

	it('decodes text by its charset', () => {
		const latin = Buffer.from('Zoë;5 £', 'latin1');
		expect(read(latin, 'text/csv; charset="ISO-8859-1"', 'automatic').body).toBe('Zoë;5 £');
		// Without its charset, this would be read as Windows-1252.
		const cyrillic = Buffer.from([0xc7, 0xee, 0xff]);
		expect(read(cyrillic, 'text/csv; charset=windows-1251', 'automatic').body).toBe('Зоя');
		expect(read('Zoë', 'text/csv; charset=nobody-knows', 'automatic').body).toBe('Zoë');
		expect(read('\uFEFFZoë', 'text/csv', 'automatic', [1, 5]).body).toBe('Zoë');
	});
});

describe('the letters of an answer', () => {
	const utf16 = (text: string, isBigEndian: boolean) => {
		const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
		return isBigEndian ? bytes.swap16() : bytes;
	};
	/** `“€”` as Windows-1252 has it. */
	const QUOTED_EURO = Buffer.from([0x93, 0x80, 0x94]);

	it('without a charset are read as UTF-8, wherever the parts are cut', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat()), (text, cuts) => {
				const expected = text.replace(/^\uFEFF/, '') || undefined;
				expect(read(text, 'text/csv', 'automatic', cuts).body).toBe(expected);
			}),
		);
	});

	it('without a charset may be of Windows-1252, or of both, wherever the parts are cut [api-access: keeps its letters]', () => {
		const cuts = fc.array(fc.nat());
		const pieces = fc.array(
			fc.constantFrom<[Buffer, string]>(
				[Buffer.from('M\xfcller;Stra\xdfe 5\n', 'latin1'), 'Müller;Straße 5\n'],
				[Buffer.concat([QUOTED_EURO, Buffer.from(' ')]), '“€” '],
				[Buffer.from('Caf\xe9;D\xf0\xdf ', 'latin1'), 'Café;Dðß '],
				[Buffer.from('Zoë, 漢字 😀'), 'Zoë, 漢字 😀'],
				// Not UTF-8, since each of them has a shorter form, or is half of a pair.
				[Buffer.from([0xc0, 0xaf, 0x20]), 'À¯ '],
				[Buffer.from([0xe0, 0x9f, 0xbf, 0x20]), 'àŸ¿ '],
				[Buffer.from([0xed, 0xa0, 0xbd, 0x20]), 'í\xa0½ '],
				[Buffer.from([0xf0, 0x8f, 0xbf, 0xbf, 0x20]), 'ð\x8f¿¿ '],
				[Buffer.from([0xf4, 0x90, 0xbf, 0xbf, 0x20]), 'ô\x90¿¿ '],
				[Buffer.from([0xf5, 0xff, 0x20]), 'õÿ '],
			),
			{ minLength: 1 },
		);
		fc.assert(
			fc.property(pieces, cuts, (chosen, at) => {
				const bytes = Buffer.concat(chosen.map(([piece]) => piece));
				const expected = chosen.map(([, text]) => text).join('');
				expect(read(bytes, 'text/csv', 'automatic', at).body).toBe(expected);
				expect(read(bytes, 'text/csv; charset=utf-8', 'automatic', at).body).toBe(expected);
			}),
		);
	});

	it.each([0xe9, 0xc3, 0xf0])('at the very end of Windows-1252 are read, too: %d', (byte) => {
		const letter = String.fromCharCode(byte);
		const bytes = Buffer.from(`Caf${letter}`, 'latin1');
		expect(read(bytes, 'text/csv', 'automatic', [3]).body).toBe(`Caf${letter}`);
		expect(read(bytes, undefined, undefined, [3]).body).toBe(`Caf${letter}`);
		expect(read(bytes.subarray(3), undefined).body).toBe(letter);
	});

	it('are read as the venue declares them', () => {
		const declared = 'text/csv; charset=windows-1252';
		expect(read(QUOTED_EURO, declared, 'automatic').body).toBe('“€”');
		expect(read(Buffer.from('Zoë'), declared, 'automatic').body).toBe('ZoÃ«');
	});

	it.each([false, true])(
		'are read by a byte order mark, whatever is declared (big endian: %s)',
		(isBigEndian) => {
			const lines = '{"a":"Zoë"}\n{"a":"😀"}';
			fc.assert(
				fc.property(fc.array(fc.nat()), (cuts) => {
					const bytes = utf16(lines, isBigEndian);
					for (const type of [
						'text/csv',
						'text/csv; charset=utf-8',
						'text/plain; charset=latin1',
					]) {
						expect(read(bytes, type, 'automatic', cuts).body).toBe(lines);
					}
					for (const type of ['application/x-ndjson', 'application/json', SHEET]) {
						expect(read(bytes, type, 'json', cuts).body).toEqual([{ a: 'Zoë' }, { a: '😀' }]);
					}
					const record = utf16('{"a":"Zoë"}', isBigEndian);
					expect(read(record, 'application/json', undefined, cuts).body).toEqual({ a: 'Zoë' });
				}),
			);
		},
	);

	it('are not changed by a byte order mark of UTF-8', () => {
		const bytes = Buffer.from('\uFEFFZoë;1');
		expect(read(bytes, 'text/csv; charset=latin1', 'automatic', [1, 2, 5]).body).toBe('Zoë;1');
		expect(read('\uFEFF', 'text/csv', 'automatic', [1, 2]).body).toBeUndefined();
		expect(read(Buffer.from([0xef, 0xbb]), 'text/csv', 'automatic', [1]).body).toBe('ï»');
	});

	it('in JSON and JSON Lines may be of Windows-1252, too', () => {
		const bytes = Buffer.from('{"n\xe4me":"M\xfcller"}\n{"a":"Zo\xeb"}\n', 'latin1');
		const expected = [{ näme: 'Müller' }, { a: 'Zoë' }];
		for (const type of ['application/jsonl', 'application/json; charset=latin1', undefined]) {
			expect(read(bytes, type, 'json', [4, 17]).body).toEqual(expected);
		}
	});

	it.each([[[0xff]], [[0xc3]], [[0xf0, 0x9f, 0x98]], [[0xc3, 0xa9, 0xff]]])(
		'take no longer than their number, even if all of them are %j',
		(piece) => {
			const bytes = Buffer.alloc(4 * 2 ** 20, Buffer.from(piece));
			const before = process.cpuUsage();
			read(bytes, 'text/csv', 'automatic', [2 ** 16, 2 ** 21]);
			// A second for each megabyte is twenty times as long as it takes.
			expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
		},
	);
});

describe('an answer read as the user wants', () => {
	it.each<[ResponseFormat, string, unknown, string]>([
		['text', 'application/json', '{"a":1}', 'text'],
		['json', 'text/plain', { a: 1 }, 'json'],
		['json', SHEET, { a: 1 }, 'json'],
		['file', 'application/json', Buffer.from('{"a":1}'), 'file'],
	])('is %s even if it is declared as %s', (format, contentType, body, form) => {
		expect(read('{"a":1}', contentType, format)).toMatchObject({ body, form, isBroken: false });
	});

	it('may be JSON Lines or text if the user wants JSON, depending on the venue’s content type', () => {
		expect(read('{"a":1}\n{"a":2}', 'application/jsonl', 'json').body).toHaveLength(2);
		expect(read('a,b', 'text/csv', 'json')).toMatchObject({ form: 'text' });
		expect(read('{"a":', 'text/csv', 'json')).toMatchObject({ isBroken: true });
	});

	it('without a format is JSON, even with another content type', () => {
		expect(read('{"a":1}', 'text/html').body).toEqual({ a: 1 });
		expect(read('{"a":1}', SHEET).body).toEqual({ a: 1 });
	});
});

describe('JSON Lines', () => {
	const lines = fc.array(fc.oneof(fc.jsonValue(), fc.constant({ 'a b': '\\"  \n' })));
	const breaks = fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t');

	it('return each value once, wherever the parts are cut', () => {
		fc.assert(
			fc.property(lines, breaks, fc.array(fc.nat()), (values, lineBreak, cuts) => {
				const body = values.map((value) => JSON.stringify(value)).join(lineBreak);
				const { body: result, isBroken } = read(body, 'application/x-ndjson', 'automatic', cuts);
				expect([result, isBroken]).toEqual([JSON.parse(JSON.stringify(values)), false]);
			}),
		);
	});

	it.each([undefined, 'application/json', 'text/plain', SHEET])(
		'are read as a list if they are declared as %j, wherever the parts are cut',
		(declared) => {
			const record = fc.dictionary(fc.string(), fc.jsonValue());
			const values = fc.array(fc.oneof(record, fc.array(fc.jsonValue())), { minLength: 2 });
			fc.assert(
				fc.property(values, breaks, fc.array(fc.nat()), (list, lineBreak, cuts) => {
					const body = list.map((value) => JSON.stringify(value)).join(lineBreak);
					const { body: result, isBroken } = read(body, declared, 'json', cuts);
					expect([result, isBroken]).toEqual([JSON.parse(JSON.stringify(list)), false]);
				}),
			);
		},
	);

	it('are not seen in one record, nor in a record of several lines', () => {
		expect(read('\n {"a":1}\n\n', 'application/json', 'json').body).toEqual({ a: 1 });
		expect(read('{\n"a":1\n}\n', 'application/json', 'json').body).toEqual({ a: 1 });
		expect(read('{"a":1}\nBye', 'application/json', 'json').isBroken).toBe(true);
		expect(read('{"a":1}{"a":2}', 'application/json', 'json').isBroken).toBe(true);
	});

	it('keep only the wanted entries of a list, and no entry that is only a part', () => {
		const list = { atMost: 2, name: 'bookings', isWanted: (entry: unknown) => entry !== null };
		const reader = bodyReader({ list }, 'application/json');
		reader.add(Buffer.from('{"id":1,"items":[7]}\n{"id":2}\n{"id":3}\n'));
		expect(reader.result().body).toEqual([{ id: 1, items: [7] }, { id: 2 }]);
	});

	it.each(['{"a":1}\n{"a":', '{"a":\n1,2}', '{"a":1}\nnot JSON', ']\n['])('%j is broken', (body) =>
		expect(read(body, 'application/x-ndjson', 'automatic').isBroken).toBe(true),
	);
});

it('a file and a text use memory for each byte', () => {
	const bytes = Buffer.alloc(100_000, 'x');
	expect(read(bytes, SHEET, 'automatic').cost).toBeGreaterThanOrEqual(300_000);
	expect(read(bytes, 'text/csv', 'automatic').cost).toBeGreaterThanOrEqual(300_000);
});

it('a file that arrives byte by byte is kept in a few blocks', () => {
	const reader = bodyReader({ format: 'file' }, SHEET);
	for (let at = 0; at < 100_000; at++) reader.add(Uint8Array.of(at));
	const concat = jest.spyOn(Buffer, 'concat');
	const { body } = reader.result();
	const [blocks] = concat.mock.calls[0];
	concat.mockRestore();
	expect(blocks.length).toBeLessThanOrEqual(2);
	expect(
		Buffer.compare(body as Buffer, Buffer.from(Array.from({ length: 100_000 }, (_, at) => at))),
	).toBe(0);
});

it.each([
	['before JSON', '', 'application/json'],
	['behind a first line', '{"a":1}\n', 'application/json'],
	['before JSON Lines', '', 'application/jsonl'],
	['behind a line of JSON Lines', '{"a":1}\n', 'application/jsonl'],
])('blanks %s cost something, too', (_, begins, contentType) => {
	for (const blank of [' ', '\n']) {
		const reader = bodyReader({ format: 'automatic' }, contentType);
		reader.add(Buffer.from(begins));
		for (let part = 0; part < 4; part++) reader.add(Buffer.alloc(50_000, blank));
		expect(reader.cost).toBeGreaterThanOrEqual(200_000);
		expect(reader.work).toBeGreaterThanOrEqual(200_000);
		expect(reader.result().isBroken).toBe(false);
	}
});
