import { connectVenue, type RemoteVenue } from '../../index';
import { N8N, startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const MINUTE = 60_000;

describe('a webhook configuration in the venue’s console', () => {
	let connected: ConnectedVenue;
	let remote: RemoteVenue;

	beforeEach(async () => {
		connected = await startConnectedVenue();
		remote = connectVenue(connected.venue.baseUrl);
		await connected.subscribe();
		await connected.subscribe({ url: `${N8N}/webhook/2` });
	});

	afterEach(() => connected.close());

	const list = async () =>
		(await connected.caller.call('GET', '/webhooks')).data as Array<Record<string, unknown>>;
	const paths = () => connected.receiver.received.map(({ path }) => path);

	it('is listed as off and gets nothing while it is switched off', async () => {
		await remote.webhooks.change(1001, { enabled: false });
		expect(await list()).toMatchObject([{ enabled: false }, { enabled: true }]);
		await connected.venue.bookings.create();
		expect(paths()).toEqual(['/webhook/2']);
		await remote.webhooks.change(1001, { enabled: true });
		await connected.venue.bookings.create();
		expect(paths()).toContain('/webhook/1?from=venue');
	});

	it('is never sent what happened while it was off, and no list shows it', async () => {
		await remote.webhooks.change(1001, { enabled: false });
		await remote.webhooks.remove(1002);
		await connected.venue.bookings.create();
		await remote.webhooks.change(1001, { enabled: true });
		await connected.venue.clock.advance(24 * 60 * MINUTE);
		expect(connected.venue.messages.all()).toEqual([]);
		expect(connected.venue.failedMessages).toEqual([]);
	});

	it('yields 404 for an update once it is removed, and its retries fail for good', async () => {
		connected.receiver.answerWith(500);
		await connected.venue.bookings.create();
		await remote.webhooks.remove(1001);
		connected.receiver.answerWith(200);
		await connected.venue.clock.advance(63 * MINUTE);
		expect(await list()).toMatchObject([{ webhookId: 1002 }]);
		expect((await connected.caller.call('PUT', '/webhooks/1001', {})).status).toBe(404);
		expect(connected.venue.failedMessages).toMatchObject([{ webhookId: 1001, status: 'Failed' }]);
		expect(JSON.stringify(connected.venue.failedMessages)).toContain('configuration is gone');
	});

	it('can get other events, another address and another secret', async () => {
		await remote.webhooks.remove(1002);
		await remote.webhooks.change(1001, {
			url: `${N8N}/elsewhere`,
			authentication: { apiKey: 'another' },
			webhooks: { booking: { events: ['Cancelled'] } },
		});
		const { booking } = await connected.venue.bookings.create();
		await connected.venue.bookings.cancel(booking.uniqueId);
		expect(connected.receiver.received).toMatchObject([
			{ path: '/elsewhere', headers: { 'x-api-key': 'another' }, body: { eventType: 'Cancelled' } },
		]);
	});

	it('can only be changed if it exists', async () => {
		await expect(remote.webhooks.change(7, { enabled: false })).rejects.toThrow('no webhook 7');
	});
});
