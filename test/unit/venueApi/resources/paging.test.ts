import * as fc from 'fast-check';

import { moreAfter } from '../../../../nodes/venueApi/resources/reading';

const LIST = [{ id: 1, total: 99, hasMore: true, next: '/elsewhere' }, { id: 2 }];
const ADDRESS = '/bookings?page=2';

const more = (body: unknown, headers = {}) => moreAfter({ body, headers }, LIST.length);

describe('a list with more pages', () => {
	it.each<[string, object]>([
		['next', { next: ADDRESS }],
		['nextPage', { nextPage: ADDRESS }],
		['next_page_url', { next_page_url: ADDRESS }],
		['nextLink', { nextLink: ADDRESS }],
		['@odata.nextLink', { '@odata.nextLink': ADDRESS }],
		['_links', { _links: { self: { href: '/' }, next: { href: ADDRESS } } }],
		['links', { links: { next: ADDRESS } }],
		['paging', { paging: { next: ADDRESS, total: 7 } }],
	])('shows the next address under %s', (_, around) => {
		expect(more({ ...around, items: LIST })).toEqual({ address: ADDRESS });
	});

	it('shows the next address in a header', () => {
		const link = `<https://venue.example/bookings>; rel="first", <${ADDRESS}>; rel="next"`;
		expect(more(LIST, { link })).toEqual({ address: ADDRESS });
	});

	it.each<object>([
		{ total: 3 },
		{ total: '3' },
		{ totalCount: 3 },
		{ total_items: 3 },
		{ totalBookings: 3 },
		{ count: 3 },
		{ meta: { pagination: { total: 3 } } },
		{ hasMore: true },
		{ has_next_page: true },
		{ last: false },
		{ nextPage: 2 },
		{ cursor: 'abc' },
	])('only shows that there is more with %j', (around) => {
		expect(more({ ...around, items: LIST })).toEqual({});
		expect(more({ data: { ...around, items: LIST } })).toEqual({});
	});

	it.each<object>([
		{},
		{ total: 2 },
		{ total: 0 },
		{ count: 1 },
		{ total: null, next: null, nextPage: '', hasMore: false, last: true, cursor: '' },
		{ totalAmount: 900, counter: 9, nextBookingAt: '2026-01-01', moreover: true },
		{ page: 1, pageSize: 100 },
	])('is not assumed with %j', (around) => {
		expect(more({ ...around, items: LIST })).toBeUndefined();
	});

	it('is never assumed from the records themselves, or from other JSON', () => {
		expect(more(LIST)).toBeUndefined();
		fc.assert(
			fc.property(fc.array(fc.jsonValue()), (list) => {
				expect(more(list)).toBeUndefined();
			}),
		);
	});
});
