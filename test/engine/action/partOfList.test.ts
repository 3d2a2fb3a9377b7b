import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, byId } from './support/actionNode';

const ALL: INodeParameters = { returnAll: true };

describe('a list that comes in parts', () => {
	let node: ActionNode;

	afterEach(async () => await node.close());

	it('is followed to its end, but not beyond the limit [api 8.5] [troubleshooting: These are not all]', async () => {
		node = await ActionNode.open({ profile: 'paged', variations: { pageSize: 10 } });
		node.venue.bookings.seed(35, { everySeconds: 60 });
		const { items, hints } = await node.execute(['booking', 'getAll', ALL]);
		expect(items[0].map(({ json }) => json)).toEqual(node.venue.bookings.all());
		expect(hints).toEqual([]);

		node.venue.forgetRequests();
		expect(await node.items('booking', 'getAll', { limit: 15 })).toHaveLength(15);
		expect(node.venue.count('GET /bookings')).toBe(2);
	});

	it('keeps its filters from page to page', async () => {
		node = await ActionNode.open({ profile: 'paged', variations: { pageSize: 4 } });
		node.venue.bookings.seed(20, { everySeconds: 60 });
		const modifiedFromDate = new Date(node.start - 9 * 60_000).toISOString();
		const filters = { modifiedFromDate };
		expect(await node.items('booking', 'getAll', { ...ALL, filters })).toHaveLength(10);
	});

	const answer = (endpoint: string, body: object) =>
		node.venue.faults.on(endpoint, { kind: 'answer', status: 200, body: JSON.stringify(body) });

	it.each([
		['booking', 'GET /bookings', 'bookings'],
		['webhook', 'GET /webhooks', 'webhooks'],
		['failedMessage', 'GET /webhooks/messages/failed', 'failed messages'],
	])(
		'comes with a hint if the venue does not show where the rest is (%s)',
		async (resource, endpoint, name) => {
			node = await ActionNode.open();
			answer(endpoint, { items: [{ webhookId: 1, uniqueId: 'a' }], total: 40, nextPage: 2 });
			const { items, hints } = await node.execute([resource, 'getAll', ALL]);
			expect(items[0]).toHaveLength(1);
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(`^These are not all ${name}: `),
			]);
		},
	);

	it('comes with a hint if it is kept inside its object and has more pages', async () => {
		node = await ActionNode.open();
		const list = { items: [{ id: 1 }, { id: 2 }], currentPage: 1, totalPages: 3 };
		const shown = async (body: object) => {
			node.venue.undocumented.on('GET /data/visits', { body: JSON.stringify(body) });
			const { items, hints } = await node.execute(['api', 'call', { path: '/data/visits' }]);
			expect(items[0].map(({ json }) => json)).toEqual([body]);
			return hints.map(({ message }) => message);
		};
		expect(await shown(list)).toEqual([
			expect.stringMatching(/^These are not all records: .*All Pages/),
		]);
		expect(await shown({ ...list, totalPages: 1 })).toEqual([]);
		// A record with a list of its own.
		expect(await shown({ ...list, revenue: 12 })).toEqual([]);
	});

	describe('beside words of the venue that something did not work', () => {
		const booking = { uniqueId: 'A', visitDate: '2026-11-25' };
		const failed = { items: [booking], errors: [{ message: 'One store is away' }] };
		const mayBePart = expect.stringMatching(
			/^These may not be all .*: the venue’s answer also says that something did not work\./,
		) as unknown;
		const run = async (...of: Parameters<ActionNode['execute']>) => {
			const { items, hints, error } = await node.execute(...of);
			return {
				json: items[0]?.map(({ json }) => json),
				told: hints.map((told) => told.message),
				error,
			};
		};

		it.each([
			['booking', 'GET /bookings'],
			['webhook', 'GET /webhooks'],
			['failedMessage', 'GET /webhooks/messages/failed'],
		])('may not be all of it (%s)', async (resource, endpoint) => {
			node = await ActionNode.open();
			answer(endpoint, failed);
			const { json, told } = await run([resource, 'getAll', ALL]);
			expect(json).toHaveLength(1);
			expect(told).toEqual([mayBePart]);
		});

		it('is no answer to who comes on a day', async () => {
			node = await ActionNode.open();
			answer('GET /bookings', failed);
			const filters = { visitFrom: '2026-11-25', visitTo: '2026-11-25' };
			const { error } = await run(['booking', 'getAll', { ...ALL, filters }]);
			expect(error?.message).toMatch(/^The venue’s list may leave out visits/);
		});

		it.each<[string, INodeParameters]>([
			['/data/visits', { splitList: true }],
			['/data/visits', { allPages: true }],
			['/data/visits', { dateRange: { from: '2026-11-25', to: '2026-11-25' } }],
		])('may not be all that a call gives: %s, %j', async (path, options) => {
			node = await ActionNode.open();
			const call = ['api', 'call', { path, options }] as [string, string, INodeParameters];
			const shown = (body: object) =>
				node.venue.undocumented.on(`GET ${path}`, { body: JSON.stringify(body) });
			shown(failed);
			expect(await run(call)).toEqual({ json: [booking], told: [mayBePart] });
			shown({ ...failed, errors: [] });
			expect(await run(call)).toEqual({ json: [booking], told: [] });
			shown({ ...failed, items: [] });
			const { error } = await run(call);
			expect(error?.message).toBe(
				'The venue gave nothing and says that this did not work: One store is away.',
			);
		});

		it('may not be all that a change gives, which is not stopped by it', async () => {
			node = await ActionNode.open();
			node.venue.undocumented.on('POST /search', { body: JSON.stringify(failed) });
			const call = { method: 'POST', path: '/search', options: { splitList: true } };
			expect(await run(['api', 'call', call])).toEqual({ json: [booking], told: [mayBePart] });
			const body = JSON.stringify({ ...failed, items: [] });
			node.venue.undocumented.on('POST /search', { body });
			expect((await run(['api', 'call', call])).told).toEqual([mayBePart]);
		});
	});

	it.each([
		{ bookings: null },
		{ data: { bookings: null } },
		{ bookings: null, errors: [] },
		{ items: null, total: 0, page: 1, next: null, hasMore: false },
		{ currentPage: 1, totalPages: 0, totalItems: 0 },
		{ _links: { self: { href: '/bookings' } } },
	])('is empty if its name or a count stands without entries: %j', async (body) => {
		node = await ActionNode.open();
		answer('GET /bookings', body);
		const { items, hints } = await node.execute(['booking', 'getAll', ALL]);
		expect(items).toEqual([[]]);
		expect(hints.map(({ message }) => message)).toEqual(['The venue has no bookings.']);
		answer('GET /data/bookings', body);
		const days = await node.execute([
			...(['bulkReport', 'query'] as const),
			{ path: '/data/bookings', options: { dateRange: { from: '2026-11-01', to: '2026-11-03' } } },
		]);
		expect([days.error, days.items]).toEqual([undefined, [[]]]);
	});

	it.each([
		{ items: null, total: 5 },
		{ data: { items: null }, paging: { count: 5 } },
		{ data: null, message: 'The database is away' },
		{ currentPage: 1, totalPages: 0 },
		{},
	])('is not empty if a count or something else stands beside its name: %j', async (body) => {
		node = await ActionNode.open();
		answer('GET /bookings', body);
		const { message } = await node.errorOf('booking', 'getAll', ALL);
		expect(message).toBe('The venue’s answer is not a list, so it cannot be used');
	});

	it.each([
		{ data: null, success: false },
		{ data: null, errors: [{ message: 'Away' }] },
		{ bookings: null, error: { message: 'Away' } },
	])('is not empty if the venue says beside it that this did not work: %j', async (body) => {
		node = await ActionNode.open();
		answer('GET /bookings', body);
		const { message } = await node.errorOf('booking', 'getAll', ALL);
		expect(message).toMatch(/^The venue gave nothing and says that this did not work(: Away\.)?$/);
	});

	it('comes without a hint if no more was requested', async () => {
		node = await ActionNode.open();
		answer('GET /bookings', { total: 40, items: [{ uniqueId: 'a' }, { uniqueId: 'b' }] });
		expect((await node.execute(['booking', 'getAll', { limit: 2 }])).hints).toEqual([]);
	});

	it.each([
		'https://elsewhere.example.com/bookings?page=2',
		'/webhooks?page=2',
		'/bookings?page=1',
	])('is not followed to %s', async (next) => {
		node = await ActionNode.open();
		answer('GET /bookings', { items: [{ uniqueId: 'a' }], next });
		const { items, hints } = await node.execute(['booking', 'getAll', ALL]);
		expect(hints).toHaveLength(1);
		expect(items[0].length).toBeLessThanOrEqual(2);
		expect(node.venue.count('GET /webhooks')).toBe(0);
	});

	it('does not let a webhook be updated that is not in it', async () => {
		node = await ActionNode.open();
		answer('GET /webhooks', { items: [{ webhookId: 1, url: 'https://a.example' }], total: 2 });
		const { message } = await node.errorOf('webhook', 'update', {
			webhookId: byId(2),
			updateFields: { enabled: false },
		});
		expect(message).toMatch(/only a part of its webhooks/);
	});
});
