import type { IDataObject } from 'n8n-workflow';

import { bookingsInShort } from '../../../nodes/VenuePlatform/output/essentials';
import { shortList } from '../../../nodes/VenuePlatform/output/forAgent';
import {
	drawnVocabulary,
	type Truth,
	truthsOf,
	type Vocabulary,
	VOCABULARIES,
} from './support/bookingVocabularies';
import { MOST_TOKENS, tokensIn } from './support/tokens';

const forAgent = (vocabulary: Vocabulary, truths: Truth[]) => {
	const list = shortList(truths.map(vocabulary), bookingsInShort);
	expect(tokensIn(list)).toBeLessThanOrEqual(MOST_TOKENS);
	const records = list.filter(({ note }) => note === undefined);
	return { records, notes: list.flatMap(({ note }) => note ?? []).join(' ') };
};

/** What the record does not show of what a person asks about. */
function missingOf(record: IDataObject, truth: Truth): string[] {
	const text = JSON.stringify(record);
	const { id, lastName, visit, time, status, party } = truth;
	return [
		...[id, lastName, visit, time, status].filter((part) => !text.includes(part)),
		...(new RegExp(`:"?${party}\\b`).test(text) ? [] : [`${party} guests`]),
	];
}

describe.each(Object.entries(VOCABULARIES))('a list for an agent in %s', (_, vocabulary) => {
	it.each([1, 5, 20, 30, 100])('of %i bookings keeps what people ask about', (count) => {
		const truths = truthsOf(count);
		const { records, notes } = forAgent(vocabulary, truths);
		expect(records.length).toBeGreaterThanOrEqual(Math.min(count, 20));
		for (const [index, record] of records.entries()) {
			expect(missingOf(record, truths[index])).toEqual([]);
		}
		expect(notes).not.toMatch(/Several fields|No field/);
	});
});

describe('a list for an agent at a venue with names drawn from a seed', () => {
	const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

	it.each(SEEDS)('%i keeps what people ask about', (seed) => {
		const truths = truthsOf(20);
		const { records } = forAgent(drawnVocabulary(seed), truths);
		expect(records.length).toBeGreaterThanOrEqual(10);
		expect(records.flatMap((record, index) => missingOf(record, truths[index]))).toEqual([]);
	});
});

/** Names of many forms, for a number between 0 and 1 and the number of the name. */
const FORMS: Record<string, (random: number, drawn: number) => string> = {
	'one letter': (_, drawn) => String.fromCharCode(97 + drawn),
	'small letters': (random) => letters(random, 12),
	'capital letters and digits': (random, drawn) =>
		`F${Math.floor(random * 1e9).toString(36)}${drawn}`.toUpperCase(),
	'words with underscores': (random, drawn) =>
		`fld_${drawn}_${Math.floor(random * 1e6).toString(36)}`,
	'long words': (random, drawn) => `customField${Math.floor(random * 1e6)}Value${drawn}`,
	'parts of GUIDs': (random, drawn) => `${Math.floor(random * 1e9).toString(16)}-${drawn}`,
	'letters with accents': (random, drawn) => `äöüé${drawn}${letters(random, 6)}`,
	'Chinese characters': (random, drawn) =>
		String.fromCharCode(0x4e00 + Math.floor(random * 2_000), 0x4e00 + drawn * 7),
};

function letters(random: number, count: number): string {
	return Math.floor(random * 26 ** 6)
		.toString(26)
		.repeat(2)
		.replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])
		.slice(0, count);
}

describe.each(Object.keys(FORMS))('a list for an agent at a venue with names of %s', (form) => {
	it.each([1, 2, 7, 8, 21, 22])('drawn from %i has all bookings, or says so', (seed) => {
		const vocabulary = drawnVocabulary(seed, FORMS[form]);
		for (const count of [1, 6, 14, 60]) {
			const { records, notes } = forAgent(vocabulary, truthsOf(count));
			expect(records.length).toBeGreaterThanOrEqual(Math.min(count, 9));
			if (records.length < count) {
				expect(notes).toContain(`These are the first ${records.length} of ${count}.`);
			}
		}
	});
});

