/** What a venue is asked for: the query and the headers of one request. */
interface Asked {
	query: URLSearchParams;
	headers: Record<string, unknown>;
	/** The path of the list, as the venue sees it. */
	path: string;
}

interface Sent {
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
}

type Entry = Record<string, unknown>;

/** One way to give a long list. */
export interface Style {
	name: string;
	/** Nothing is ever cut without a word: the list is read whole, or the user is told. */
	gives: 'whole' | 'told';
	answer(all: Entry[], asked: Asked): Sent;
}

const PAGE_LENGTH = 100;

const REFUSED: Sent = { status: 400, body: { Message: 'This value is not valid.' } };

interface Page {
	/** From 1. */
	number: number;
	entries: Entry[];
	pages: number;
	total: number;
	isLast: boolean;
}

function pageOf(all: Entry[], number: number): Page {
	const pages = Math.max(1, Math.ceil(all.length / PAGE_LENGTH));
	const entries = all.slice((number - 1) * PAGE_LENGTH, number * PAGE_LENGTH);
	return { number, entries, pages, total: all.length, isLast: number >= pages };
}

/** A page by its number. */
function numbered(
	name: string,
	parameter: string,
	around: (page: Page, asked: Asked) => object,
	{ gives = 'whole', from = 1, headers }: Partial<Numbered> = {},
): Style {
	return {
		name,
		gives,
		answer(all, asked) {
			const page = pageOf(all, Number(asked.query.get(parameter) ?? from) - from + 1);
			const body = around({ ...page, number: page.number - 1 + from }, asked);
			return { body, headers: headers?.(page, asked) };
		},
	};
}

interface Numbered {
	gives: Style['gives'];
	from: 0 | 1;
	headers: (page: Page, asked: Asked) => Record<string, string>;
}

const bare = ({ entries }: Page) => entries;
const hasMore = ({ entries, isLast }: Page) => ({ items: entries, hasMore: !isLast });
const totalPages = ({ entries, pages }: Page) => ({ items: entries, totalPages: pages });

/** A page by the number of entries before it. */
function offset(name: string, parameter: string, around: (page: Offset) => object): Style {
	return {
		name,
		gives: 'whole',
		answer(all, { query }) {
			const from = Number(query.get(parameter) ?? 0);
			const entries = all.slice(from, from + PAGE_LENGTH);
			return { body: around({ from, entries, total: all.length }) };
		},
	};
}

interface Offset {
	from: number;
	entries: Entry[];
	total: number;
}

/** A page by a text that only the venue understands. */
function cursor(
	name: string,
	parameter: string,
	around: (entries: Entry[], next: string | undefined) => object,
): Style {
	return {
		name,
		gives: 'whole',
		answer(all, { query }) {
			const given = query.get(parameter);
			const from = given === null ? 0 : Number(/^after-(\d+)-$/.exec(given)?.[1] ?? NaN);
			if (Number.isNaN(from)) return REFUSED;
			const next = from + PAGE_LENGTH;
			const entries = all.slice(from, next);
			return { body: around(entries, next < all.length ? `after-${next}-` : undefined) };
		},
	};
}

/** The address of a page, with all that was asked for. */
const address = ({ path, query }: Asked, number: number, base = '') => {
	const next = new URLSearchParams(query);
	next.set('page', String(number));
	return `${base}${path}?${next.toString()}`;
};

const addressed = (
	name: string,
	base: string,
	around: (page: Page, next: string | null) => object,
) =>
	numbered(name, 'page', (page, asked) =>
		around(page, page.isLast ? null : address(asked, page.number + 1, base)),
	);

const linked = (name: string, base: string) =>
	numbered(name, 'page', bare, {
		headers: (page, asked): Record<string, string> =>
			page.isLast
				? {}
				: {
						link: `<${address(asked, 1, base)}>; rel="first", <${address(asked, page.number + 1, base)}>; rel="next"`,
					},
	});

/** At most so many, whatever is asked for, and no sign of more. */
const capped = (name: string, pick: (all: Entry[]) => Entry[]): Style => ({
	name,
	gives: 'told',
	answer: (all) => ({ body: { list: pick(all) } }),
});

const idOf = ({ uniqueId }: Entry) => String(uniqueId);

const NEW = { uniqueId: 'new', webhookId: 'new' };

/** From the second page on, the list is another one. */
const moving = (name: string, gives: Style['gives'], moved: (all: Entry[]) => Entry[]): Style => ({
	name,
	gives,
	answer(all, { query }) {
		const number = Number(query.get('page') ?? 1);
		const page = pageOf(number > 1 ? moved(all) : all, number);
		return { body: { items: page.entries, page: number, totalItems: page.total } };
	},
});

