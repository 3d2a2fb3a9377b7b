import type { INodeParameters } from 'n8n-workflow';

import { ActionNode, MINUTE, SECOND } from './support/actionNode';

/** A report may take minutes before it begins, and asking again only makes the venue slower. */
describe('a report that the venue prepares for minutes', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const REPORT = '/data/visits';

	it.each<[string, string, string, INodeParameters]>([
		['Query', 'bulkReport', 'query', { path: REPORT }],
		['Query by POST', 'bulkReport', 'query', { path: REPORT, method: 'POST' }],
		['Call', 'api', 'call', { path: REPORT }],
		['Request', 'bulkReport', 'request', {}],
		['Request Revenue Activity', 'bulkReport', 'requestRevenueActivity', {}],
	])(
		'arrives by %s after 140 seconds, with one request [api-access: two and a half minutes]',
		async (_, resource, operation, given) => {
			node.venue.faults.on('GET /data/**', { kind: 'delay', ms: 140 * SECOND });
			node.venue.faults.on('POST /**', { kind: 'delay', ms: 140 * SECOND }, { after: 1 });
			const { status, items } = await node.execute([resource, operation, given]);
			expect(status).toBe('success');
			expect(items[0]).toHaveLength(1);
			expect(node.venue.requests.filter(({ path }) => path !== '/token')).toHaveLength(1);
		},
	);

	it.each([
		['GET', 2, ''],
		['POST', 1, 'was not sent again'],
		['PUT', 1, 'was not sent again'],
	])(
		'that never begins is asked for by %s %d times [api-access: almost five minutes] [troubleshooting: four and a half minutes; The venue needs longer for this]',
		async (method, times, said) => {
			node.venue.faults.on('* /data/**', { kind: 'hang' });
			const told = await node.errorOf('bulkReport', 'query', { path: REPORT, method });
			expect(told.message).toBe('The venue needs longer for this than n8n waits');
			expect(told.description).toContain(said);
			expect(told.description).toMatch(
				/ask for less at a time, for example with Query Parameters\.$/,
			);
			expect(node.venue.count(`${method} /data/**`)).toBe(times);
			expect(Date.now() - node.start).toBeGreaterThanOrEqual(4.5 * MINUTE);
		},
	);

	it('is asked for once more after too many requests', async () => {
		node.venue.faults.on(
			'GET /data/**',
			{ kind: 'answer', status: 429, body: 'Too many requests', headers: { 'retry-after': '60' } },
			{ times: 1 },
		);
		node.venue.faults.on('GET /data/**', { kind: 'hang' }, { times: 1 });
		expect(await node.items('bulkReport', 'query', { path: REPORT })).toHaveLength(1);
		expect(node.venue.count('GET /data/**')).toBe(3);
	});
});

it('a list as a query parameter is sent as a repeated name [api-access: query parameter]', async () => {
	const node = await ActionNode.open();
	try {
		const options = { queryParameters: '{"status": ["a", "b & c"], "page": 1}' };
		const [{ query }] = await node.items('bulkReport', 'query', { path: '/data/visits', options });
		expect(query).toEqual({ status: 'b & c', page: '1' });
		const [sent] = node.venue.requestsTo('GET /data/visits');
		expect(sent.search).toBe('status=a&status=b+%26+c&page=1');
	} finally {
		await node.close();
	}
});
