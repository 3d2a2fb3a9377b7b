import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, MINUTE, VenuePlatformTool } from './support/actionNode';

const JSON_TYPE = { 'content-type': 'application/json' };
const PATH = '/data/bookingitems';

interface Style {
	/** The name of the parameter for the number of the page. */
	page: string;
	size: number;
	around?: (page: number, pages: number, total: number) => object;
	firstPage?: number;
}

/** As public documentation of a live service has it. */
const LIVE: Style = {
	page: 'pageNumber',
	size: 100,
	around: (currentPage, totalPages, totalItems) => ({
		...{ currentPage, totalPages, totalItems, itemsPerpage: 100 },
	}),
};

let node: ActionNode;

beforeEach(async () => {
	node = await ActionNode.open();
});
afterEach(async () => await node.close());

/** Serves these rows by day and page, and refuses more than a day at once. */
function serve(
	rowsOf: (day: string) => unknown[],
	{ page, size, around }: Style = LIVE,
	path = PATH,
) {
	node.venue.undocumented.on(`GET ${path}`, { headers: JSON_TYPE }, ({ query }) => {
		const [start, end] = ['startDate', 'endDate'].map((name) => query.get(name));
		if (start !== end) return { status: 400, body: '{"message": "At most one day"}' };
		const rows = rowsOf(start ?? '');
		const number = Number(query.get(page) ?? 1);
		const limit = Number(query.get('pageSize') ?? size);
		const items = rows.slice((number - 1) * limit, number * limit);
		const pages = Math.ceil(rows.length / limit);
		const body = around ? { ...around(number, pages, rows.length), items } : items;
		return { body: JSON.stringify(body) };
	});
}

const query = async (options: INodeParameters, path = PATH) =>
	await node.execute(['bulkReport', 'query', { path, options }]);
const jsonOf = ({ items }: Awaited<ReturnType<typeof query>>) => items[0].map(({ json }) => json);
const sent = (path = PATH) => node.venue.requestsTo(`GET ${path}`);