export const STYLES: Style[] = [
	{ name: 'all at once', gives: 'whole', answer: (all) => ({ body: all }) },

	capped('a bare array of 100, newest first', (all) => [...all].reverse().slice(0, 100)),
	capped('an array of 100, oldest first', (all) => all.slice(0, 100)),
	capped('an array of 100, by ID', (all) =>
		[...all].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1)).slice(0, 100),
	),
	capped('an array of 100, in no order', (all) =>
		[...all.slice(7), ...all.slice(0, 7)].slice(0, 100),
	),
	numbered('a bare array, pages by a parameter that nothing names', 'page', bare, {
		gives: 'told',
	}),

	numbered('pageNumber and pageSize', 'pageNumber', ({ number, entries }) => ({
		...{ items: entries, pageNumber: number, pageSize: PAGE_LENGTH },
	})),
	numbered('currentPage, totalPages, totalItems', 'pageNumber', (page) => ({
		...{ currentPage: page.number, totalPages: page.pages, totalItems: page.total },
		...{ itemsPerpage: PAGE_LENGTH, items: page.entries },
	})),
	numbered('totalPages', 'page', ({ number, pages, entries }) => ({
		data: entries,
		meta: { page: number, totalPages: pages },
	})),
	numbered('pageCount', 'page', ({ number, pages, entries }) => ({
		...{ results: entries, page: number, pageCount: pages },
	})),
	numbered('last_page', 'page', ({ number, pages, entries, total }) => ({
		...{ data: entries, current_page: number, last_page: pages, per_page: PAGE_LENGTH, total },
	})),
	numbered(
		'number from 0, last, totalElements',
		'page',
		({ number, pages, entries, total, isLast }) => ({
			...{ content: entries, number, size: PAGE_LENGTH, last: isLast },
			...{ totalPages: pages, totalElements: total },
		}),
		{ from: 0 },
	),
	numbered('more, without a name for the page', 'page', ({ entries, isLast }) => ({
		...{ items: entries, more: !isLast },
	})),
	numbered('hasMore alone, from 0', 'pageNumber', hasMore, { from: 0 }),
	numbered('hasMore alone, by a parameter that nothing names', 'position', hasMore, {
		gives: 'told',
	}),
	numbered('totalPages alone, from 0', 'page', totalPages, { from: 0 }),
	numbered('totalPages alone', 'page', totalPages),
	numbered('hasMore and page', 'page', ({ entries, isLast, number }) => ({
		...{ items: entries, hasMore: !isLast, page: number },
	})),
	numbered('totalCount alone', 'pageNumber', ({ entries, total }) => ({
		...{ items: entries, totalCount: total },
	})),
	numbered('total alone', 'page', ({ entries, total }) => ({ data: entries, total })),
	numbered('total beside the count of the page', 'page', ({ number, entries, total }) => ({
		...{ page: number, limit: PAGE_LENGTH, total, count: entries.length, items: entries },
	})),
	numbered('totalItems beside itemCount', 'page', ({ number, entries, total }) => ({
		items: entries,
		meta: { currentPage: number, totalItems: total, itemCount: entries.length },
	})),
	numbered('totalPages beside the count of the page', 'page', ({ number, pages, entries }) => ({
		...{ page: number, totalPages: pages, count: entries.length, items: entries },
	})),
	numbered('limit beside the count of the page', 'page', ({ number, entries }) => ({
		...{ page: number, limit: PAGE_LENGTH, count: entries.length, items: entries },
	})),
	numbered('the count of all, and a limit', 'page', ({ number, entries, total }) => ({
		...{ page: number, limit: PAGE_LENGTH, count: total, items: entries },
	})),
	numbered('nextPage as a number', 'page', ({ entries, isLast, number }) => ({
		...{ items: entries, nextPage: isLast ? null : number + 1 },
	})),
	numbered('nextPage as a number, 0 at the end', 'page', ({ entries, isLast, number }) => ({
		...{ items: entries, nextPage: isLast ? 0 : number + 1 },
	})),
	numbered('nextPage always, up to an empty page', 'page', ({ entries, number }) => ({
		...{ items: entries, nextPage: number + 1 },
	})),

	offset('offset and limit', 'offset', ({ from, entries }) => ({
		...{ items: entries, offset: from, limit: PAGE_LENGTH },
	})),
	offset('skip, take and totalCount', 'skip', ({ from, entries, total }) => ({
		...{ value: entries, skip: from, take: PAGE_LENGTH, totalCount: total },
	})),
	offset('nextOffset', 'offset', ({ from, entries, total }) => ({
		items: entries,
		nextOffset: from + PAGE_LENGTH < total ? from + PAGE_LENGTH : null,
	})),

	numbered('X-Total-Count', 'page', bare, {
		headers: ({ total }) => ({ 'x-total-count': String(total) }),
	}),
	numbered('X-Pagination', 'pageNumber', bare, {
		headers: ({ number, pages, total, isLast }) => ({
			'x-pagination': JSON.stringify({
				...{ TotalCount: total, PageSize: PAGE_LENGTH, CurrentPage: number },
				...{ TotalPages: pages, HasNext: !isLast },
			}),
		}),
	}),
	numbered('X-Page, X-Next-Page and X-Total-Pages', 'page', bare, {
		headers: ({ number, pages, isLast }) => ({
			...{ 'x-page': String(number), 'x-total-pages': String(pages) },
			'x-next-page': isLast ? '' : String(number + 1),
		}),
	}),
	{
		name: '206 with Content-Range',
		gives: 'whole',
		answer(all, { headers }) {
			const [, from = '0'] = /^items=(\d+)-\d+$/.exec(String(headers.range ?? '')) ?? [];
			const entries = all.slice(Number(from), Number(from) + PAGE_LENGTH);
			const to = Number(from) + entries.length - 1;
			const range = `items ${from}-${to}/${all.length}`;
			return { status: 206, headers: { 'content-range': range }, body: entries };
		},
	},

	cursor('nextCursor', 'cursor', (entries, next) => ({ items: entries, nextCursor: next ?? '' })),
	cursor('next_page_token', 'page_token', (entries, next) => ({
		...{ items: entries, next_page_token: next },
	})),
	cursor('continuationToken', 'continuationToken', (entries, next) => ({
		...{ items: entries, continuationToken: next ?? null },
	})),
	cursor('endCursor and hasNextPage', 'after', (entries, next) => ({
		nodes: entries,
		pageInfo: { endCursor: next ?? 'after-9-', hasNextPage: next !== undefined },
	})),
	{
		...cursor('a cursor for an unknown parameter', 'position', (entries, next) => ({
			...{ items: entries, nextCursor: next ?? null },
		})),
		gives: 'told',
	},

	addressed('next as an address', 'https://venue.example', (page, next) => ({
		...{ items: page.entries, next },
	})),
	addressed('_links.next.href, relative', '', ({ entries }, next) => ({
		items: entries,
		_links: next === null ? {} : { next: { href: next } },
	})),
	addressed('@odata.nextLink', 'https://venue.example', ({ entries }, next) => ({
		value: entries,
		...(next === null ? {} : { '@odata.nextLink': next }),
	})),
	linked('Link, relative', ''),
	linked('Link by http', 'http://venue.example'),
	linked('Link to another host', 'https://inner.example.com/api'),
	{
		name: 'next at another path',
		gives: 'told',
		answer: (all, { path }) => {
			return { body: { items: pageOf(all, 1).entries, next: `${path}/next/2` } };
		},
	},

	{
		name: 'pages that repeat',
		gives: 'told',
		answer: (all) => ({ body: { items: pageOf(all, 1).entries, page: 1, totalPages: 3 } }),
	},
	{
		name: 'addresses in a circle',
		gives: 'told',
		answer(all, asked) {
			const number = Number(asked.query.get('page') ?? 1);
			const next = address(asked, (number % 2) + 1);
			return { body: { items: pageOf(all, number).entries, next } };
		},
	},
	{
		name: 'the last page again for each later number',
		gives: 'told',
		answer(all, { query }) {
			const asked = Number(query.get('page') ?? 1);
			const { entries } = pageOf(all, Math.min(asked, pageOf(all, 1).pages));
			return { body: { items: entries, nextPage: asked + 1 } };
		},
	},
	moving('a new record in front while it is read', 'whole', (all) => [NEW, ...all]),
	moving('a record that moves to the end while it is read', 'told', ([one, ...all]) => [
		...all,
		one,
	]),
	moving('a record that goes while it is read', 'told', ([, ...all]) => all),
	{
		name: 'an empty page in the middle',
		gives: 'whole',
		answer(all, asked) {
			const number = Number(asked.query.get('page') ?? 1);
			const { entries, isLast } = pageOf(all, number > 2 ? number - 1 : number);
			const next = isLast && number !== 2 ? null : address(asked, number + 1);
			return { body: { items: number === 2 ? [] : entries, next } };
		},
	},
	{
		name: 'a next page that is refused',
		gives: 'told',
		answer(all, { query }) {
			if (query.has('page')) return REFUSED;
			return { body: { items: pageOf(all, 1).entries, nextPage: 2 } };
		},
	},
];
