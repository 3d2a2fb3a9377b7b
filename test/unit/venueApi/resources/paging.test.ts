import * as fc from 'fast-check';

import { outlookOf, type ReadPage } from '../../../../nodes/venueApi/resources/nextPage';
import type { Answer } from '../../../../nodes/venueApi/answers/answer';
import { toldAbout } from '../../../../nodes/venueApi/messages/lists';
import { readPages } from '../../../../nodes/venueApi/resources/pages';
import type { VenueCall } from '../../../../nodes/venueApi/transport/call';

const LIST = [{ id: 1, count: 99, hasMore: true, next: '/elsewhere' }, { id: 2 }];
const ADDRESS = '/bookings?page=2';
const CALL: VenueCall = { method: 'GET', path: '/bookings' };

const outlook = (body: unknown, headers = {}, more: Partial<ReadPage> = {}) =>
	outlookOf({
		...{ call: CALL, answer: { body, headers } },
		...{ entries: LIST, length: 2, read: 2, pages: 1, firstNumber: 1, ...more },
	});

const asked = (body: unknown, headers = {}, more: Partial<ReadPage> = {}) =>
	outlook(body, headers, more).calls.map(({ path, query, headers: sent }) => query ?? sent ?? path);

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
		expect(asked({ ...around, items: LIST })[0]).toBe(ADDRESS);
	});

	it('shows the next address in a header', () => {
		const link = `<https://venue.example/bookings>; rel="first", <${ADDRESS}>; rel="next"`;
		expect(asked(LIST, { link })).toEqual([ADDRESS]);
	});

	it.each<[object, object]>([
		[{ pageNumber: 1, totalPages: 3 }, { pageNumber: 2 }],
		[{ PageIndex: 0, pageCount: 3 }, { pageIndex: 1 }],
		[{ nextPage: 2 }, { page: 2 }],
		[{ nextPageNumber: '2' }, { pageNumber: 2 }],
		[{ offset: 0, total: 5 }, { offset: 2 }],
		[{ startIndex: 1, totalResults: 5 }, { startIndex: 3 }],
		[{ skip: 0, hasMore: true }, { skip: 2 }],
		[{ nextOffset: 2 }, { offset: 2 }],
		[{ nextCursor: 'abc' }, { cursor: 'abc' }],
		[{ next_page_token: 'abc' }, { page_token: 'abc' }],
		[{ response_metadata: { next_cursor: 'abc' } }, { cursor: 'abc' }],
		[{ next: 'abc' }, { cursor: 'abc' }],
	])('with %j is asked for %j', (around, query) => {
		expect(asked({ ...around, items: LIST })).toContainEqual(query);
		expect(asked({ data: { ...around, items: LIST } })).toContainEqual(query);
	});

	it('is asked by the parameter of the first request, if it has one', () => {
		const call = { ...CALL, query: { seite: 1, pageNo: 4, pageSize: 2 } };
		expect(asked(LIST, {}, { call })[0]).toEqual({ seite: 1, pageNo: 5, pageSize: 2 });
		expect(outlook(LIST, {}, { call, length: 1 }).more).toBe('no');
		expect(asked(LIST, {}, { call, length: 1, pageParameter: 'seite' })[0]).toMatchObject({
			seite: 2,
		});
	});

	it('is asked by a range where the venue answers with one', () => {
		const ranged = { 'content-range': 'items 0-1/5' };
		expect(asked(LIST, ranged)).toEqual([{ Range: 'items=2-3' }]);
		expect(outlook(LIST, { 'content-range': 'items 0-1/2' }).more).toBe('no');
		expect(outlook(LIST, { 'content-range': 'bytes 0-1/5' }).more).toBe('no');
	});

	it.each<object>([
		{ total: 3 },
		{ total: '3' },
		{ totalCount: 3 },
		{ total_items: 3 },
		{ totalBookings: 3 },
		{ count: 3 },
		{ total: 3, count: 2 },
		{ totalCount: 3, count: '2' },
		{ totalItems: 3, itemCount: 2 },
		{ totalPages: 2, 'result-count': 2 },
		{ meta: { pagination: { total: 3 } } },
		{ hasMore: true },
		{ has_next_page: true },
		{ last: false },
		{ cursor: 'abc' },
		{ total_pages: 2 },
	])('is shown by %j', (around) => {
		expect(outlook({ ...around, items: LIST }).more).toBe('surely');
		expect(outlook({ data: { ...around, items: LIST } }).more).toBe('surely');
	});

	it.each<object>([
		{ 'x-total-count': '3' },
		{ 'x-wp-total': '3' },
		{ 'x-total-pages': '2' },
		{ 'x-next-page': '2' },
		{ 'x-has-more': 'true' },
		{ 'x-pagination': '{"TotalCount":3}' },
	])('is shown by the header %j', (headers) => {
		expect(outlook(LIST, headers).more).toBe('surely');
	});

	it.each<object>([
		{},
		{ total: 2 },
		{ total: 2, count: 2 },
		{ count: 2 },
		{ itemCount: 2, total: 900.5 },
		{ total: 0 },
		{ total: 129.5 },
		{ total: 900, currency: 'EUR' },
		{ count: 1 },
		{ total: null, next: null, nextPage: '', hasMore: false, last: true, cursor: '' },
		{ nextPage: 0 },
		{ nextPage: -1, page: 3 },
		{ next: false },
		{ totalAmount: 900, counter: 9, nextBookingAt: '2026-01-01', moreover: true },
		{ page: 1, pageSize: 100 },
		{ page: 1, totalPages: 1 },
		{ totalPages: 1 },
		{ hasNextPage: false, endCursor: 'abc' },
		{ recordsTotal: 900, recordsFiltered: 2, totalCount: 900, total: 2 },
		{ venue: { total: 900, next: ADDRESS, page: 1, pages: 9 } },
	])('is not assumed with %j', (around) => {
		expect(outlook({ ...around, items: LIST }).more).toBe('no');
	});

	it('is not assumed from what the rows add up to, or beside an empty list', () => {
		const priced = [{ price: 60.5 }, { price: 39.5 }];
		expect(outlook({ items: priced, total: 100 }, {}, { entries: priced }).more).toBe('no');
		expect(outlook({ items: [], total: 900 }, {}, { length: 0, read: 0 }).more).toBe('no');
	});

	it.each([50, 100, 200, 250, 500, 1_000])(
		'may follow exactly %i records [reliability: 1,000 records] [troubleshooting: These may not be all]',
		(length) => {
			expect(outlook([], {}, { length, read: length }).more).toBe('maybe');
			expect(outlook([], {}, { length: length - 1, read: length - 1 }).more).toBe('no');
			expect(outlook({ total: length }, {}, { length, read: length }).more).toBe('no');
			expect(outlook({ count: length }, {}, { length, read: length }).more).toBe('maybe');
			expect(outlook({ count: length, total: length }, {}, { length, read: length }).more).toBe(
				'no',
			);
			expect(outlook({ hasMore: false }, {}, { length, read: length }).more).toBe('no');
		},
	);

	it('is never assumed from the records themselves, or from other JSON', () => {
		expect(outlook(LIST).more).toBe('no');
		fc.assert(
			fc.property(fc.array(fc.jsonValue()), (list) => {
				expect(outlook(list).more).toBe('no');
			}),
		);
	});

	it('is asked for at the same path only, whatever the venue sends', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue()), (around) => {
				for (const { path } of outlook({ ...around, items: LIST }).calls) {
					expect(path).toMatch(/^\/bookings(\?|$)/);
				}
			}),
		);
	});
});

const NAMES = 'next nextPage cursor page totalPages hasMore total offset limit links'.split(' ');

it('ends after 10,000 pages, and says so [troubleshooting: 10,000 pages]', async () => {
	let asked = 0;
	const list = await readPages(CALL, {
		ask: async () => {
			const body = { page: ++asked, hasMore: true, items: [{ id: asked }] };
			return await Promise.resolve({ status: 200, headers: {}, body, form: 'json' } as Answer);
		},
		entriesIn: ({ body }) => (body as { items: unknown[] }).items,
		pageParameter: 'page',
	});
	expect([asked, list.records.length]).toEqual([10_000, 10_000]);
	expect(toldAbout(list)).toMatch(/^These are not all records: .* more than 10,000 pages/);
});
