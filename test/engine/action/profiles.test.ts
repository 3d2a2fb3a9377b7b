import { LIST_PROFILES } from '../../venue';
import { ActionNode, byId } from './support/actionNode';

const RECEIVER = 'https://receiver.example/events';

const newWebhook = {
	url: RECEIVER,
	events: ['Booking.Created', 'SignedWaiver.Created'],
	enabled: true,
	options: { apiKey: 'the-key-of-the-receiver', bookingInclude: ['tickets'] },
};

describe.each(LIST_PROFILES)('a venue with the profile “%s” [api 4.2]', (profile) => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile });
		node.venue.bookings.seed(12);
	});
	afterEach(async () => await node.close());

	it('Booking → Get', async () => {
		const [, booking] = node.venue.bookings.all();
		const items = await node.items('booking', 'get', { bookingId: byId(booking.uniqueId) });
		const { name } = booking.customer as { name: string };
		expect(items).toHaveLength(1);
		expect(JSON.stringify(items)).toContain(JSON.stringify(name));
	});

	it('Booking → Get Many', async () => {
		// A venue may list none that were canceled.
		const listed = profile === 'live' ? 11 : 12;
		expect(await node.items('booking', 'getAll', { returnAll: true })).toHaveLength(listed);
		expect(await node.items('booking', 'getAll', { limit: 5 })).toHaveLength(5);
	});

	it('Failed Message → Get Many', async () => {
		const { id } = node.venue.messages.addFailed({ attempts: 3 });
		const items = await node.items('failedMessage', 'getAll');
		expect(items).toEqual([expect.objectContaining({ messageId: id, attempts: 3 })]);
	});

	it('Failed Message → Recover', async () => {
		node.venue.messages.addFailed();
		await node.venue.clock.advance(60_000);
		await node.venue.bookings.create();
		expect((await node.items('failedMessage', 'recover')).length).toBeGreaterThan(1);
	});

	it('Webhook → Create [api 4 POST /webhooks]', async () => {
		const [item] = await node.items('webhook', 'create', newWebhook);
		expect(item).toMatchObject({ url: RECEIVER, enabled: true });
		expect(node.venue.webhooks.all()[0].configuration).toEqual({
			url: RECEIVER,
			enabled: true,
			authentication: { apiKey: 'the-key-of-the-receiver' },
			webhooks: {
				booking: {
					events: ['Created'],
					include: { externalId: false, payments: false, tickets: true },
				},
				signedWaiver: { events: ['Created'] },
			},
		});
	});

	it('Webhook → Get Many [api 4 GET /webhooks]', async () => {
		await node.items('webhook', 'create', newWebhook);
		const items = await node.items('webhook', 'getAll');
		expect(items).toEqual([expect.objectContaining({ url: RECEIVER })]);
	});

	it('Webhook → Update [api 2.3; 4 PUT /webhooks/{webhookId}]', async () => {
		await node.items('webhook', 'create', newWebhook);
		const [{ webhookId }] = node.venue.webhooks.all();
		const updateFields = { enabled: false, apiKey: 'the-next-key' };
		const [item] = await node.items('webhook', 'update', {
			webhookId: byId(webhookId),
			updateFields,
		});
		expect(item).toMatchObject({ url: RECEIVER, enabled: false });
		expect(node.venue.webhooks.all()).toEqual([
			{
				webhookId,
				configuration: expect.objectContaining({
					enabled: false,
					authentication: { apiKey: 'the-next-key' },
				}),
			},
		]);
	});

	const days = { startDate: '2026-11-20', endDate: '2026-11-21' };
	const reports =
		profile === 'live'
			? { body: { exportType: 'Tickets', ...days }, path: '/data/tickets', query: days }
			: { body: { dataSet: 'visits' }, path: '/data/visits', query: { day: days.startDate } };

	it('Bulk Report → Request [api 4 POST /reporting/bulk]', async () => {
		const { body } = reports;
		node.venue.webhooks.create({
			url: RECEIVER,
			enabled: true,
			webhooks: { bulkExport: { events: ['Created'] } },
		});
		expect(await node.items('bulkReport', 'request', { body })).toHaveLength(1);
		expect(node.venue.requestsTo('POST /reporting/bulk')[0].body).toEqual(body);
	});

	it('Bulk Report → Request Revenue Activity', async () => {
		expect(await node.items('bulkReport', 'requestRevenueActivity')).toHaveLength(1);
		expect(node.venue.count('POST /reporting/bulk/revenue-activity')).toBe(1);
	});

	it('Bulk Report → Query', async () => {
		const { path, query } = reports;
		const options = { queryParameters: JSON.stringify(query) };
		expect(await node.items('bulkReport', 'query', { path, options })).toHaveLength(1);
		const [request] = node.venue.requests.filter((sent) => sent.path === path);
		expect(request).toMatchObject({ method: 'GET', query, status: 200 });
	});

	it('a webhook’s ID is text and has the same name in each of its operations', async () => {
		const url = 'https://receiver.example/ids';
		const [created] = await node.items('webhook', 'create', { ...newWebhook, url });
		const [{ webhookId }] = node.venue.webhooks.all();
		const id = String(webhookId);
		const update = { webhookId: byId(webhookId), updateFields: { apiKey: 'the-next-key' } };
		const [listed] = await node.items('webhook', 'getAll');
		const [updated] = await node.items('webhook', 'update', update);
		const [checked] = await node.items('webhook', 'check');
		for (const item of [listed, updated, checked]) {
			expect(item).toMatchObject({ webhookId: id });
			expect(item).not.toHaveProperty('id');
		}
		expect([undefined, id]).toContain(created.webhookId);
	});

	it('none of these outputs contains a secret', async () => {
		const created = await node.items('webhook', 'create', newWebhook);
		const listed = await node.items('webhook', 'getAll', { returnAll: true });
		const [{ webhookId }] = node.venue.webhooks.all();
		const updated = await node.items('webhook', 'update', {
			webhookId: byId(webhookId),
			updateFields: { apiKey: 'the-next-key' },
		});
		expect(JSON.stringify([created, listed, updated])).not.toMatch(/the-(next-)?key/);
		expect(node.engine.output.mentions(node.venue.credentials.clientSecret)).toEqual([]);
	});
});
