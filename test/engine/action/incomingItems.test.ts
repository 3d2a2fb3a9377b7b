import type { IDataObject } from 'n8n-workflow';

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

it.each([
	['Client ID', { clientId: '={{ $json.client }}' }],
	['Base URL', { baseUrl: '={{ $json.address }}' }],
])(
	'asks nothing if an expression for %s gives several venues [troubleshooting: gives several venues]',
	async (_, fields) => {
		const node = await ActionNode.open();
		try {
			node.venue.bookings.seed(1);
			const { baseUrl, credentials } = node.venue;
			const credential = await node.saveCredential({ baseUrl, ...credentials, ...fields });
			const here = { client: credentials.clientId, address: baseUrl };
			const get = async (...items: IDataObject[]) =>
				await node.execute(['booking', 'get', { bookingId: byId('BKG-000001') }], {
					credential,
					items: itemsOf(...items),
				});
			const elsewhere = { client: 'another', address: 'https://another.example' };
			const { error } = await get(here, here, elsewhere);
			expect(error?.message).toBe('The credential of this step gives several venues');
			expect(error?.description).toContain('another venue for item 3');
			expect(node.venue.requests).toEqual([]);
			expect((await get(here, here)).status).toBe('success');
		} finally {
			await node.close();
		}
	},
);

it('a Client ID that an expression gives as a number is one', async () => {
	const node = await ActionNode.open();
	try {
		node.venue.bookings.seed(1);
		const { baseUrl } = node.venue;
		const credentials = node.venue.addCredentials({ clientId: '4711' });
		const fields = { ...credentials, clientId: '={{ $json.client }}' };
		const credential = await node.saveCredential({ baseUrl, ...fields });
		const { status, error } = await node.execute(
			['booking', 'get', { bookingId: byId('BKG-000001') }],
			{ credential, items: itemsOf({ client: 4711 }) },
		);
		expect([status, error?.message]).toEqual(['success', undefined]);
	} finally {
		await node.close();
	}
});
