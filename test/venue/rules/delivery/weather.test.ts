import type { VenueOptions } from '../../index';
import { START, startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const HOUR = 3_600_000;

describe('weather: random duplicates and disorder of deliveries', () => {
	let venue: ConnectedVenue['venue'];
	let receiver: ConnectedVenue['receiver'];
	let close: ConnectedVenue['close'];

	/** Sixty events, one a second, and the number of each. */
	const emitSixty = async (options: VenueOptions) => {
		const connected = await startConnectedVenue(options);
		({ venue, receiver, close } = connected);
		await connected.subscribe();
		const numbers = new Map<unknown, number>();
		for (let number = 0; number < 60; number++) {
			await venue.clock.advance(1000);
			for (const { id } of (await venue.bookings.create()).messages) numbers.set(id, number);
		}
		await venue.clock.advance(HOUR);
		return numbers;
	};

	/** The number of each event, in the order of arrival. */
	const arrivals = async (options: VenueOptions = {}) => {
		const numbers = await emitSixty(options);
		return receiver.received.map(({ body }) => numbers.get(body.id));
	};

	/** When each was sent. Messages that are sent at the same moment may arrive in any order. */
	const departures = async (options: VenueOptions) => {
		const numbers = await emitSixty(options);
		const sent = venue.deliveries.map(({ at, body }) => {
			const { id } = JSON.parse(body) as { id: string };
			return `${at - START} ms: ${numbers.get(id)}`;
		});
		return sent.sort();
	};

	afterEach(() => close());

	const inOrder = Array.from({ length: 60 }, (_, number) => number);

	it('is calm by default', async () => {
		expect(await arrivals()).toEqual(inOrder);
	});

	it('6.2.5: the same message arrives more than once, at once or later', async () => {
		const delivery = { weather: { seed: 1, duplicates: 0.5 } };
		const arrived = await arrivals({ delivery });
		expect(new Set(arrived).size).toBe(60);
		expect(arrived.length).toBeGreaterThan(80);
		expect(venue.failedMessages).toEqual([]);
	});

	it('6.2.6: events arrive out of order, but none is lost or comes too late', async () => {
		const delivery = { weather: { seed: 1, disorder: 0.5, maxDelaySeconds: 20 } };
		const arrived = await arrivals({ delivery });
		expect(arrived).not.toEqual(inOrder);
		expect([...arrived].sort((a, b) => Number(a) - Number(b))).toEqual(inOrder);
		for (const { at, body } of venue.deliveries) {
			const { eventDate } = JSON.parse(body) as { eventDate: string };
			expect(at - Date.parse(eventDate)).toBeLessThanOrEqual(20_000);
		}
	});

	it('a copy may come long after the message, with others in between', async () => {
		const weather = { seed: 3, duplicates: 0.5, disorder: 0.5, maxDelaySeconds: 30 };
		const arrived = await arrivals({ delivery: { weather } });
		const last = new Map(arrived.map((number, position) => [number, position]));
		const gaps = inOrder.map((number) => (last.get(number) ?? 0) - arrived.indexOf(number));
		expect(Math.max(...gaps)).toBeGreaterThan(5);
	});

	it('is the same for the same seed, and different for another seed or venue', async () => {
		const run = async (seed: number, venues = ['harbor']) => {
			const weather = { seed, duplicates: 0.3, disorder: 0.3 };
			const sent = await departures({ venues, delivery: { weather } });
			await close();
			return sent;
		};
		const first = await run(5);
		expect(await run(5)).toEqual(first);
		expect(await run(6)).not.toEqual(first);
		expect(await run(5, ['castle'])).not.toEqual(first);
	});

	it('a delayed message is retried like any other if it fails', async () => {
		const delivery = { weather: { seed: 1, disorder: 1, maxDelaySeconds: 10 } };
		const connected = await startConnectedVenue({ delivery });
		({ venue, close } = connected);
		await connected.subscribe();
		connected.receiver.answerWith(500);
		const [message] = (await venue.bookings.create()).messages;
		expect(message.status).toBe('Pending');
		await venue.clock.advance(10_000);
		expect(message.status).toBe('Attempt1Failed');
		expect(message.history[0].createdAt).toBeGreaterThan(START);
		connected.receiver.answerWith(200);
		await venue.clock.advance(60_000);
		expect(message.status).toBe('Delivered');
	});
});
