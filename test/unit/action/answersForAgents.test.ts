import type { IDataObject } from 'n8n-workflow';

import { readable, shortList } from '../../../nodes/VenuePlatform/output/forAgent';
import { bookingsInShort } from '../../../nodes/VenuePlatform/output/essentials';
import { simplified } from '../../../nodes/VenuePlatform/output/simplified';
import { richBooking } from './support/richBooking';
import { MOST_TOKENS, tokensIn } from './support/tokens';

const bookings = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ ...richBooking, uniqueId: `BKG-${index}` }));
const listOf = (records: IDataObject[], limit?: number) =>
	shortList(records, bookingsInShort, limit);

describe('a list for an agent', () => {
	it('is unchanged if it is short', () => {
		expect(listOf(bookings(2))).toEqual(bookings(2).map((booking) => simplified(booking)));
	});

	it.each([10, 30, 100, 2_000])(
		'of %i bookings is less than 1,500 tokens [agents: 1,500 tokens]',
		(count) => {
			const firstTen = bookings(10).map((booking) => simplified(booking));
			expect(tokensIn(firstTen)).toBeGreaterThan(MOST_TOKENS);
			const tokens = tokensIn(listOf(bookings(count)));
			expect(tokens).toBeLessThanOrEqual(MOST_TOKENS);
			expect(tokens).toBeGreaterThan(MOST_TOKENS * 0.7);
		},
	);

	it('keeps all bookings before it keeps all fields: guest, time and status', () => {
		const list = listOf(bookings(20));
		expect(list).toHaveLength(20);
		for (const booking of list) {
			expect(booking).toMatchObject({
				uniqueId: expect.any(String),
				customer: { name: 'Ada Lovelace' },
				startTime: '2026-11-28T14:00:00Z',
				status: 'Confirmed',
			});
		}
	});

	it('identifies a booking by its own ID and time, and not by others', () => {
		const record = { id: 7, externalId: 'ext/7', createdDate: '2026-05-07', customer: { id: 8 } };
		const list = listOf(Array.from({ length: 90 }, () => ({ ...record, visitDate: '2026-05-08' })));
		expect(list[0]).toMatchObject({ id: 7, visitDate: '2026-05-08' });
	});

	it.each([0, 1])('is given the beginning of a text without half of an emoji: %d', (letters) => {
		const [{ data }] = readable([{ data: 'x'.repeat(letters) + '🎂'.repeat(20_000) }]);
		expect(data).toMatch(/^x?(🎂)+$/u);
	});

	it('leaves out the same fields for each booking', () => {
		const different = bookings(12).map((booking, index) => ({
			...booking,
			notes: 'x'.repeat(index * 10 + 1),
		}));
		const names = listOf(different).map((booking) => Object.keys(booking).join());
		expect(new Set(names).size).toBe(1);
	});

	it('says how many bookings there are if some are left out', () => {
		const list = listOf(bookings(100));
		const { note } = list[list.length - 1];
		expect(note).toContain(`These are the first ${list.length - 1} of 100.`);
	});

	it('says that there are more than Limit', () => {
		const list = listOf(bookings(4), 3);
		expect(list.slice(0, 3)).toEqual(bookings(3).map((booking) => simplified(booking)));
		expect(list[3].note).toContain('the first 3 of more than 3');
		expect(listOf(bookings(3), 3)).toHaveLength(3);
	});

	it('keeps at least one record, even if its field names are long', () => {
		const long = { ['name'.repeat(200)]: 'x', ['id'.repeat(300)]: 'y' };
		expect(listOf([long, long, long, long, long, long])[0]).toHaveProperty('id'.repeat(300));
	});
});
