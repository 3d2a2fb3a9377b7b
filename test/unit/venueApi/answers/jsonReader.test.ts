import { isDeepStrictEqual as isSame } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';

import { readAnswer } from '../../../../nodes/venueApi/answers/answer';
import { BROKEN, JsonReader } from '../../../../nodes/venueApi/answers/jsonReader';
import type { LongList } from '../../../../nodes/venueApi/answers/longList';
import { LARGEST_RESPONSE_MEMORY } from '../../../../nodes/venueApi/pacing/responseMemory';
import { signsIn } from '../../../../nodes/venueApi/resources/pageSigns';
import { readList } from '../../../../nodes/venueApi/records';
import { sampleBooking } from '../../../venue/account/bookingSamples';

const record = fc.dictionary(fc.string(), fc.jsonValue());

const forms = fc.constantFrom<(list: unknown[]) => unknown>(
	(list) => list,
	(list) => ({ items: list }),
	(list) => ({ bookings: list }),
	(list) => ({ total: list.length, note: 'say "[{" \\', data: list, next: null }),
	(list) => ({ data: { results: list } }),
	(list) => ({ elsewhere: list }),
	(list) => ({ meta: { page: 1 }, items: list }),
	(list) => ({ hasMore: true, items: list, total: 5 }),
	(list) => ({ bookings: list, warnings: [], paging: { next: '/bookings?page=2' } }),
	(list) => ({ count: 3, bookings: list, warnings: [{}], _links: { next: { href: '?page=2' } } }),
);

const layouts = fc.constantFrom<(value: unknown) => string>(
	(value) => JSON.stringify(value),
	(value) => `\n ${JSON.stringify(value, null, '\t')} \n`,
	(value) =>
		JSON.stringify(value).replace(/[\u0080-\uffff]/g, (character) => {
			return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
		}),
);

const splitAt = (text: string, cuts: number[]): string[] => {
	const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length];
	places.sort((a, b) => a - b);
	return places.slice(1).map((end, index) => text.slice(places[index], end));
};

function read(parts: string[], atMost = Infinity): { result: unknown; isEarly: boolean } {
	const reader = new JsonReader({ atMost, name: 'bookings' });
	const isEarly = parts.some((part) => reader.add(part));
	return { result: reader.result(), isEarly };
}

/** Like the rest of the package reads it. */
const bodyOf = (result: unknown) => readAnswer(200, {}, result).body;
const listOf = (result: unknown) => readList(bodyOf(result), 'bookings');
const moreOf = (result: unknown) => signsIn({ headers: {}, body: bodyOf(result) });

