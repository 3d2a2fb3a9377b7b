import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

describe('repeated and reordered deliveries', () => {
	let venue: ConnectedVenue['venue'];
	let receiver: ConnectedVenue['receiver'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (...options: Parameters<typeof startConnectedVenue>) => {
		({ venue, receiver, subscribe, close } = await startConnectedVenue(...options));
	};

	afterEach(() => close());

	it('6.2.5: the same message may arrive more than once, one by one or at the same moment', async () => {
		await open();
		await subscribe();
		const [{ id }] = (await venue.bookings.create()).messages;
		await venue.messages.resend(id, { copies: 3 });
		await venue.messages.resend(id, { copies: 20, together: true });
		expect(receiver.received).toHaveLength(24);
		expect(new Set(receiver.received.map(({ body }) => body.id))).toEqual(new Set([id]));
	});

	it('6.2.6: events can arrive out of order', async () => {
		await open();
		await subscribe();
		venue.messages.hold();
		const { booking, messages: created } = await venue.bookings.create();
		await venue.clock.advance(1000);
		const { messages: changed } = await venue.bookings.change(booking.uniqueId, { guests: 2 });
		expect(receiver.received).toHaveLength(0);
		await venue.messages.release([changed[0].id]);
		await venue.messages.release();
		expect(receiver.received.map(({ body }) => [body.id, body.eventDate])).toEqual([
			[changed[0].id, '2025-01-01T00:00:01.000Z'],
			[created[0].id, '2025-01-01T00:00:00.000Z'],
		]);
	});
});
