import * as fc from 'fast-check';

import { readList, spelledAs } from '../../../nodes/venueApi/records';

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
			(list) => ({ bookings: list, links: [{ rel: 'self', href: '/bookings' }] }),
			(list) => ({ success: true, result: { bookings: list, pages: [1] } }),
			(list) => ({ _embedded: { Bookings: list }, _links: {}, page: { totalPages: 1 } }),
			(list) => ({ _embedded: { bookingDtoList: list }, _links: {} }),
			(list) => ({ result: { totalCount: 1, items: list }, success: true, error: null }),
			(list) => ({ d: { results: list, __next: null } }),
			(list) => ({ Response: { status: { code: 0 }, data: { bookings: list } } }),
			(list) => ({ response: { status: 0 }, sessions: list }),
			(list) => ({ items: [{ productId: 11 }], customers: [{}], bookings: list }),
			(list) => ({ bookings: list, data: [] }),
			(list) => ({ content: list, sort: [{ property: 'id' }], first: true }),
			(list) => ({ Bookings: list, Links: [{ Rel: 'self', Href: '/bookings' }] }),
		);
		fc.assert(
			fc.property(records, forms, (list, form) => {
				expect(readList(form(list), 'bookings')).toEqual(list);
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
		[{ error: [{ message: 'The database is away' }] }],
		[{ booking: { items: [{ productId: 11 }] } }],
		[{ data: null, meta: { links: [{ rel: 'self' }] } }],
		[{ result: { errors: [{ message: 'The database is away' }] } }],
		[{ result: { a: [], b: [] } }],
		[{ open: { bookings: [] }, closed: { bookings: [] } }],
	])('is not guessed from %j', (body) => {
		expect(readList(body, 'bookings')).toBeUndefined();
	});
});

describe('a record with the names of the document in other letters', () => {
	const NAMES = ['webhookId', 'url', 'id'];

	it.each([
		{ WebhookId: 7, Url: 'https://a.example', Id: 'own' },
		{ webhook_id: 7, URL: 'https://a.example', _id: 'own' },
		{ 'webhook-id': 7, url: 'https://a.example', ID: 'own' },
	])('has them: %j', (record) => {
		const spelled = spelledAs(NAMES, { ...record, Other: 1 });
		expect(spelled).toEqual({ webhookId: 7, url: 'https://a.example', id: 'own', Other: 1 });
	});

	it('keeps what it has as documented, and what only looks like it', () => {
		const record = { webhookId: 7, WebhookId: 8, id2: 'another', 'i.d': 1 };
		expect(spelledAs(NAMES, record)).toBe(record);
		expect(spelledAs(NAMES, { Url: 1, URL: 2 })).toEqual({ url: 1, URL: 2 });
	});
});
