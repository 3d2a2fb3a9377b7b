import * as fc from 'fast-check';

import { outlookOf, type ReadPage } from '../../../../nodes/venueApi/resources/nextPage';
import type { Answer } from '../../../../nodes/venueApi/answers/answer';
import { nodeApiError } from '../../../../nodes/n8n/nodeErrors';
import { toldAbout } from '../../../../nodes/venueApi/messages/lists';
import { type Paging, readPages } from '../../../../nodes/venueApi/resources/pages';
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
		['links, as a list', { links: [{ rel: 'self' }, { rel: 'next', href: ADDRESS }] }],
		['links, as a list in other letters', { Links: [{ Rel: 'Next', Href: ADDRESS }] }],
		['links, as a list of addresses', { links: [{ rel: ['next'], url: ADDRESS }] }],
		['nextRecordsUrl', { totalSize: 5, done: false, nextRecordsUrl: ADDRESS }],
		['paging', { paging: { next: ADDRESS, total: 7 } }],
	])('shows the next address under %s', (_, around) => {
		expect(asked({ ...around, items: LIST })[0]).toBe(ADDRESS);
	});

	it('shows the next address in a header', () => {
		const link = `<https://venue.example/bookings>; rel="first", <${ADDRESS}>; rel="next"`;
		expect(asked(LIST, { link })).toEqual([ADDRESS]);
	});

	it.each([
		`<${ADDRESS}>; rel='next'`,
		`<${ADDRESS}>;rel=next`,
		`</bookings>; rel="first"; title="1, 2", <${ADDRESS}>; title="3, 4"; REL="last next"`,
	])('shows the next address in a header, however it is written: %s', (link) => {
		expect(asked(LIST, { link })).toEqual([ADDRESS]);
		expect(asked(LIST, { link: link.replace('next', 'next-archive') })).toEqual([]);
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
		[{ pagination: { has_more_items: true, continuation: 'abc' } }, { continuation: 'abc' }],
		[{ paging: { next: { after: 'abc' } } }, { after: 'abc' }],
		[{ next: { after: 37 } }, { after: '37' }],
		[{ next: { cursor: 'abc' } }, { cursor: 'abc' }],
		[{ next: { token: 'abc' } }, { token: 'abc' }],
		[{ next: { pageNumber: 2 } }, { pageNumber: 2 }],
		[{ next: { page: 2, limit: 2 } }, { page: 2 }],
		[{ next: { offset: 2, limit: 2 } }, { offset: 2 }],
	])('with %j is asked for %j', (around, query) => {
		expect(asked({ ...around, items: LIST })).toContainEqual(query);
		expect(asked({ data: { ...around, items: LIST } })).toContainEqual(query);
	});

	it('is not taken for whole if an object for the next page has unknown names', () => {
		expect(outlook({ next: { position: 'abc' }, items: LIST })).toMatchObject({ more: 'surely' });
		for (const next of [{}, { position: null }, { href: null }, { after: '' }]) {
			expect(outlook({ next, items: LIST })).toMatchObject({ more: 'no' });
		}
	});

	it('is asked by the parameter of the first request, if it has one', () => {
		const call = { ...CALL, query: { seite: 1, pageNo: 4, pageSize: 2 } };
		expect(asked(LIST, {}, { call })[0]).toEqual({ seite: 1, pageNo: 5, pageSize: 2 });
		expect(outlook(LIST, {}, { call, length: 1 }).more).toBe('no');
		expect(asked(LIST, {}, { call, length: 1, pageParameter: 'seite' })[0]).toMatchObject({
			seite: 2,
		});
	});

	it('is asked by the records before it, if the user names a parameter for them', () => {
		const call = { ...CALL, query: { $skip: 4 } };
		for (const around of [{}, { page: 3 }, { nextPage: 4 }, { offset: 4, nextPage: 4 }]) {
			const named = { call, pageParameter: '$skip' };
			expect(asked({ ...around, items: LIST }, {}, named)).toEqual([{ $skip: 6 }]);
		}
		const numbered = { call: { ...CALL, query: { startPage: 4 } }, pageParameter: 'startPage' };
		expect(asked(LIST, {}, numbered)).toEqual([{ startPage: 5 }]);
	});

	it('is asked by a range where the venue answers with one', () => {
		const ranged = { 'content-range': 'items 0-1/5' };
		expect(asked(LIST, ranged)).toEqual([{ Range: 'items=2-3' }]);
		expect(asked(LIST, { 'content-range': '0-1/5' })).toEqual([{ Range: '2-3' }]);
		expect(outlook(LIST, { 'content-range': 'items 0-1/2' }).more).toBe('no');
		expect(outlook(LIST, { 'content-range': '0-1/2' }).more).toBe('no');
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
		{ hasMore: 1 },
		{ hasMore: '1' },
		{ HasMore: 'True' },
		{ isLastPage: 0 },
		{ IsLastPage: 'False' },
		{ moreAvailable: true },
		{ totalSize: 3 },
		{ TotalItemCount: 3 },
		{ rowCount: 3 },
		{ done: false },
		{ has_next_page: true },
		{ moreRows: true },
		{ remainingRecords: 93 },
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
		{ 'x-has-more': '1' },
		{ 'x-paging-total': '3' },
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
		{ meta: { remaining: 93 }, remainingRecords: 0, moreRows: false },
		{ page: 1, totalPages: 1 },
		{ totalPages: 1 },
		{ hasMore: 0, isLastPage: 1, rowCount: 2, done: true },
		{ hasMore: 'False', Links: [{ Rel: 'prev', Href: ADDRESS }] },
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

	it.each<[object, object]>([
		[{ page: 1 }, { page: 2 }],
		[{ pageIndex: 0 }, { pageIndex: 1 }],
		[{ offset: 0 }, { offset: 2 }],
	])('is unlikely, but looked for once, with %j alone', (around, query) => {
		const found = outlook({ ...around, items: LIST });
		expect([found.more, found.calls.map((call) => call.query)]).toEqual(['unlikely', [query]]);
		expect(outlook({ ...around, items: LIST, total: 2 }).more).toBe('no');
		expect(outlook({ ...around, items: LIST, pageSize: 5 }).more).toBe('no');
		expect(outlook({ ...around, items: [] }, {}, { length: 0, read: 0 }).more).toBe('no');
		const later = { length: 1, read: 3, pages: 2 };
		expect(outlook({ ...around, items: LIST }, {}, later).more).toBe('no');
	});

	it.each([{ page: 12 }, { number: 7 }, { offset: -5 }])('is not assumed with %j', (around) => {
		expect(outlook({ ...around, items: LIST }).more).toBe('no');
	});

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

/** A venue in which each page has `page`, and no count. */
async function readNumbered(
	pageOf: (number: number) => object,
	more: Partial<Paging<{ id: unknown }>> = {},
	call = CALL,
) {
	const numbers: unknown[] = [];
	const list = await readPages<{ id: unknown }>(call, {
		ask: async ({ query }) => {
			numbers.push(query?.page);
			const body = pageOf(Number(query?.page ?? 1));
			return await Promise.resolve({ status: 200, headers: {}, body, form: 'json' } as Answer);
		},
		entriesIn({ body }) {
			const { items } = body as { items?: Array<{ id: unknown }> };
			if (items) return items;
			throw new Error('Not a list');
		},
		idOf: ({ id }) => (id === undefined ? undefined : String(id)),
		...more,
	});
	return { numbers, told: toldAbout(list), ids: list.records.map(({ id }) => id) };
}

describe('a list with the number of the page alone', () => {
	const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
	const ids = (count: number) => rows(count).map(({ id }) => id);
	const slice = (all: object[], page: number) => all.slice((page - 1) * 25, page * 25);

	it.each([
		[60, [undefined, 2, 3]],
		[50, [undefined, 2, 3]],
		[25, [undefined, 2]],
		[0, [undefined]],
	])('of %i records is read to its end', async (count, numbers) => {
		const all = rows(count);
		const read = await readNumbered((page) => ({ page, items: slice(all, page) }));
		expect(read).toEqual({ numbers, told: undefined, ids: ids(count) });
	});

	it.each<[string, (page: number) => object]>([
		['gives the same page for each number', () => ({ page: 1, items: rows(25) })],
		['counts the number up all the same', (page) => ({ page, items: rows(25) })],
		['gives no list at another page', (page) => (page > 1 ? {} : { page, items: rows(25) })],
		['refuses another page', refusing(400)],
		['breaks at another page', refusing(500)],
	])('is whole without a word at a venue that %s, after one more request', async (_, pageOf) => {
		const read = await readNumbered(pageOf);
		expect(read).toEqual({ numbers: [undefined, 2], told: undefined, ids: ids(25) });
	});

	it('is not read while the venue is down', async () => {
		await expect(readNumbered(refusing(503))).rejects.toThrow('No');
	});

	it.each([3, 30])('is whole if a venue refuses what follows %i more records', async (more) => {
		const all = rows(25 + more);
		const pageOf = (page: number) => {
			if (page > Math.ceil(all.length / 25)) return refusing(404)(page);
			return { items: slice(all, page) };
		};
		const call = { ...CALL, query: { page: 1 } };
		const read = await readNumbered(pageOf, { pageParameter: 'page' }, call);
		expect([read.ids.length, read.told]).toEqual([all.length, undefined]);
	});

	function refusing(status: number) {
		return (page: number) => {
			const explanation = { message: 'No', description: '', httpCode: String(status) };
			if (page > 1) throw nodeApiError({} as never, explanation);
			return { page, items: rows(25) };
		};
	}
});

describe('a list whose first page the user did not name', () => {
	const paged = async (
		all: Array<{ id: unknown }>,
		pageOf: (number: number, rows: typeof all) => object,
	) => {
		const first: number[] = [];
		const firstIs = (number: number) => first.push(number);
		const call = { ...CALL, query: { page: 1 } };
		const read = await readNumbered(
			(number) => pageOf(number, all),
			{ firstIs, pageParameter: 'page', ...(all[0]?.id === undefined && { idOf: undefined }) },
			call,
		);
		return { ...read, first };
	};
	const some = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
	const from = (first: number) => (number: number, all: object[]) => ({
		items: number < first ? [] : all.slice((number - first) * 100, (number - first + 1) * 100),
	});
	const ids = (count: number) => some(count).map(({ id }) => id);

	it.each([
		[250, [1, 0, 1, 2, 3], [0]],
		[100, [1, 0, 1], [0]],
		[5, [1, 0, 1], [0]],
		[0, [1, 0], []],
	])('is whole if the venue counts from 0: %i records', async (count, numbers, first) => {
		const read = await paged(some(count), from(0));
		expect(read).toEqual({ numbers, first, ids: ids(count), told: undefined });
	});

	it.each([
		[250, [1, 0, 2, 3, 4], [1]],
		[5, [1, 0, 2], [1]],
		[0, [1, 0], []],
	])('takes one more request if it counts from 1: %i records', async (count, numbers, first) => {
		const read = await paged(some(count), from(1));
		expect(read).toEqual({ numbers, first, ids: ids(count), told: undefined });
	});

	it.each<[string, (number: number, all: object[]) => object]>([
		['gives page 1 for 0', (number, all) => from(1)(Math.max(number, 1), all)],
		[
			'gives all records for 0',
			(number, all) => (number === 0 ? { items: all } : from(1)(number, all)),
		],
		['gives no list for 0', (number, all) => (number === 0 ? {} : from(1)(number, all))],
		['refuses 0', orRefuse(404)],
		['breaks at 0', orRefuse(500)],
	])('is read once at a venue that %s', async (_, pageOf) => {
		const read = await paged(some(250), pageOf);
		const numbers = [1, 0, 2, 3, 4];
		expect(read).toEqual({ numbers, first: [1], ids: ids(250), told: undefined });
		const alike = Array.from({ length: 250 }, (_, index) => ({ id: undefined, type: index % 7 }));
		const rows = await paged(alike, pageOf);
		expect([rows.first, rows.ids.length]).toEqual([[1], 250]);
	});

	it('is asked for nothing more if the venue counts its records or pages', async () => {
		for (const around of [{ totalCount: 5 }, { totalPages: 1 }, { page: 1, total: 5 }]) {
			const read = await paged(some(5), (number, all) => ({ ...around, ...from(1)(number, all) }));
			expect(read).toEqual({ numbers: [1], first: [], ids: ids(5), told: undefined });
		}
		const none = await paged([], () => ({ items: [], totalPages: 0 }));
		expect(none.numbers).toEqual([1]);
	});

	it.each([{ totalCount: 250 }, { totalPages: 3 }])(
		'is whole if the venue counts from 0 and gives %j',
		async (around) => {
			const read = await paged(some(250), (number, all) => ({
				...around,
				...from(0)(number, all),
			}));
			expect(read.ids).toEqual(ids(250));
			expect(read.told).toBeUndefined();
		},
	);

	it.each([
		[250, [1, 0, 1, 2, 3]],
		[5, [1, 0, 1]],
	])(
		'is whole if the venue refuses the page behind the last: %i records',
		async (count, numbers) => {
			const read = await paged(some(count), (number, all) =>
				number > 0 && number * 100 >= all.length ? refused() : from(0)(number, all),
			);
			expect(read).toEqual({ numbers, first: [0], ids: ids(count), told: undefined });
		},
	);

	it.each<[string, () => object]>([
		['has nothing', () => ({ items: [] })],
		['is refused, too', refused],
	])('is refused in the words for page 1 if page 0 %s', async (_, zero) => {
		const reading = paged(some(5), (number) => (number === 0 ? zero() : refused()));
		await expect(reading).rejects.toThrow('No');
	});

	it('keeps rows that are alike, from 0 too', async () => {
		const alike = Array.from({ length: 250 }, (_, index) => ({ id: undefined, type: index % 7 }));
		expect((await paged(alike, from(0))).ids).toHaveLength(250);
	});

	function orRefuse(status: number) {
		return (number: number, all: object[]) =>
			number === 0 ? refused(status) : from(1)(number, all);
	}

	function refused(status = 404): never {
		throw nodeApiError({} as never, {
			message: 'No',
			description: '',
			httpCode: String(status),
		});
	}
});

it('is not whole if the venue gives its last page again and says that it has more', async () => {
	const pageOf = (page: number) => ({
		items: [{ id: Math.min(page, 3) }],
		hasMore: true,
	});
	const call = { ...CALL, query: { page: 1 } };
	const read = await readNumbered(pageOf, { pageParameter: 'page' }, call);
	expect(read.ids).toEqual([1, 2, 3]);
	expect(read.told).toMatch(/^These are not all records: .* enter it in Page Parameter\.$/);
});

describe('a count of the venue', () => {
	const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
	/** Pages from 0, of which nothing shows the number. */
	const pageFrom0 = (number: number, asked: boolean) => {
		const from = asked ? number * 100 : 0;
		return rows(350).slice(from, from + 100);
	};

	it.each<[string, (items: object[]) => object | null]>([
		['totalPages', (items) => ({ items, totalPages: 4 })],
		['totalItems', (items) => ({ items, totalItems: 350 })],
		['totalPages, and nothing at the end', (items) => items[0] && { items, totalPages: 4 }],
		['totalItems, and nothing at the end', (items) => items[0] && { items, totalItems: 350 }],
		['hasMore', (items) => ({ items, hasMore: items.length === 100 })],
	])('is read whole from page 0: %s', async (_, bodyOf) => {
		let asked = -1;
		const read = await readNumbered(
			(page) => bodyOf(pageFrom0(page, ++asked > 0)) ?? { items: [] },
		);
		expect([read.ids.length, read.told]).toEqual([350, undefined]);
	});

	it('is read from page 1, also if a record was added before that was tried', async () => {
		let asked = 0;
		const read = await readNumbered((page) => {
			const all = [...(++asked > 1 ? [{ id: 'new' }] : []), ...rows(350)];
			return { items: all.slice((page - 1) * 100, page * 100), totalPages: 4 };
		});
		expect([read.ids.length, read.told]).toEqual([350, undefined]);
	});

	it('shows that rows without IDs have moved', async () => {
		const pageOf = (page: number) => {
			const all = [...(page > 1 ? [{ id: 'new' }] : []), ...rows(200)];
			return { items: all.slice((page - 1) * 100, page * 100), totalItems: all.length };
		};
		const alike = await readNumbered(pageOf, { idOf: undefined });
		expect(alike.ids).not.toContain(199);
		expect(alike.told).toMatch(/the list changed while it was read/);
		const { ids, told } = await readNumbered(pageOf);
		expect([new Set(ids).size, told]).toEqual([200, undefined]);
	});
});

describe('a list with several rows for a record', () => {
	const row = (id: number, line: number) => ({ id, line });
	const first = [row(1, 1), row(1, 2), row(2, 1)];
	const read = async (second: object[], pages = [first, second]) => {
		const list = await readPages<object>(CALL, {
			ask: async ({ path }) => {
				const isFirst = path === CALL.path;
				const body = { items: pages[isFirst ? 0 : 1], next: isFirst ? ADDRESS : null };
				return await Promise.resolve({ status: 200, headers: {}, body, form: 'json' } as Answer);
			},
			entriesIn: ({ body }) => (body as { items: object[] }).items,
			idOf: (entry) => String((entry as { id: number }).id),
		});
		return [list.records, toldAbout(list)];
	};

	it('has all of them, wherever a page ends', async () => {
		const second = [row(2, 2), row(3, 1), row(4, 1)];
		expect(await read(second)).toEqual([[...first, ...second], undefined]);
		const pages = [
			[row(4, 1), row(1, 0)],
			[...first, row(5, 1)],
		];
		expect(await read([], pages)).toEqual([pages.flat(), undefined]);
	});

	it('has each of them once, with a word, if the list changed while it was read', async () => {
		const second = [row(2, 1), row(3, 1)];
		const changed = expect.stringMatching(/the list changed while it was read/) as string;
		expect(await read(second)).toEqual([[...first.slice(0, 2), ...second], changed]);
	});
});

describe('a list with cursors and empty pages, as a venue gives it that filters each page', () => {
	const read = async (pages: object[][]) => {
		let asked = 0;
		const list = await readPages(CALL, {
			ask: async () => {
				const items = pages[asked++] ?? [];
				const body = { items, ...(asked === pages.length ? {} : { nextCursor: `c${asked}` }) };
				return await Promise.resolve({ status: 200, headers: {}, body, form: 'json' } as Answer);
			},
			entriesIn: ({ body }) => (body as { items: object[] }).items,
		});
		return { records: list.records, asked, told: toldAbout(list) };
	};
	const empty = (pages: number) => Array<object[]>(pages).fill([]);

	it.each([4, 60])('is read to its end: %i empty pages', async (pages) => {
		const { records, told } = await read([[{ id: 1 }], ...empty(pages), [{ id: 2 }], []]);
		expect([records, told]).toEqual([[{ id: 1 }, { id: 2 }], undefined]);
		expect((await read([...empty(pages), [{ id: 2 }]])).records).toEqual([{ id: 2 }]);
	});

	it('is not taken for whole if that does not end', async () => {
		const { asked, told } = await read([[{ id: 1 }], ...empty(1_000)]);
		expect(asked).toBeLessThan(110);
		expect(told).toMatch(/^These may not be all records: .* both that there are more and/);
	});
});

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
