import * as fc from 'fast-check';

import { readList, saysThatItFailed } from '../../../nodes/venueApi/records';

const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));

describe('a list whose form the document does not show', () => {
	it('is read from every reasonable form, complete and in order', () => {
		const forms = fc.constantFrom<(list: unknown[]) => unknown>(
			(list) => list,
			(list) => ({ items: list }),
			(list) => ({ data: list, total: list.length }),
			(list) => ({ data: { results: list } }),
			(list) => ({ webhooks: list }),
			(list) => ({ page: 1, bookings: list, next: null }),
			(list) => ({ bookings: list, errors: [], warnings: [] }),
		);
		fc.assert(
			fc.property(records, forms, (list, form) => {
				expect(readList(form(list))).toEqual(list);
			}),
		);
	});

	it('is not taken for empty if there is no body, because something was cut off', () => {
		expect(readList(undefined)).toBeUndefined();
		expect(readList(null)).toBeUndefined();
	});

	it.each([
		['text'],
		[42],
		[{}],
		[{ a: [], b: [] }],
		[[1, 2]],
		[[[]]],
		[{ items: 'none' }],
		[{ items: [null] }],
		[{ bookings: null, errors: [{ message: 'The database is away' }] }],
		[{ Errors: [{ message: 'The database is away' }] }],
	])('is not guessed from %j', (body) => {
		expect(readList(body)).toBeUndefined();
	});
});

describe('an object that says that it did not work', () => {
	it.each([
		{ success: false },
		{ Success: 'false' },
		{ isSuccess: 0 },
		{ ok: false },
		{ errors: [{ message: 'The database is away' }], bookings: [] },
		{ Errors: { bookings: ['The database is away'] } },
		{ error: 'The database is away' },
		{ status: 'error', message: 'The database is away', data: [] },
		{ Status: 'Failed', bookings: [] },
	])('is known by %j', (body) => {
		expect(saysThatItFailed(body)).toBe(true);
	});

	it.each([
		[],
		[{ error: 'of a record' }],
		{ bookings: [] },
		{ status: 'success', data: [] },
		{ status: 200, bookings: [] },
		{ success: true, errors: [], error: null, bookings: [] },
		{ success: null, errors: {}, error: '', errorCount: 3, bookings: [] },
		{ error: false, errors: 0, warnings: ['The list is short'] },
	])('is not %j', (body) => {
		expect(saysThatItFailed(body)).toBe(false);
	});
});