describe('a list for an agent', () => {
	const noteOf = (...bookings: IDataObject[]) => bookingsInShort(bookings).note;

	it.each([
		['the visit', { arrivalOne: '2026-11-25', visitTwo: '2026-11-25' }, 'arrivalOne, visitTwo'],
		['the guest', { holder: 'Ada', booker: 'Bob' }, 'holder, booker'],
		['the number of guests', { adults: 2, children: 3 }, 'adults, children'],
		['the status', { orderStatus: 'Open', paymentStatus: 'Paid' }, 'orderStatus, paymentStatus'],
		['the ID', { orderNumber: 17, reservationCode: 'X-1' }, 'orderNumber, reservationCode'],
	])(
		'keeps both fields that may hold %s, and names them [agents: unclear fields] [troubleshooting: Several fields may hold …]',
		(what, fields, names) => {
			const { records, note } = bookingsInShort([{ ...fields, more: true }]);
			expect(records[0]).toMatchObject(fields);
			expect(note).toContain(`Several fields may hold ${what}: ${names}.`);
		},
	);

	it('says what no field shows, and which fields exist', () => {
		expect(noteOf({ uniqueId: 'A', status: 'Paid', remark: { text: 'Hello' } })).toBe(
			'No field shows the guest, the visit, the number of guests. The fields are: uniqueId, status, remark.text.',
		);
		expect(noteOf()).toBeUndefined();
	});

	it('takes a known name before others, and words before values', () => {
		const known = { uniqueId: 'A-1', code: 'B-2', customer: { name: 'Ada' }, host: 'Grace Hopper' };
		const rest = { status: 'Paid', stage: 'x', startTime: '2026-11-25T10:00', day: '2026-11-26' };
		const more = { createdDate: '2026-11-01', balanceDue: 3, lucky: 7 };
		expect(noteOf({ ...known, ...rest, ...more, guests: 4, seats: 5 })).toBeUndefined();
	});

	it('of one booking names three fields at most that may hold what no name tells', () => {
		const amounts = { plum: 120.5, pear: 0, lime: 7, kumquat: 9 };
		const drawn = { ...amounts, fig: [{ kiwi: true }], melon: '2026-11-20T09:00:00Z' };
		const known = { uniqueId: 'A-1', customer: { name: 'Ada' }, startTime: '2026-11-25T10:00' };
		expect(noteOf({ ...known, ...drawn, status: 'Paid', guests: 4 })).toBe(
			'No name tells these, so they are guesses: what is still to pay (plum or pear or lime), whether tickets were used (fig.kiwi), when the booking came in (melon), when it last changed (melon).',
		);
	});

	describe('of changes', () => {
		const changes = (fields: (at: number) => IDataObject) =>
			Array.from({ length: 40 }, (_, at) => ({
				...{ uniqueId: `A-${at}`, customer: { name: `Ada ${at}` }, guests: 2 + (at % 3) },
				...{ startTime: `2030-11-25T10:${10 + at}`, status: 'Paid', remark: 'x'.repeat(90) },
				...fields(at),
			}));
		const time = (day: number, at: number) => `2026-11-${day}T09:${10 + at}:00Z`;

		it('keeps when each came in and changed', () => {
			const list = changes((at) => ({ createdDate: time(20, at), modifiedDate: time(21, at) }));
			const about = { isOfChanges: true };
			const [first, ...others] = shortList(list, (some) => bookingsInShort(some, about));
			expect(first).toMatchObject({ createdDate: time(20, 0), modifiedDate: time(21, 0) });
			expect(others.at(-1)?.note).toMatch(/^These are the first/);
			expect(bookingsInShort(list, about).note).toBeUndefined();
		});

		it('tells both apart by their times, if their names say nothing', () => {
			const list = changes((at) => ({ plum: time(21, at), pear: time(20, at) }));
			expect(bookingsInShort(list, { isOfChanges: true }).note).toBe(
				'No name tells these, so they are guesses: when the booking came in (pear), when it last changed (plum).',
			);
			expect(bookingsInShort(list).note).toBeUndefined();
		});

		it('names both fields if their times are the same', () => {
			const list = changes((at) => ({ plum: time(21, at), pear: time(21, at) }));
			expect(bookingsInShort(list, { isOfChanges: true }).note).toContain(
				'when the booking came in (plum or pear), when it last changed (plum or pear).',
			);
		});
	});

	it('shortens times without a loss', () => {
		const times = { one: '2026-11-25T10:00:00.000Z', two: '2026-11-25T10:00:00.0000000+00:00' };
		const exact = { three: '2026-11-25T10:00:00.050Z', more: [{ bookingDate: '2026-11-25' }] };
		expect(bookingsInShort([{ ...times, ...exact }]).records[0]).toMatchObject({
			...{ one: '2026-11-25T10:00:00Z', two: '2026-11-25T10:00:00+00:00' },
			...exact,
		});
	});

	it('takes the field of the visit that is known already', () => {
		const booking = { arrivalOne: '2026-11-25', visitTwo: '2026-11-25' };
		const { note } = bookingsInShort([booking], { visitField: 'visitTwo' });
		expect(note).not.toContain('may hold the visit');
	});

	it.each([
		['a record', (quantity: number) => ({ slot: { start: '2026-11-25T10:00', quantity } })],
		['a list', (quantity: number) => ({ start: '2026-11-25T10:00', tickets: [{ quantity }] })],
	])('adds up the guests at one time, also in %s of each item', (_, itemOf) => {
		const { records, note } = bookingsInShort([{ uniqueId: 'A', items: [itemOf(2), itemOf(3)] }]);
		expect(records[0]).toMatchObject({ items: [itemOf(5)] });
		expect(note).toContain('Items at one time are added up, so quantity may count');
	});

	it('adds nothing up where no item says for how many guests it is', () => {
		const start = '2026-11-25T10:00';
		const items = [{ start }, { start }, { start: '2026-11-26T10:00', quantity: 4 }];
		const { records, note } = bookingsInShort([{ uniqueId: 'A', items }]);
		expect(records[0]).toMatchObject({ itemsCount: 3, items: [items[0], items[2]] });
		expect(note).not.toContain('added up');
	});

	it.each([
		[2, 3, false],
		[2, 4, true],
		[1, 12, false],
		[1, 13, true],
	])('of %i with %i times each says whether some are left out', (count, times, isCut) => {
		const items = Array.from({ length: times }, (_, index) => ({
			...{ bookingDate: '2026-11-25', sessionStartTime: `${10 + index}:00`, quantity: 2 },
		}));
		const bookings = Array.from({ length: count }, (_, at) => ({ uniqueId: `A-${at}`, items }));
		const { records, note = '' } = bookingsInShort(bookings);
		const shown = (records[0].items as unknown[]).length;
		expect(shown).toBe(isCut ? times - 1 : times);
		expect(note.includes('only the first entries are shown')).toBe(isCut);
	});

	it.each([
		['another ID', { customerId: 5001, externalId: 'E-1', venueId: 3 }],
		['the name of a product', { product: { name: 'Laser Tag' }, roomName: 'Blue Room' }],
		['a date of a change or a payment', { modifiedDate: '2026-11-25', paidAt: '2026-11-25' }],
		['the state of an address', { address: { state: 'Ohio' } }],
		['a price or a length', { total: 12, durationMinutes: 60, customer: { age: 7 } }],
	])('never takes %s', (_, fields) => {
		const said = noteOf(fields);
		expect(said).toMatch(/^No field shows .+, .+, .+, .+, .+\. The fields are: /);
	});

	it('reads a name once, not for each value, and no name beyond 200 letters', () => {
		const split = jest.spyOn(String.prototype, 'split');
		const inner = Array.from({ length: 1_000 }, () => ({ a: 1 }));
		const wide = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, n]));
		const booking = { ['n'.repeat(190)]: inner, ['m'.repeat(201)]: 'a name', ...wide };
		shortList([booking], bookingsInShort);
		const longest = Math.max(...split.mock.contexts.map((text) => String(text).length));
		const { length } = split.mock.calls;
		split.mockRestore();
		expect(length).toBeLessThan(500);
		expect(longest).toBeLessThanOrEqual(200);
	});

	it('is bounded, whatever a booking holds', () => {
		const wide = Object.fromEntries(
			Array.from({ length: 5_000 }, (_, n) => [`guestName${n}`, 'A B']),
		);
		const deep = {
			items: Array.from({ length: 5_000 }, (_, n) => ({ bookingDate: `2026-11-25T${n}` })),
		};
		for (const booking of [wide, deep, { items: [{ quantity: 4 }, { quantity: { ...wide } }] }]) {
			const { note, records } = bookingsInShort([booking]);
			expect((note ?? '').length).toBeLessThan(1_500);
			expect(tokensIn(records)).toBeLessThan(MOST_TOKENS);
		}
	});
});
