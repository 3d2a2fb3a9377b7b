import { DateTime } from 'luxon';

import { guestOf, idOf, type AtWork, type Outcome, type Outcomes } from './outcome';
import { countedIn } from './office';

const FIVE_MINUTES = 'Every Five Minutes';
/** Minutes instead of an hour: enough for Gmail's quota to recover, and still the same day. */
const NEXT_RUN = 2;

/** By n8n’s clock, which a test moves. */
const nowOf = ({ lab }: AtWork) => DateTime.fromMillis(lab.n8n.clock.now(), { zone: 'utc' });
const daysAgo = (at: AtWork, days: number) => String(nowOf(at).minus({ days }).toISO());
const mailedTo = ({ lab }: AtWork) => lab.apps.gmail.mails.map(({ to }) => to).sort();
const addressesOf = (numbers: number[]) => numbers.map((number) => guestOf(number).email).sort();

/** Every tenth guest has no email address. */
const hasAddress = (number: number) => number % 10 !== 0;

const rebookingOffer: Outcome = {
	send: async ({ venues: [venue] }, number) => {
		const { name, email } = guestOf(number);
		const customer = { name, email: hasAddress(number) ? email : '' };
		const data = { uniqueId: idOf('BKG', number), customer, product: 'Laser Tag' };
		await venue.emit({ type: 'Booking', eventType: 'Cancelled', data });
	},
	deliver: { schedules: [FIVE_MINUTES, `${FIVE_MINUTES}, Too`], runs: 4, minutesBetween: 5 },
	arrived: (at) => ({
		mails: mailedTo(at),
		told: countedIn(at.lab.apps.slack.in('#front-desk')),
	}),
	promised: (numbers) => ({
		mails: addressesOf(numbers.filter(hasAddress)),
		told: numbers.length,
	}),
};

const signedWaivers: Outcome = {
	send: async ({ venues: [venue] }, number) => {
		const { name } = guestOf(number);
		const bookingId = idOf('PARTY', number);
		const data = { uniqueId: idOf('WVR', number), bookingId, customer: { name } };
		await venue.emit({ type: 'SignedWaiver', eventType: 'Created', data });
	},
	deliver: { schedules: [FIVE_MINUTES], runs: 4, minutesBetween: 5 },
	arrived: ({ lab }) => ({ files: lab.apps.drive.files.map(({ name }) => name).sort() }),
	promised: (numbers) => ({
		files: numbers
			.map((number) => `Waiver ${idOf('PARTY', number)} ${guestOf(number).name}.json`)
			.sort(),
	}),
};

/**
 * Its events are bookings that the venue lists. It reads the table of waivers of “Signed waivers”.
 */
const missingWaivers: Outcome = {
	isListed: true,
	send: async (at, number) => {
		const {
			venues: [venue],
		} = at;
		const visitDate = String(nowOf(at).plus({ days: 1 }).toISODate());
		const booked = { uniqueId: idOf('VISIT', number), customer: guestOf(number), visitDate };
		await venue.bookings.create(booked);
	},
	deliver: { schedules: ['Every Hour from Ten to Six'], runs: 3, minutesBetween: NEXT_RUN },
	arrived: (at) => ({ mails: mailedTo(at) }),
	promised: (numbers) => ({ mails: addressesOf(numbers) }),
};

/** Two tickets of each booking are redeemed at once. */
const bookingOf = (number: number) => Math.ceil(number / 2);
const bookingsOf = (numbers: number[]) => [...new Set(numbers.map(bookingOf))];

const reviewRequest: Outcome = {
	prepare: async ({ venues: [venue] }, numbers) => {
		for (const number of bookingsOf(numbers)) {
			await venue.bookings.create({ uniqueId: idOf('BKG', number), customer: guestOf(number) });
		}
	},
	send: async (at, number) => {
		const data = { bookingId: idOf('BKG', bookingOf(number)) };
		const redeemed = { type: 'Redemption', eventType: 'Created' } as const;
		await at.venues[0].emit({ ...redeemed, eventDate: daysAgo(at, 1), data });
	},
	deliver: { schedules: ['Every Hour from Eleven to Six'], runs: 3, minutesBetween: NEXT_RUN },
	arrived: (at) => ({ mails: mailedTo(at) }),
	promised: (numbers) => ({ mails: addressesOf(bookingsOf(numbers)) }),
};

/** Of every three events, two create a link, and the third pays the first link. */
const paysLink = (number: number) => number % 3 === 0;
const isPaid = (number: number, numbers: number[]) =>
	numbers.includes(number + 2) && number % 3 === 1;

const paymentReminder: Outcome = {
	send: async (at, number) => {
		const link = paysLink(number) ? number - 2 : number;
		const data = {
			uniqueId: idOf('PAY', link),
			bookingId: idOf('BKG', link),
			customer: guestOf(link),
			url: `https://venue.example.test/pay/${link}`,
			status: paysLink(number) ? 'Paid' : 'Open',
		};
		const eventType = paysLink(number) ? 'Updated' : 'Created';
		const eventDate = daysAgo(at, 3);
		await at.venues[0].emit({ type: 'PaymentLink', eventType, eventDate, data });
	},
	deliver: { schedules: ['Every Hour from Ten to Six'], runs: 3, minutesBetween: NEXT_RUN },
	arrived: (at) => ({ mails: mailedTo(at) }),
	promised: (numbers) => ({
		mails: addressesOf(numbers.filter((number) => !paysLink(number) && !isPaid(number, numbers))),
	}),
};

export const guests: Outcomes = {
	'guests/rebooking-offer': rebookingOffer,
	'guests/signed-waivers': signedWaivers,
	'guests/missing-waivers': missingWaivers,
	'guests/review-request': reviewRequest,
	'guests/payment-reminder': paymentReminder,
};
