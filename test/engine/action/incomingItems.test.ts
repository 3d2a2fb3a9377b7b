import { ActionNode, byId, itemsOf } from './support/actionNode';

it('the node does not change its input items, because other nodes get the same ones [guideline: Incoming data]', async () => {
	const node = await ActionNode.open();
	try {
		node.venue.bookings.seed(1);
		const items = itemsOf({ id: 'BKG-000001', guest: { name: 'Ada' } }, { id: 'BKG-999999' });
		const before = structuredClone(items);
		const { status } = await node.execute(
			['booking', 'get', { bookingId: byId('={{ $json.id }}'), options: { includeVenue: true } }],
			{ items, onError: 'continueErrorOutput' },
		);
		expect(status).toBe('success');
		expect(items).toEqual(before);
	} finally {
		await node.close();
	}
});
