import type { VenueOptions } from '../../index';
import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

describe('webhooks of the live profile', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (variations: VenueOptions['variations'] = {}) => {
		({ venue, caller, subscribe, close } = await startConnectedVenue({
			profile: 'live',
			variations,
		}));
	};

	afterEach(() => close());

	const authentication = { apiKey: 'shared' };
	const sent = {
		url: 'https://n8n.example/webhook/1?from=venue',
		enabled: true,
		webhooks: { booking: { events: ['Created', 'Updated'] } },
		authentication,
	};
	const record = { webhookId: 1001, createdDate: '2025-01-01T00:00:00.0000000Z' };

	it('POST returns 201 with the id, the date and the configuration below', async () => {
		await open();
		const { status, data } = await subscribe({ authentication });
		expect([status, data]).toEqual([201, { ...record, configuration: sent }]);
	});

	it.each(['url', 'authentication', 'webhooks'])('POST without `%s` is refused', async (name) => {
		await open();
		expect((await subscribe({ authentication, [name]: undefined })).status).toBe(400);
		expect((await subscribe({ authentication: {} })).status).toBe(400);
		expect((await subscribe({ authentication, webhooks: { booking: {} } })).status).toBe(400);
	});

	it('without `enabled`, a webhook is off', async () => {
		await open();
		await subscribe({ authentication, enabled: undefined });
		await venue.bookings.create();
		expect(venue.deliveries).toEqual([]);
	});

	it('GET returns an array of them, or the only one as an object', async () => {
		await open();
		await subscribe({ authentication });
		const shown = { ...record, configuration: sent };
		expect((await caller.call('GET', '/webhooks')).data).toEqual([shown]);
		venue.vary({ webhooks: { onlyOneAs: 'object' } });
		expect((await caller.call('GET', '/webhooks')).data).toEqual(shown);
		await subscribe({ authentication });
		expect((await caller.call('GET', '/webhooks')).data).toHaveLength(2);
	});

	it('PUT replaces everything, and its answer has no body', async () => {
		await open();
		await subscribe({ authentication, note: 'gone afterwards' });
		const { status, data } = await caller.call('PUT', '/webhooks/1001', {
			...sent,
			enabled: false,
		});
		expect([status, data]).toEqual([200, '']);
		expect(venue.webhooks.all()[0].configuration).toEqual({ ...sent, enabled: false });
	});

	it('DELETE removes one, which the document alone cannot do', async () => {
		await open();
		await subscribe({ authentication });
		expect((await caller.call('DELETE', '/webhooks/1002')).status).toBe(404);
		expect((await caller.call('DELETE', '/webhooks/1001')).status).toBe(200);
		expect(venue.webhooks.all()).toEqual([]);
		venue.vary({ webhooks: { canBeDeleted: false } });
		expect((await caller.call('DELETE', '/webhooks/1001')).status).toBe(405);
	});

	it('a topic that the venue does not know refuses the whole configuration', async () => {
		await open({ webhooks: { knownTopics: ['Booking', 'Customer'] } });
		const webhooks = { booking: { events: ['Created'] }, ticket: { events: ['Created'] } };
		expect((await subscribe({ authentication, webhooks })).status).toBe(400);
		expect(venue.webhooks.all()).toEqual([]);
		expect((await subscribe({ authentication })).status).toBe(201);
	});

	it('a topic that the venue does not know may be ignored instead', async () => {
		await open({ webhooks: { knownTopics: ['Booking'], otherTopics: 'ignored' } });
		const booking = { events: ['Created'] };
		const webhooks = { booking, ticket: { events: ['Created'] } };
		const { status, data } = await subscribe({ authentication, webhooks });
		expect([status, data]).toMatchObject([201, { configuration: { webhooks: { booking } } }]);
		expect(venue.webhooks.all()[0].configuration.webhooks).toEqual({ booking });
	});

	it.each([
		['number', true, 1],
		['number', false, 0],
		['text', false, 'false'],
	] as const)('a list may show `enabled` as a %s: %s is %j', async (enabledAs, enabled, shown) => {
		await open({ webhooks: { enabledAs } });
		await subscribe({ authentication, enabled });
		const { data } = await caller.call('GET', '/webhooks');
		expect(data).toMatchObject([{ configuration: { enabled: shown } }]);
	});

	it('an employee may switch one on and off, also with a value that is no boolean', async () => {
		await open();
		await subscribe({ authentication });
		venue.webhooks.change(1001, { enabled: 0 });
		const { data } = await caller.call('GET', '/webhooks');
		expect(data).toMatchObject([{ configuration: { enabled: 0 } }]);
		await venue.bookings.create();
		expect(venue.deliveries).toEqual([]);
	});
});
