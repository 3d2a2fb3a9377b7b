import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { N8N, startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('deliveries', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let receiver: ConnectedVenue['receiver'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (...options: Parameters<typeof startConnectedVenue>) => {
		({ venue, caller, receiver, subscribe, close } = await startConnectedVenue(...options));
	};

	afterEach(() => close());

	it('6.2.1: an event is a POST to the configured url, with the envelope of 2.4 as its body', async () => {
		await open();
		await subscribe();
		const { booking } = await venue.bookings.create({ guests: 3 });
		expect(receiver.received).toHaveLength(1);
		const [{ path, headers, body }] = receiver.received;
		expect(path).toBe('/webhook/1?from=venue');
		expect(headers).toMatchObject({
			host: 'n8n.example',
			'content-type': 'application/json; charset=utf-8',
		});
		expect(body).toEqual({
			id: expect.stringMatching(UUID),
			sendDate: '2025-01-01T00:00:00.000Z',
			type: 'Booking',
			eventDate: '2025-01-01T00:00:00.000Z',
			eventType: 'Created',
			data: expect.objectContaining({ uniqueId: booking.uniqueId, guests: 3 }),
		});
	});

	it('2.3: include options add detail to the payload', async () => {
		await open();
		await subscribe();
		await subscribe({
			webhooks: { booking: { events: ['Created'], include: { tickets: true, payments: false } } },
		});
		await venue.bookings.create();
		const [plain, withTickets] = receiver.received.map(({ body }) =>
			Object.keys(body.data as object),
		);
		expect(plain).not.toContain('tickets');
		expect(withTickets).toContain('tickets');
		expect(withTickets).not.toContain('payments');
	});

	it('6.2.2: go only to enabled configurations with a subscription to the kind', async () => {
		await open();
		await subscribe({ enabled: false });
		await subscribe({ webhooks: { booking: { events: ['Cancelled'] } } });
		await subscribe({ webhooks: { ticket: { events: ['Created'] } } });
		const { booking } = await venue.bookings.create();
		expect(receiver.received).toHaveLength(0);
		await venue.bookings.cancel(booking.uniqueId);
		await venue.emit({ type: 'Ticket', eventType: 'Created', data: { any: 'thing' } });
		expect(receiver.received.map(({ body }) => [body.type, body.eventType])).toEqual([
			['Booking', 'Cancelled'],
			['Ticket', 'Created'],
		]);
		expect(receiver.received[1].body.data).toEqual({ any: 'thing' });
	});

	it('3.1: a 2xx counts as delivered and is not retried', async () => {
		await open();
		await subscribe();
		receiver.answerWith(204);
		const [{ status }] = (await venue.bookings.create()).messages;
		expect(status).toBe('Delivered');
		await venue.clock.advance(24 * 3_600_000);
		expect(receiver.received).toHaveLength(1);
		expect(venue.failedMessages).toEqual([]);
	});

	it.each([302, 400, 401, 500])(
		'3.1: a %i counts as failed, is recorded and retried',
		async (status) => {
			await open();
			await subscribe();
			receiver.answerWith(status);
			await venue.bookings.create();
			expect(receiver.received).toHaveLength(1);
			expect(venue.deliveries[0]).toMatchObject({
				status,
				detail: `The receiver answered ${status}`,
			});
			const { data } = await caller.call('GET', '/webhooks/messages/failed');
			expect(data).toEqual([
				{
					webhookId: 1001,
					uniqueId: receiver.received[0].body.id,
					status: 'Attempt1Failed',
					webhookType: 'Booking',
					webhookEventType: 'Created',
					nextRetryDate: '2025-01-01T00:01:00.000Z',
					history: [
						{
							status: 'Attempt1Failed',
							httpResponseStatus: status,
							detail: `The receiver answered ${status}`,
							createdDate: '2025-01-01T00:00:00.000Z',
						},
					],
				},
			]);

			receiver.answerWith(200);
			await venue.clock.advance(60_000);
			expect(receiver.received).toHaveLength(2);
			const [first, second] = receiver.received.map(({ body }) => body);
			expect(second).toEqual({ ...first, sendDate: '2025-01-01T00:01:00.000Z' });
			expect((await caller.call('GET', '/webhooks/messages/failed')).data).toEqual([]);
		},
	);

	it.each([
		['plain', { httpResponseStatus: 0 }],
		['items', { httpResponseStatus: null }],
		['terse', {}],
	] as const)(
		'fail if the receiver does not respond in time: profile %s',
		async (profile, shown) => {
			await open({ profile, delivery: { timeoutMs: 20 } });
			await subscribe();
			receiver.answerWith('silence');
			await venue.bookings.create();
			expect(venue.failedMessages).toMatchObject([{ status: 'Attempt1Failed' }]);
			expect(venue.failedMessages[0].history).toEqual([
				{
					status: 'Attempt1Failed',
					...shown,
					detail: expect.any(String),
					createdDate: expect.any(String),
				},
			]);
		},
	);

	it('fail if the receiver is silent, even if garbage is collected in the meantime', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		await open({ delivery: { timeoutMs: 400 } });
		await subscribe();
		receiver.answerWith('silence');
		const bookings = Promise.all([1, 2, 3].map(async () => await venue.bookings.create()));
		while (receiver.received.length < 3) await sleep(10);
		collectGarbage();
		await bookings;
		expect(venue.failedMessages).toHaveLength(3);
	});

	it('are not broken off by a receiver that is ending the idle connection of an earlier one', async () => {
		await open();
		await subscribe();
		receiver.endIdleConnections();
		for (let event = 0; event < 3; event++) await venue.bookings.create();
		expect(receiver.received).toHaveLength(3);
		expect(venue.failedMessages).toEqual([]);
	});

	it('never go to another machine', async () => {
		await open();
		expect(() => venue.receivers.map(N8N, 'http://192.0.2.1')).toThrow('not on this machine');
		expect(() => venue.receivers.map('http://n8n.example', receiver.url)).toThrow('https');
		await subscribe({ url: 'https://elsewhere.example/webhook' });
		await venue.bookings.create();
		expect(venue.deliveries).toMatchObject([
			{ detail: 'No receiver stands for https://elsewhere.example' },
		]);
	});

	it('fail while a receiver is unreachable, and are retried', async () => {
		await open();
		await subscribe();
		venue.receivers.makeUnreachable(N8N);
		await venue.bookings.create();
		expect(venue.failedMessages).toMatchObject([{ status: 'Attempt1Failed' }]);
		venue.receivers.makeReachable(N8N);
		await venue.clock.advance(60_000);
		expect(venue.failedMessages).toEqual([]);
		expect(receiver.received).toHaveLength(1);
	});

	it('5.7: each venue has its own failed list and subscriptions', async () => {
		await open({ venues: ['harbor', 'castle'] });
		await subscribe();
		await venue.accounts.castle.bookings.create();
		venue.accounts.castle.messages.addFailed();
		expect(receiver.received).toHaveLength(0);
		expect((await caller.call('GET', '/webhooks/messages/failed')).data).toEqual([]);
	});
});
