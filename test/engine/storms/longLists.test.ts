import { ActionNode, MINUTE, SECOND } from '../action/support/actionNode';

describe('a slow list', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(2_000);
	});

	afterEach(async () => await node.close());

	const everything = ['booking', 'getAll', { returnAll: true }] as const;

	it('is read to its end in one download, however long it takes', async () => {
		const steps = { pieces: 40, everyMs: 15 * SECOND };
		node.venue.faults.on('GET /bookings', { kind: 'trickle', ...steps });
		const items = await node.items(...everything);
		expect(items).toHaveLength(2_000);
		expect(Date.now() - node.start).toBeGreaterThanOrEqual(9 * MINUTE);
		expect(node.venue.count('GET /bookings')).toBe(1);
	});

	it('is abandoned if it stops in the middle, and the message says so', async () => {
		node.venue.faults.on('GET /bookings', { kind: 'stall' });
		const { message } = await node.errorOf(...everything);
		expect(message).toBe('The venue stopped in the middle of its answer');
		expect(node.venue.count('GET /bookings')).toBe(2);
		expect(Date.now() - node.start).toBeLessThanOrEqual(2 * MINUTE);
	});

	it('is read again if it stopped once', async () => {
		node.venue.faults.on('GET /bookings', { kind: 'stall' }, { times: 1 });
		expect(await node.items(...everything)).toHaveLength(2_000);
		expect(node.venue.count('GET /bookings')).toBe(2);
	});
});