describe('a list that is parsed while it arrives', () => {
	it('ends each text in the right place, wherever the parts of the list are cut', () => {
		const list = ['"', '\\', '\\\\', '\\"', '"}', '\\"]', '{"\\'].map((note) => ({ [note]: note }));
		const text = JSON.stringify(list);
		expect(listOf(read([...text]).result)).toEqual(list);
		for (let cut = 0; cut <= text.length; cut++) {
			expect(listOf(read(splitAt(text, [cut])).result)).toEqual(list);
		}
	});

	it('has all records, in any form, layout and parts', () => {
		let early = 0;
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 8 }),
				forms,
				layouts,
				fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 9 })),
				fc.array(fc.nat()),
				(list, form, layout, atMost, cuts) => {
					const { result, isEarly } = read(splitAt(layout(form(list)), cuts), atMost);
					expect(listOf(result)?.slice(0, atMost)).toEqual(
						JSON.parse(JSON.stringify(list.slice(0, atMost))),
					);
					if (isEarly) early++;
				},
			),
			{ numRuns: 1_000 },
		);
		expect(early).toBeGreaterThan(50);
	});

	it('shows whether there is more, like the complete text', () => {
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 8 }),
				forms,
				layouts,
				fc.array(fc.nat()),
				(list, form, layout, cuts) => {
					const text = layout(form(list));
					const { result } = read(splitAt(text, cuts));
					expect(bodyOf(result)).toEqual(JSON.parse(text));
					expect(moreOf(result)).toEqual(moreOf(text));
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('is broken wherever it breaks off', () => {
		fc.assert(
			fc.property(
				fc.array(record, { minLength: 1, maxLength: 4 }),
				forms,
				layouts,
				fc.nat(),
				fc.array(fc.nat()),
				(list, form, layout, cut, cuts) => {
					const text = layout(form(list)).trim();
					const { result } = read(splitAt(text.slice(0, 1 + (cut % (text.length - 1))), cuts));
					expect(readAnswer(200, {}, result).isBroken).toBe(true);
				},
			),
		);
	});

	it.each(['[{} {}]', '[{},,{}]', '[{"a":}]', '{"items":[{}],"total":}', '[{}]]', '[{"a":1}}'])(
		'is broken if it is not JSON, for example %s',
		(text) => expect(readAnswer(200, {}, read([text]).result).isBroken).toBe(true),
	);

	it('is ready before the rest has arrived', () => {
		const parts = ['[{"a": "]}"}, {"b"', ': [{}, {}]}', ', {"c": 1}'];
		expect(read(parts, 2)).toEqual({ result: [{ a: ']}' }, { b: [{}, {}] }], isEarly: true });
	});

	it.each(['{"items": "[{}]"}', '{"a": [1, 2, 3]}', '{"data": {"b": [{}, {}, {}]}}'])(
		'is not found in %j',
		(text) => expect(read([...text], 1)).toEqual({ result: JSON.parse(text), isEarly: false }),
	);

	it.each([
		['a record', '[{"uniqueId":1},{"a":', ''],
		['the list', '[', ''],
		['a field after it', '{"items":[{}],"more":', '}'],
	])('is broken if %s is nested too deeply, and the rest need not arrive', (_, begins, ends) => {
		for (const levels of [200, 2_000_000]) {
			const text = `${begins}${'['.repeat(levels)}${']'.repeat(levels)}${ends}`;
			expect(read([text])).toEqual({ result: BROKEN, isEarly: true });
		}
	});
});

/** Names with a meaning in JavaScript, and characters with a meaning in JSON. */
const name = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', '0', '1', 'a', 'a'),
	fc.string({ unit: 'binary' }),
);
const scalar = fc.oneof(
	fc.constantFrom(null, true, -1.5e300, '', '\\', '"', ']', '}', ',', ':', ' '),
	fc.string({ unit: 'binary' }),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
	json: fc.oneof(
		{ maxDepth: 6 },
		scalar.map((value) => JSON.stringify(value)),
		fc.array(tie('json')).map((elements) => `[${elements.join(' ,')}]`),
		fc
			.array(fc.tuple(name, tie('json')))
			.map(
				(fields) => `{ ${fields.map(([key, value]) => `${JSON.stringify(key)} :${value}`).join()}}`,
			),
	),
}));

const structured = fc.oneof(
	json.map((text) => `[${text}]`),
	json.map((text) => `\n{"a": ${text}}\t`),
);

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return BROKEN;
	}
};