const june = (day: number) => `2026-06-${String(day).padStart(2, '0')}`;
describe('Query by day and page', () => {
	it('uses the names, sizes and days per call that the user entered', async () => {
		const body = '{"items": [{"day": 1}], "totalItems": 1}';
		node.venue.undocumented.on('GET /data/x', { headers: JSON_TYPE }, () => ({ body }));
		const range = { ...{ from: june(1), to: june(5), daysPerCall: 2, endIs: 'nextDay' } };
		const dateRange = { ...range, startParameter: 'first', endParameter: 'last' };
		const pages = { pageParameter: 'p', pageSizeParameter: 'per', pageSize: 7 };
		await query({ allPages: true, dateRange, ...pages }, '/data/x');
		expect(sent('/data/x').map(({ search }) => search)).toEqual([
			'per=7&p=1&first=2026-06-01&last=2026-06-03',
			'per=7&p=1&first=2026-06-03&last=2026-06-05',
			'per=7&p=1&first=2026-06-05&last=2026-06-06',
		]);
	});

	it('keeps a record of a day that has a list of its own, unless Split List is on', async () => {
		const products = [{ product: 1 }, { product: 2 }];
		const days = [
			{ date: june(1), revenue: 12, byProduct: products },
			{ date: june(2), revenue: 0, byProduct: null },
		];
		node.venue.undocumented.on(`GET ${PATH}`, { headers: JSON_TYPE }, ({ query: asked }) => ({
			body: JSON.stringify(days.find(({ date }) => date === asked.get('startDate'))),
		}));
		const dateRange = { from: june(1), to: june(2) };
		expect(jsonOf(await query({ dateRange }))).toEqual(days);
		const call = { path: PATH, options: { dateRange, splitList: true } };
		expect(jsonOf(await node.execute(['api', 'call', call]))).toEqual([...products, days[1]]);
	});

	it.each(['items', 'bookingitems', 'rows'])('takes a list out of an answer: %s', async (name) => {
		const rows = [{ day: 1 }, { day: 2 }];
		const body = JSON.stringify({ [name]: rows, totalItems: 2, errors: [] });
		node.venue.undocumented.on(`GET ${PATH}`, { headers: JSON_TYPE }, () => ({ body }));
		expect(jsonOf(await query({ dateRange: { from: june(1) } }))).toEqual(rows);
	});

	it('a day is that of From as it is written, and an instant becomes one by Venue Time Zone', async () => {
		serve((day) => [{ day }]);
		const daysOf = async (dateRange: INodeParameters) =>
			jsonOf(await query({ dateRange })).map(({ day }) => day);
		expect(await daysOf({ from: '2026-06-01T23:59:00' })).toEqual([june(1)]);
		const instant = { from: '2026-06-01T02:00:00Z', to: '2026-06-02T02:00:00Z' };
		expect(await daysOf({ ...instant, venueTimeZone: 'UTC' })).toEqual([june(1), june(2)]);
		expect(await daysOf({ ...instant, venueTimeZone: 'America/New_York' })).toEqual([
			'2026-05-31',
			june(1),
		]);
		const [today] = new Date(node.start).toISOString().split('T');
		const west = { from: '={{ $today }}', venueTimeZone: 'America/Los_Angeles' };
		expect(await daysOf(west)).toEqual([today]);
	});

	it.each<[INodeParameters, RegExp]>([
		[{ dateRange: { from: '2025-01-01', to: '2026-01-02' } }, /367 days.*at most 366/],
		[{ dateRange: { from: june(2), to: june(1) } }, /“To” is before “From”/],
		[{ dateRange: { to: june(1) } }, /“From” is not a day/],
		[{ dateRange: { from: june(1), venueTimeZone: 'Mars' } }, /“Venue Time Zone”/],
		[{ dateRange: { from: june(1), daysPerCall: 0 } }, /“Days per Call”/],
		[{ dateRange: { from: june(1), endIs: 'never' } }, /“End Is”/],
		[{ allPages: 'perhaps' }, /“All Pages”/],
		[{ allPages: true, pageSize: 0 }, /“Page Size”/],
	])(
		'%j is refused before the first call [troubleshooting: one run reads at most]',
		async (options, message) => {
			const { error } = await query(options);
			expect(error?.message).toMatch(message);
			expect(node.venue.requests).toEqual([]);
		},
	);

	it('366 days are read [api-access: 366 days]', async () => {
		serve((day) => [{ day }]);
		const dateRange = { from: '2024-01-01', to: '2024-12-31' };
		const days = jsonOf(await query({ dateRange }));
		expect(days).toHaveLength(366);
		expect(days[365]).toEqual({ day: '2024-12-31' });
	});

	it('without All Pages it says that a day has more', async () => {
		serve(() => Array.from({ length: 150 }, (_, id) => ({ id })));
		const execution = await query({ dateRange: { from: june(1) } });
		expect(jsonOf(execution)).toHaveLength(100);
		expect(execution.hints[0].message).toMatch(
			/^These are not all records: .* next page, or add All Pages/,
		);
	});

	it('without All Pages it says that a day may have more than a full page [api-access: may be missing]', async () => {
		const bare = { page: 'page', size: 100 };
		serve((day) => Array.from({ length: 180 }, (_, id) => ({ day, id })), bare);
		const range = { from: june(1), to: june(3) };
		const execution = await query({ dateRange: range });
		expect(jsonOf(execution)).toHaveLength(300);
		expect(execution.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^These may not be all records: the venue gave exactly 100/),
		]);
		serve((day) => Array.from({ length: 99 }, (_, id) => ({ day, id })), bare);
		expect((await query({ dateRange: range })).hints).toEqual([]);
	});

	it('only reads', async () => {
		const parameters = { path: PATH, method: 'POST', options: { allPages: true } };
		const { message } = await node.errorOf('bulkReport', 'query', parameters);
		expect(message).toMatch(/need GET as Method/);
		expect(node.venue.requests).toEqual([]);
	});

	it.each(['text', 'file'])('is not read as %s', async (responseFormat) => {
		for (const option of [{ allPages: true }, { dateRange: { from: june(1) } }]) {
			const parameters = { path: PATH, options: { ...option, responseFormat } };
			const { message } = await node.errorOf('bulkReport', 'query', parameters);
			expect(message).toMatch(/Response Format has to be Automatic or JSON/);
		}
		expect(node.venue.requests).toEqual([]);
	});

	it('stops when it is canceled', async () => {
		serve(() => [{ id: 1 }]);
		const running = await node.begin([
			'bulkReport',
			'query',
			{ path: PATH, options: { dateRange: { from: '2026-01-01', to: '2026-12-31' } } },
		]);
		node.venue.faults.on(`GET ${PATH}`, { kind: 'hang' }, { after: 5 });
		setTimeout(() => running.cancel(), MINUTE);
		const { status } = await node.whileTimeMoves(running.done);
		expect(status).toBe('canceled');
		expect(sent()).toHaveLength(6);
	});
});

