import type { IDataObject } from 'n8n-workflow';

import { EVENT_NAMES } from '../../../nodes/venueApi/resources/events';
import { ActionNode, MINUTE, VenuePlatformTool } from './support/actionNode';

const DAY = 24 * 60;

describe('Webhook → Get Sample Event', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const sampleOf = async (event: string): Promise<IDataObject> => {
		const items = await node.items('webhook', 'getSampleEvent', { event });
		expect(items).toHaveLength(1);
		return items[0];
	};

	it.each(EVENT_NAMES)(
		'of %s has what the trigger would emit, and says what it is',
		async (event) => {
			const [type, eventType] = event.split('.');
			const sample = await sampleOf(event);
			expect(sample).toEqual({
				id: 'sample',
				type,
				eventType,
				sendDate: new Date(node.start).toISOString(),
				eventDate: new Date(node.start).toISOString(),
				data: expect.any(Object),
				sample: expect.stringMatching(
					/^A made-up sample: the venue’s own events may have other fields/,
				),
			});
			expect(JSON.stringify(sample.data)).toMatch(/sample/i);
		},
	);

	it('of a booking has the newest booking as a whole', async () => {
		node.venue.bookings.seed(5, { everySeconds: 60 });
		const newest = node.venue.bookings.all().pop();
		for (const event of ['Booking.Created', 'Booking.Cancelled']) {
			const { data, sample } = await sampleOf(event);
			expect(data).toEqual(newest);
			expect(sample).toMatch(/^A sample with the newest booking of the venue/);
		}
		expect((await sampleOf('Customer.Created')).sample).toMatch(/^A made-up/);
	});

	it('of a booking is an older one, if none has changed for a month', async () => {
		node.venue.bookings.seed(2, { everySeconds: 60, secondsAgo: 90 * DAY * (MINUTE / 1_000) });
		expect((await sampleOf('Booking.Updated')).data).toEqual(node.venue.bookings.all().pop());
	});

	it('of a booking is as the list has it, if the venue no longer gives it by its ID', async () => {
		node.venue.bookings.seed(1);
		const [booking] = node.venue.bookings.all();
		node.venue.faults.on('GET /bookings/**', { kind: 'answer', status: 404 });
		expect((await sampleOf('Booking.Created')).data).toEqual(booking);
	});

	it('is no list that may be cut', async () => {
		node.venue.bookings.seed(100);
		const call = ['webhook', 'getSampleEvent', { event: 'Booking.Created' }] as const;
		const { hints } = await node.execute([...call]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/^A sample/)]);
	});

	it('tells an agent, too, and does nothing but read', async () => {
		const call = ['webhook', 'getSampleEvent', { event: 'Product.Updated' }] as const;
		const { items } = await node.execute([...call], { node: VenuePlatformTool });
		expect(items[0][1].json.note).toMatch(/^A made-up sample/);
		node.venue.bookings.seed(1);
		await sampleOf('Booking.Created');
		expect(
			node.venue.requests.filter(({ method, path }) => method !== 'GET' && path !== '/token'),
		).toEqual([]);
	});

	it('refuses an event that does not exist', async () => {
		const call = ['webhook', 'getSampleEvent', { event: 'Booking.Lost' }] as const;
		expect((await node.errorOf(...call)).message).toBe('“Event” is not one of its options');
	});
});