describe('JSON of any form', () => {
	it('becomes the same value as with JSON.parse, wherever its parts are cut', () => {
		fc.assert(
			fc.property(structured, fc.array(fc.nat()), (text, cuts) => {
				const value = parsed(text);
				expect([text, isSame(read(splitAt(text, cuts)).result, value)]).toEqual([text, true]);
				expect([text, isSame(read([...text]).result, value)]).toEqual([text, true]);
			}),
			{ numRuns: 500 },
		);
		expect('polluted' in {}).toBe(false);
	});

	it('is broken exactly if JSON.parse rejects it', () => {
		const signs = fc.constantFrom(',', '', '{', '}', '[', ']', ':', '"', '1', ' ', 'null');
		let broken = 0;
		fc.assert(
			fc.property(
				structured,
				fc.nat(),
				signs,
				fc.nat({ max: 1 }),
				fc.array(fc.nat()),
				(text, place, sign, removed, cuts) => {
					const at = 1 + (place % text.length);
					const changed = `${text.slice(0, at)}${sign}${text.slice(at + removed)}`.trim();
					const value = parsed(changed);
					fc.pre(/^[[{]/.test(changed));
					if (value === BROKEN) broken++;
					const { result } = read(splitAt(changed, cuts));
					expect([changed, isSame(result, value)]).toEqual([changed, true]);
				},
			),
			{ numRuns: 1_500 },
		);
		expect(broken).toBeGreaterThan(200);
	});

	it.each(['', 'Too many requests', '"[{}]"', '7', 'null', '<html>[{}]</html>'])(
		'is not found in %j, which stays text',
		(text) => expect(read([...text])).toEqual({ result: text, isEarly: false }),
	);
});

describe('a list that is filtered while it arrives', () => {
	const isWanted = (entry: unknown) =>
		typeof entry === 'object' && JSON.stringify(entry).length > 9;
	/** Keeps the three longest. */
	const prune = (kept: unknown[]) =>
		kept.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length).splice(3);
	const readWith = (wanted: Partial<LongList>, parts: string[]) => {
		const reader = new JsonReader({ atMost: Infinity, name: 'bookings', ...wanted });
		for (const part of parts) reader.add(part);
		return { reader, kept: readList(bodyOf(reader.result()), 'bookings') };
	};
	/** Without lists inside, because another list may come before the right one. */
	const flat = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()));
	const found = fc.constantFrom<(list: unknown[]) => unknown>(
		(list) => list,
		(list) => ({ bookings: list }),
		(list) => ({ total: list.length, items: list, next: null }),
	);

	it('has only the wanted records, wherever the parts are cut, and counts the others', () => {
		fc.assert(
			fc.property(
				fc.array(flat),
				found,
				layouts,
				fc.array(fc.nat()),
				(list, form, layout, cuts) => {
					const expected = list.filter(isWanted);
					const parts = splitAt(layout(form(list)), cuts);
					const { reader, kept = [] } = readWith({ isWanted }, parts);
					// A list that arrived in one part with the fields around it is left to the caller.
					expect(kept.filter(isWanted)).toEqual(JSON.parse(JSON.stringify(expected)));
					expect(reader.leftOut + kept.length).toBe(list.length);
					if (Array.isArray(form(list))) expect(kept).toHaveLength(expected.length);
				},
			),
		);
	});

	it('is pruned while it arrives', () => {
		fc.assert(
			fc.property(fc.array(flat), found, fc.array(fc.nat()), (list, form, cuts) => {
				const lengths = list.map((entry) => JSON.stringify(entry).length).sort((a, b) => b - a);
				const { reader, kept = [] } = readWith(
					{ prune },
					splitAt(JSON.stringify(form(list)), cuts),
				);
				expect(reader.leftOut + kept.length).toBe(list.length);
				prune(kept);
				expect(kept.map((entry) => JSON.stringify(entry).length)).toEqual(lengths.slice(0, 3));
			}),
		);
	});

	it('ends as soon as enough of the wanted records have arrived', () => {
		const reader = new JsonReader({
			atMost: 2,
			name: 'bookings',
			isWanted: (entry) => (entry as { a: number }).a % 10 === 0,
		});
		let read = 0;
		while (!reader.add(`${read === 0 ? '[' : ','}{"a":${read}}`)) read++;
		expect(read).toBeLessThanOrEqual(11);
		expect(reader.result()).toEqual([{ a: 0 }, { a: 10 }]);
	});

	it('uses memory only for the records that are kept', () => {
		const entry = (index: number) => `{"id":${index},"note":"${'x'.repeat(300)}","more":{"a":[1]}}`;
		const reader = new JsonReader({
			atMost: Infinity,
			name: 'bookings',
			isWanted: (of) => (of as { id: number }).id % 1_000 === 0,
		});
		const all = new JsonReader();
		let highest = 0;
		for (let part = 0; part < 1_000; part++) {
			const ids = Array.from({ length: 100 }, (_, nth) => part * 100 + nth);
			const text = `${part === 0 ? '[' : ','}${ids.map(entry).join()}`;
			reader.add(text);
			all.add(text);
			highest = Math.max(highest, reader.cost);
		}
		expect(all.cost).toBeGreaterThan(100 * MEGABYTE);
		expect(highest).toBeLessThan(MEGABYTE);
		expect(reader.cost).toBeGreaterThan(all.cost / 1_000 / 2);
		expect(reader.work).toBe(all.cost);
	});

	it('does not free memory of a record before it is complete', () => {
		const reader = new JsonReader({ atMost: Infinity, name: 'bookings', isWanted: () => false });
		reader.add('[{"a":1},{"b":"');
		const before = reader.cost;
		for (let part = 0; part < 10; part++) reader.add('x'.repeat(MEGABYTE));
		expect(reader.cost - before).toBeGreaterThanOrEqual(10 * MEGABYTE);
		reader.add('"},{}');
		expect(reader.cost).toBeLessThan(1_000);
	});
});