describe('Call with All Pages', () => {
	const call = async (options: INodeParameters) =>
		await node.execute([
			...(['api', 'call'] as const),
			{ path: '/customers', options: { allPages: true, ...options } },
		]);
	const rows = Array.from({ length: 250 }, (_, index) => ({ uniqueId: `C-${index}`, size: 1 }));
	const alike = rows.map(({ size }, index) => ({ size, day: index % 7 }));

	it.each<[string, Style, INodeParameters]>([
		['finds the parameter in the envelope', LIVE, {}],
		['ends at an empty page', { page: 'p', size: 50 }, { pageParameter: 'p' }],
		['asks for the size', { page: 'page', size: 10 }, { pageParameter: 'page', pageSize: 125 }],
	])('%s', async (_, style, options) => {
		serve(() => rows, style, '/customers');
		const execution = await call(options);
		expect(jsonOf(execution)).toEqual(rows);
		expect(execution.hints).toEqual([]);
	});

	it.each<[string, number, INodeParameters, string[]]>([
		['from 0', 0, {}, ['1', '0', '1', '2', '3']],
		['from 1', 1, {}, ['1', '0', '2', '3', '4']],
		['from 0, as the user says', 0, { queryParameters: { p: 0 } }, ['0', '1', '2', '3']],
		['from 1, as the user says', 1, { queryParameters: { p: 1 } }, ['1', '2', '3', '4']],
	])('reads pages that the venue counts %s', async (_, first, options, asked) => {
		node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE }, ({ query }) => {
			const number = Number(query.get('p')) - first;
			return {
				body: JSON.stringify(number < 0 ? [] : rows.slice(number * 120, number * 120 + 120)),
			};
		});
		const execution = await call({ pageParameter: 'p', ...options });
		expect(jsonOf(execution)).toEqual(rows);
		expect(execution.hints).toEqual([]);
		expect(sent('/customers').map(({ query }) => query.p)).toEqual(asked);
	});

	it.each(['offset', '$skip', 'skipCount', 'page[offset]', 'start'])(
		'counts records and not pages with the parameter %s',
		async (parameter) => {
			node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE }, ({ query }) => {
				const from = Number(query.get(parameter));
				return { body: JSON.stringify(alike.slice(from, from + 100)) };
			});
			const execution = await call({ pageParameter: parameter });
			expect(jsonOf(execution)).toEqual(alike);
			expect(execution.hints).toEqual([]);
			expect(sent('/customers').map(({ query }) => query[parameter])).toEqual([
				...['0', '100', '200', '250'],
			]);
		},
	);

	it('learns nothing for later days from a parameter that the venue ignores', async () => {
		const style = {
			page: 'pageNumber',
			size: 100,
			around: (page: number) => ({ currentPage: page }),
		};
		const ofDay = (day: string) => (day === june(1) ? rows.slice(0, 30) : rows);
		serve(ofDay, style, '/customers');
		const execution = await call({ dateRange: { from: june(1), to: june(2) } });
		expect(jsonOf(execution)).toEqual([...rows.slice(0, 30), ...rows]);
		expect(execution.hints).toEqual([]);
	});

	it('asks once for all days where the venue counts its pages from', async () => {
		node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE }, ({ query }) => {
			const number = Number(query.get('p'));
			return { body: JSON.stringify(rows.slice(number * 200, number * 200 + 200)) };
		});
		const dateRange = { from: june(1), to: june(3) };
		const execution = await call({ pageParameter: 'p', dateRange });
		expect(jsonOf(execution)).toHaveLength(750);
		const asked = ['1', '0', '1', '2', '0', '1', '2', '0', '1', '2'];
		expect(sent('/customers').map(({ query }) => query.p)).toEqual(asked);
	});

	it.each([0, 1])(
		'skips no page of later days where only the first one showed the parameter: counted from %d',
		async (from) => {
			node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE }, ({ query }) => {
				const number = Number(query.get('page') ?? from) - from;
				const items = rows.slice(number * 100, number * 100 + 100);
				return { body: JSON.stringify({ items, hasMore: number < 2 }) };
			});
			const execution = await call({ dateRange: { from: june(1), to: june(2) } });
			expect(jsonOf(execution)).toEqual([...rows, ...rows]);
			expect(execution.hints).toEqual([]);
		},
	);

	it('says that no item comes from an empty list, but not to an agent', async () => {
		serve(() => [], LIVE, '/customers');
		expect((await call({})).hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/has nothing in it, .* switch on Always Output Data/),
		]);
		const parameters = { path: '/customers', options: { allPages: true } };
		const forAgent = await node.execute(['api', 'call', parameters], { node: VenuePlatformTool });
		expect(forAgent.hints).toEqual([]);
	});

	it('tells an agent with a last item that there may be more [api-access: may be missing]', async () => {
		const body = JSON.stringify({ items: rows.slice(0, 3), hasMore: true });
		node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE, body });
		const { items } = await node.execute(
			['api', 'call', { path: '/customers', options: { allPages: true } }],
			{ node: VenuePlatformTool },
		);
		expect(items[0]).toHaveLength(4);
		expect(items[0][3].json.note).toMatch(/not all records/);
	});

	it('says if there is no list', async () => {
		node.venue.undocumented.on('GET /customers', { headers: JSON_TYPE, body: '{"name": "Ada"}' });
		const { error } = await call({});
		expect(error?.message).toBe('The venue’s answer is not a list, so it cannot be used');
		expect(error?.description).toMatch(/Remove All Pages/);
		expect(error?.description).not.toMatch(/Base URL|newer version/);
		node.venue.undocumented.on('GET /customers', { body: 'a;b' });
		expect((await call({})).error?.description).toMatch(/Remove All Pages/);
	});
});

