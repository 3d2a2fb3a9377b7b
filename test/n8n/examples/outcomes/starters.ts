import type { Json } from '../../../venue/json';
import { documentOf } from '../exampleApps';
import type { ExampleLab } from '../exampleLab';
import { bookedToday, starters as known } from '../starters';
import { answerLookUps } from '../tried';
import { live, type Vocabulary } from '../vocabularies';
import { idOf, type AtWork, type Outcome, type Outcomes } from './outcome';

/** It has no character that an app or a mail would write in another way. */
const guestOf = (number: number) => idOf('Guest', number);
const allGuests = (numbers: number[]) => numbers.map(guestOf);
const guestsIn = (told: object | string) => new Set(JSON.stringify(told).match(/Guest-\d{6}/g));

/** One guest with a booking, a payment and a ticket of their own, at a venue like the live one. */
function vocabularyOf(number: number): Vocabulary {
	const guest = guestOf(number);
	const email = `${guest}@example.test`;
	const customerId = number;
	const uniqueId = idOf('BKG', number);
	const payments = [{ bookingPaymentId: number, amount: 10 }];
	return {
		...live,
		booking: {
			booking: { ...(live.booking.booking as object), uniqueId, customerId, name: guest, payments },
		},
		customer: { ...live.customer, customerId, firstName: guest, email },
		redemption: { redemptions: [{ ticketId: `${number}-1`, customerId }] },
	};
}

function answerForEachGuest(lab: ExampleLab): void {
	answerLookUps(lab, live);
	const headers = { 'content-type': 'application/json' };
	lab.platform.undocumented.on('GET /guests/{id}', { headers }, ({ path }) => {
		const firstName = guestOf(Number(path.split('/').at(-1)));
		return { body: JSON.stringify({ firstName, email: `${firstName}@example.test`, phone: '' }) };
	});
}

const arrived = ({ lab, example }: AtWork) => lab.apps.arrived(example);
const everyMorning = { schedules: ['Every Morning'], runs: 1, minutesBetween: 0 };

/** Each event reaches the app on its own, if need be after **Retry execution**. */
const byEvent = (name: string): Outcome => ({
	prepare: ({ lab }) => answerForEachGuest(lab),
	send: async ({ venues: [venue] }, number) => {
		const { event } = known[name];
		if (!event) throw new Error(`A schedule starts ${name}`);
		await venue.emit({ ...event, data: vocabularyOf(number)[event.of] as Json });
	},
	deliver: { schedules: [], runs: 0, minutesBetween: 0, retriesStopped: true },
	arrived: (at) =>
		arrived(at)
			.flatMap((told) => [...guestsIn(told)])
			.sort(),
	promised: allGuests,
});

/** A schedule starts it, and it reads the bookings that the venue has for today. */
const todays: Pick<Outcome, 'isListed' | 'prepare' | 'send' | 'deliver'> = {
	isListed: true,
	prepare: ({ lab }) => answerForEachGuest(lab),
	send: async ({ lab, venues: [venue] }, number) => {
		const modifiedDate = new Date(lab.n8n.clock.now()).toISOString();
		const uniqueId = idOf('BKG', number);
		const booking = bookedToday(vocabularyOf(number), lab);
		await Promise.resolve(venue.bookings.put({ ...booking, uniqueId, modifiedDate }));
	},
	deliver: everyMorning,
};

const newestText = (at: AtWork) => (arrived(at).at(-1) as { text: string }).text;

const todaysGuests: Outcome = {
	...todays,
	arrived: (at) => [...guestsIn(newestText(at))].sort(),
	promised: allGuests,
};

const NAMED = 50;

const waiverMissing: Outcome = {
	...todays,
	arrived: (at) => {
		const [, more] = /^and (\d+) more$/m.exec(newestText(at)) ?? [];
		return { named: guestsIn(newestText(at)).size, more };
	},
	promised: (numbers) => ({ named: NAMED, more: String(numbers.length - NAMED) }),
};

/** The numbers of the entries that the venue has for yesterday. */
const entered = new WeakMap<AtWork, number[]>();

const dailyRevenue: Outcome = {
	isListed: true,
	prepare: (at) => {
		entered.set(at, []);
		const headers = { 'content-type': 'application/json' };
		at.lab.platform.undocumented.on('GET /reporting/revenue-entries', { headers }, () => ({
			body: JSON.stringify(
				entered.get(at)?.map((number) => ({ netRevenue: number, fundsReceived: 2 * number })),
			),
		}));
	},
	send: async (at, number) => await Promise.resolve(entered.get(at)?.push(number)),
	deliver: everyMorning,
	arrived: (at) =>
		at.lab.apps.sheets
			.rows(documentOf(at.example), 'Revenue')
			.map(({ entries, netRevenue, fundsReceived }) => ({ entries, netRevenue, fundsReceived })),
	promised: (numbers) => {
		const netRevenue = numbers.reduce((sum, number) => sum + number, 0);
		return [{ entries: numbers.length, netRevenue, fundsReceived: 2 * netRevenue }];
	},
};

export const starters: Outcomes = {
	...Object.fromEntries(
		Object.entries(known).flatMap(([name, { event }]) => (event ? [[name, byEvent(name)]] : [])),
	),
	'starters/daily-revenue': dailyRevenue,
	'starters/todays-guests': todaysGuests,
	'starters/waiver-missing': waiverMissing,
};
