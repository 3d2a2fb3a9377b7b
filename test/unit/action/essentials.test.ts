import type { IDataObject } from 'n8n-workflow';

import { bookingsInShort } from '../../../nodes/VenuePlatform/output/essentials';
import { shortList } from '../../../nodes/VenuePlatform/output/forAgent';
import { MOST_CHARACTERS } from '../../../nodes/VenuePlatform/output/simplified';
import {
	drawnVocabulary,
	type Truth,
	truthsOf,
	type Vocabulary,
	VOCABULARIES,
} from './support/bookingVocabularies';

const forAgent = (vocabulary: Vocabulary, truths: Truth[]) => {
	const list = shortList(truths.map(vocabulary), bookingsInShort);
	expect(JSON.stringify(list).length).toBeLessThanOrEqual(MOST_CHARACTERS);
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
		expect(records.length).toBeGreaterThanOrEqual(15);
		expect(records.flatMap((record, index) => missingOf(record, truths[index]))).toEqual([]);
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
		expect(noteOf({ ...known, ...rest, guests: 4, seats: 5, lucky: 7 })).toBeUndefined();
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
			expect(JSON.stringify(records).length).toBeLessThan(MOST_CHARACTERS + 1_000);
		}
	});
});