describe('one page of a list, without All Pages', () => {
	const sends = (length: number, around?: object, headers = {}) => {
		const items = Array.from({ length }, (_, id) => ({ id }));
		const body = JSON.stringify(around ? { ...around, items } : items);
		const sent = { headers: { ...JSON_TYPE, ...headers }, body };
		for (const call of ['GET /customers', 'POST /customers', `GET ${PATH}`, `POST ${PATH}`]) {
			node.venue.undocumented.on(call, sent);
		}
	};
	const hintsOf = async (parameters: [string, string, INodeParameters]) =>
		(await node.execute(parameters)).hints.map(({ message }) => message);
	const call = (method: string, options: INodeParameters = {}) =>
		hintsOf(['api', 'call', { path: '/customers', method, options }]);
	const report = (method: string) => hintsOf(['bulkReport', 'query', { path: PATH, method }]);
	const MAYBE = [expect.stringMatching(/^These may not be all records: .* exactly 100/)];

	it('may not be all if it is full, and a hint says so [reliability: without a word]', async () => {
		sends(100);
		expect(await call('GET')).toEqual(MAYBE);
		expect(await report('GET')).toEqual(MAYBE);
		expect(await report('POST')).toEqual(MAYBE);
		sends(100, {});
		expect(await call('GET', { splitList: true })).toEqual(MAYBE);
	});

	it('comes without a word if it is whole, or as the venue gives it', async () => {
		sends(99);
		expect([await call('GET'), await report('GET')]).toEqual([[], []]);
		sends(100, undefined, { 'x-total-count': '100' });
		expect([await call('GET'), await report('GET')]).toEqual([[], []]);
		sends(100, { total: 100 });
		expect(await call('GET', { splitList: true })).toEqual([]);
		sends(100, {});
		expect(await call('GET')).toEqual([]);
	});

	it('says how to go on as the Method allows', async () => {
		sends(2, { total: 5 });
		expect(await call('GET', { splitList: true })).toEqual([
			expect.stringMatching(/next page, or add All Pages/),
		]);
		expect(await call('POST', { splitList: true })).toEqual([
			expect.stringMatching(/Ask for the next page\.$/),
		]);
	});

	it('is not doubted if it is what a request has made', async () => {
		sends(100);
		expect(await call('POST')).toEqual([]);
	});
});
