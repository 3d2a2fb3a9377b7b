import type { VenueOptions } from '../../index';
import { startConnectedVenue, START, type ConnectedVenue } from '../support/connectedVenue';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('deliveries of the live profile', () => {
	let venue: ConnectedVenue['venue'];
	let receiver: ConnectedVenue['receiver'];
	let subscribe: ConnectedVenue['subscribe'];
	let close: ConnectedVenue['close'];

	const open = async (variations: VenueOptions['variations'] = {}, webhooks?: object) => {
		({ venue, receiver, subscribe, close } = await startConnectedVenue({
			profile: 'live',
			variations,
		}));
		await subscribe({ authentication: { apiKey: 'shared' }, ...(webhooks && { webhooks }) });
	};

	afterEach(() => close());

	const bodies = () => receiver.received.map(({ body }) => body);

	it('carry the key in a header of the service’s own', async () => {
		await open();
		await venue.bookings.create();
		expect(receiver.received[0].headers).toMatchObject({ 'x-venue-apikey': 'shared' });
		expect(receiver.received[0].headers).not.toHaveProperty('x-api-key');
	});

	it('have numbers for `type` and `eventType`, the booking below `data`, and 7-digit dates', async () => {
		await open({}, { booking: { events: ['Created', 'Cancelled'], include: { payments: true } } });
		const { booking } = await venue.bookings.create();
		await venue.bookings.cancel(booking.uniqueId);
		const date = '2025-01-01T00:00:00.0000000Z';
		const [created, cancelled] = bodies();
		expect(created).toMatchObject({ sendDate: date, eventDate: date, type: 1, eventType: 1 });
		expect(created.data).toMatchObject({
			booking: {
				uniqueId: booking.uniqueId,
				bookingReference: '1000001',
				createdDate: date,
				status: 'Paid',
				payments: [{ amount: 29.9 }],
			},
		});
		expect(JSON.stringify(created.data)).not.toMatch(/tickets|externalId|email/);
		expect(cancelled).toMatchObject({ eventType: 3, data: { booking: { status: 'Cancelled' } } });
	});

	it.each([
		['Ticket', 'Deleted', 2, 4, {}],
		['Redemption', 'Created', 3, 1, { redemptions: [{}] }],
		['Customer', 'Updated', 4, 2, {}],
		['BulkExport', 'Created', 5, 1, {}],
		['Product', 'Updated', 6, 2, {}],
		['SignedWaiver', 'Created', 7, 1, [{}]],
		['PaymentLink', 'Updated', 8, 2, {}],
	] as const)('%s %s is %i %i', async (type, eventType, typeNumber, kindNumber, data) => {
		const key = type.charAt(0).toLowerCase() + type.slice(1);
		await open({}, { [key]: { events: [eventType] } });
		await venue.emit({ type, eventType, data: {} });
		expect(bodies()).toMatchObject([{ type: typeNumber, eventType: kindNumber, data }]);
	});

	it('can have any of these forms alone', async () => {
		await open({ deliveries: { types: 'names', data: 'entity' }, dates: { zone: '+00:00' } });
		await venue.emit({ type: 'Booking', eventType: 'Created', data: { uniqueId: 'B-1' } });
		expect(bodies()[0]).toMatchObject({
			sendDate: '2025-01-01T00:00:00.0000000+00:00',
			type: 'Booking',
			eventType: 'Created',
			data: { uniqueId: 'B-1' },
		});
	});

	it('are tried seven times: at once, +1 min, +1 min, +15 min, +1 h, +1 day, +3 days', async () => {
		await open();
		receiver.answerWith(500);
		await venue.bookings.create();
		await venue.clock.advance(10 * DAY);
		const times = venue.deliveries.map(({ at }) => at - START);
		const pauses = times.slice(1).map((time, index) => time - times[index]);
		expect(pauses).toEqual([MINUTE, MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY]);
		expect(times[6]).toBe(4 * DAY + 1.25 * HOUR + 2 * MINUTE);
	});

	it('after the last attempt, the whole webhook is off', async () => {
		await open();
		receiver.answerWith(503);
		await venue.bookings.create();
		await venue.clock.advance(2 * DAY);
		expect(venue.webhooks.all()[0].configuration.enabled).toBe(true);
		await venue.bookings.create();
		await venue.clock.advance(3 * DAY);
		expect(venue.webhooks.all()[0].configuration.enabled).toBe(false);

		const sent = venue.deliveries.length;
		receiver.answerWith(200);
		await venue.bookings.create();
		await venue.clock.advance(10 * DAY);
		expect(venue.deliveries).toHaveLength(sent);
		expect(venue.messages.all().map(({ status }) => status)).toEqual(['Failed', 'Failed']);
	});

	it.each([201, 202, 204, 400, 401, 403, 404, 410, 422])(
		'only 200 is an acceptance; %i fails and leads to a review',
		async (status) => {
			await open();
			receiver.answerWith(status);
			await venue.bookings.create();
			expect(venue.failedMessages).toMatchObject([{ status: 'Attempt1Failed' }]);
			expect(venue.messages.supervision.reviews).toMatchObject([{ webhookId: 1001, status }]);
			expect(venue.webhooks.all()[0].configuration.enabled).toBe(true);
		},
	);

	it.each([200, 500, 503, 504])('%i leads to no review', async (status) => {
		await open();
		receiver.answerWith(status);
		await venue.bookings.create();
		expect(venue.messages.supervision.reviews).toEqual([]);
	});
});
