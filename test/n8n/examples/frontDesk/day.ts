import type { Venue } from '../exampleLab';
import type { Booked } from '../stories/story';

type Webhook = ReturnType<Venue['account']['webhooks']['create']>;

/** The data of one day at the front desk, and its webhooks. */
export interface Day {
	/** For example 2026-05-08. All times are in UTC. */
	today: string;
	tomorrow: string;
	/** The next Saturday after today. */
	saturday: string;
	/** By their state in Webhook → Check. */
	webhooks: Record<'disabled' | 'failing' | 'doubled' | 'twin' | 'foreign', Webhook>;
}

const BOOKINGS = 420;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const FIRST =
	'Grace,Alan,Katherine,Linus,Margaret,Dennis,Barbara,Ken,Frances,Tim,Hedy,Edsger,Radia,Niklaus,Joan,Donald,Annie,Bjarne,Mary,John'.split(
		',',
	);
const LAST =
	'Hopper,Hamilton,Turing,Johnson,Ritchie,Liskov,Thompson,Allen,Berners-Lee,Lamarr,Dijkstra,Perlman,Wirth,Clarke,Knuth,Easley,Jackson,Backus,Müller,O’Brien,Smith,Smith'.split(
		',',
	);
const PRODUCTS = [
	'Laser Tag',
	'Escape Room “Lighthouse”',
	'Bowling, 2 games',
	'Climbing Hall',
	'Birthday Party',
];
const CHANNELS = ['website', 'website', 'phone', 'front desk', 'partner'];

/** A day of a venue with several hundred bookings, in UTC. */
export async function fillDay(venue: Venue['account'], now: number, n8n: string): Promise<Day> {
	const midnight = Math.floor(now / DAY_MS) * DAY_MS;
	const dayIn = (days: number) => new Date(midnight + days * DAY_MS).toISOString().slice(0, 10);
	for (let number = 1; number <= BOOKINGS; number++) {
		await venue.bookings.create(bookingOf(number, midnight));
	}
	const untilSaturday = (13 - new Date(midnight).getUTCDay()) % 7 || 7;
	const today = dayIn(0);
	return {
		today,
		tomorrow: dayIn(1),
		saturday: dayIn(untilSaturday),
		webhooks: addWebhooks(venue, n8n, today),
	};
}

/** With all fields of a booking system. Each number gives the same booking in every run. */
function bookingOf(number: number, midnight: number): Booked {
	/** Evenly distributed, and the same in every run. */
	const pick = (of: number, seed: number) =>
		(number * 7919 + seed * 104_729 + ((number * seed) % 97)) % of;
	const iso = (time: number) => new Date(time).toISOString();
	const name = number === 137 ? 'Ada Lovelace' : `${FIRST[pick(20, 1)]} ${LAST[pick(22, 2)]}`;
	const visit = midnight + (pick(21, 3) - 6) * DAY_MS + (10 + pick(10, 5)) * 60 * MINUTE_MS;
	// The last forty were created today, and some of the others changed today.
	const isOfToday = number > BOOKINGS - 40;
	const created = isOfToday
		? midnight + (7 * 60 + (number - BOOKINGS + 40) * 9) * MINUTE_MS
		: midnight - (BOOKINGS - number) * 95 * MINUTE_MS;
	const changesToday = !isOfToday && number % 23 === 0;
	const modified = changesToday ? midnight + (8 * 60 + pick(330, 7)) * MINUTE_MS : created;
	const isCancelled = number % 11 === 0 || (changesToday && number % 2 === 0);
	const guests = 1 + pick(8, 11) + (number % 17 === 0 ? 12 : 0);
	const total = guests * 14.95;
	const isPaid = number % 3 !== 0;
	const wasHere = !isCancelled && visit < midnight + 12 * 60 * MINUTE_MS;
	return {
		uniqueId: `BKG-${String(number).padStart(6, '0')}`,
		reference: `HLP-${(number * 48_271).toString(36).toUpperCase()}`,
		status: isCancelled ? 'Cancelled' : isPaid ? 'Confirmed' : 'Pending',
		channel: CHANNELS[pick(5, 13)],
		createdDate: iso(created),
		modifiedDate: iso(modified),
		product: PRODUCTS[pick(5, 17)],
		location: 'Harbor Leisure Park',
		startTime: iso(visit),
		endTime: iso(visit + 90 * MINUTE_MS),
		guests,
		currency: 'EUR',
		total: Number(total.toFixed(2)),
		amountPaid: isPaid ? Number(total.toFixed(2)) : 20,
		balanceDue: isPaid ? 0 : Number((total - 20).toFixed(2)),
		notes: number % 9 === 0 ? 'One guest uses a wheelchair; please keep lane 1 free.' : '',
		customer: {
			uniqueId: `CUS-${1000 + (number % 300)}`,
			name,
			email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}${number}@example.test`,
			phone: `+44 20 7946 ${String(number).padStart(4, '0')}`,
			locale: 'en-GB',
			marketingConsent: number % 2 === 0,
		},
		tickets: Array.from({ length: guests }, (_, index) => ({
			uniqueId: `TCK-${number}-${index + 1}`,
			kind: index < 2 ? 'Adult' : 'Child',
			price: 14.95,
			redeemed: wasHere,
		})),
		payments: isPaid ? [{ uniqueId: `PAY-${number}`, method: 'Card', amount: total }] : [],
		externalId: number % 5 === 0 ? `PARTNER-${9000 + number}` : null,
		rowVersion: `AAAAAA${number}=`,
		utmSource: 'newsletter',
	};
}

/** One webhook in each state except healthy, which a published workflow adds. */
function addWebhooks(
	{ webhooks, messages }: Venue['account'],
	n8n: string,
	today: string,
): Day['webhooks'] {
	const create = (url: string, enabled = true) =>
		webhooks.create({
			url,
			enabled,
			authentication: { apiKey: 'a-key-that-nobody-is-shown' },
			webhooks: {
				booking: { events: ['Created', 'Updated', 'Cancelled'], include: { tickets: true } },
				ticket: { events: ['Created', 'Cancelled'] },
				signedWaiver: { events: ['Created'] },
			},
		});
	const ours = (path: string) => `${n8n}/webhook/${path}/venue-platform`;
	const found = {
		disabled: create(ours('waivers-of-last-year'), false),
		failing: create(ours('bookings-to-the-sheet')),
		doubled: create(ours('tickets')),
		twin: create(ours('tickets')),
		foreign: create('https://crm.example/venue-events'),
	};
	const { webhookId } = found.failing;
	const at = (time: string) => Date.parse(`${today}T${time}:00Z`);
	const add = (
		type: 'Booking' | 'Ticket' | 'SignedWaiver',
		eventType: 'Created' | 'Updated',
		attempts: number,
		count: number,
		time: string,
		days = 0,
	) => {
		for (let index = 0; index < count; index++) {
			const firstAttemptAt = at(time) + index * 7 * MINUTE_MS - days * DAY_MS;
			const eventDate = new Date(firstAttemptAt).toISOString();
			messages.addFailed({
				type,
				eventType,
				attempts,
				webhookId,
				firstAttemptAt,
				eventDate,
				httpResponseStatus: 502,
				detail: 'Bad Gateway: the receiver did not answer in time',
			});
		}
	};
	add('Booking', 'Updated', 7, 6, '06:10');
	add('Ticket', 'Created', 7, 9, '06:30');
	add('SignedWaiver', 'Created', 7, 4, '07:00');
	add('Booking', 'Created', 7, 3, '15:00', 1);
	add('Booking', 'Created', 3, 5, '12:30');
	return found;
}
