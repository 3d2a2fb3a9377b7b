import type { INodeExecutionData } from 'n8n-workflow';

import { ActionNode, byId, itemsOf, MINUTE, SECOND } from './support/actionNode';

const COUNT = 2_000;
const WRONG = 1_210;
const ALLOWED_PER_MINUTE = 600;

const idOf = (item: number) => {
	const digits = String(item + 1).padStart(6, '0');
	return (item + 1) % 10 === 0 ? `BKG/${digits} ü?` : `BKG-${digits}`;
};

/** The row “REST API” of section 8 of the API document. */
describe(`section 8, limits: ${COUNT} items through Booking → Get`, () => {
	let node: ActionNode;
	const call = ['booking', 'get', { bookingId: byId('={{ $json.id }}') }] as const;
	const items = (): INodeExecutionData[] =>
		itemsOf(
			...Array.from({ length: COUNT }, (_, item) => ({
				id: item === WRONG ? 'nobody' : idOf(item),
			})),
		);

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(COUNT);
	});
	afterEach(async () => await node.close());

	it('REST API, 600 requests per minute: no 429, at least 97 % of the limit, and one wrong ID fails one item [api 8 REST API]', async () => {
		const execution = await node.execute([...call], {
			items: items(),
			onError: 'continueRegularOutput',
		});
		expect(execution.status).toBe('success');

		const requests = node.venue.requestsTo('GET /bookings/{uniqueId}');
		expect(requests).toHaveLength(COUNT);
		expect(requests.filter(({ status }) => status === 429)).toEqual([]);
		const minutes = (requests[COUNT - 1].at - requests[0].at) / MINUTE;
		expect(COUNT / minutes).toBeGreaterThanOrEqual(0.97 * ALLOWED_PER_MINUTE);

		const [results] = execution.items;
		expect(results.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: COUNT }, (_, item) => ({ item })),
		);
		expect(
			results.flatMap(({ json }, item) => (json.uniqueId === idOf(item) ? [] : [json])),
		).toEqual([expect.objectContaining({ error: 'There is no such booking for this venue' })]);
		expect(results[WRONG].json.error).toBeDefined();
	});

	it('stop within a second of the cancel', async () => {
		const running = await node.begin([...call], { items: items() });
		let canceledAt = 0;
		setTimeout(() => {
			canceledAt = Date.now();
			running.cancel();
		}, MINUTE);
		const { status } = await node.whileTimeMoves(running.done);

		expect(status).toBe('canceled');
		expect(Date.now() - canceledAt).toBeLessThan(SECOND);
		const after = node.venue.requests.filter(({ at }) => at > canceledAt);
		expect(after).toEqual([]);
	});
});