const MEGABYTE = 2 ** 20;
const YEAR = Date.UTC(2026, 0);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memoryOf(text: string): number {
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const value = JSON.parse(text) as unknown;
	collectGarbage();
	const taken = process.memoryUsage().heapUsed - before;
	expect(value).toBeDefined();
	return taken;
}

describe('the cost of parsed JSON', () => {
	const costOf = (text: string, size = 65_536) => {
		const reader = new JsonReader();
		for (let at = 0; at < text.length; at += size) reader.add(text.slice(at, at + size));
		return reader.cost;
	};
	const listOf = (elements: (index: number) => string, count = 100_000) =>
		`[${Array.from({ length: count }, (_, index) => elements(index)).join()}]`;

	it.each<[string, string]>([
		['records without fields', listOf(() => '{}')],
		['lists without elements', listOf(() => '[]')],
		['numbers', listOf(() => '0', 1_000_000)],
		['fields that no other record has', listOf((index) => `{"k${index}":0}`)],
		['numbers for names', listOf(() => '{"999":0}')],
		['a record of many fields', `{${listOf((index) => `"k${index}":0`).slice(1, -1)}}`],
		['short texts', listOf((index) => `"s${index}"`)],
		['long texts', listOf((index) => `"${'x'.repeat(100)}${index}"`)],
		['lists in lists', listOf(() => `${'['.repeat(50)}${']'.repeat(50)}`, 2_000)],
	])('is at least the memory that it takes: %s', (_, text) => {
		expect(costOf(text)).toBeGreaterThan(memoryOf(text));
	});

	it('is about the same wherever the parts are cut', () => {
		const entry = (index: number) => `{"id": ${index}, "note": "a \\"text\\"", "more": [[], {}]}`;
		const text = listOf(entry, 20_000);
		for (const size of [1_400, 16_384, 1_000_000]) {
			const share = costOf(text, size) / costOf(text);
			expect([size, Math.round(share * 5) / 5]).toEqual([size, 1]);
		}
	});

	it.each([1_400, 4_096, 16_384, 65_536])(
		'leaves room for 100,000 bookings, in parts of %i characters',
		(size) => {
			const booking = (index: number) => JSON.stringify(sampleBooking(95_000 + index, YEAR));
			const tenth = costOf(`{"bookings":${listOf(booking, 10_000)}}`, size);
			expect(tenth * 10).toBeLessThan(LARGEST_RESPONSE_MEMORY);
		},
	);

	it('includes each record and field, wherever a server cuts them', () => {
		const inOnePart = costOf(`[{}${',{}'.repeat(999)}]`);
		const cut = new JsonReader();
		cut.add('[{');
		for (let index = 1; index < 1_000; index++) cut.add('},{');
		cut.add('}]');
		expect(cut.cost).toBeGreaterThanOrEqual(inOnePart - 1_000);

		const field = (index: number) => `"k${index}":{`;
		const fields = new JsonReader();
		fields.add(`{${field(0)}`);
		for (let index = 1; index < 1_000; index++) fields.add(`},${field(index)}`);
		expect(fields.cost).toBeGreaterThan(1_000 * (216 + 300) - 100 * 300);
	});

	it('is small for a few bookings', () => {
		const booking = {
			uniqueId: 'BKG-1',
			name: 'A guest',
			tickets: [{ id: 1 }],
			note: 'x'.repeat(500),
		};
		expect(costOf(JSON.stringify([booking]))).toBeLessThan(6_000);
	});

	it('is more than any execution may take for a text that V8 would have to build in one go', () => {
		const reader = new JsonReader();
		reader.add('["');
		const part = 'x'.repeat(MEGABYTE);
		for (let megabytes = 0; megabytes < 30; megabytes++) reader.add(part);
		expect(reader.cost).toBeLessThan(100 * MEGABYTE);
		for (let megabytes = 0; megabytes < 4; megabytes++) reader.add(part);
		expect(reader.cost).toBeGreaterThan(LARGEST_RESPONSE_MEMORY);
		expect(Number.isFinite(reader.cost)).toBe(true);
	});
});
