import axios from 'axios';
import { DateTime } from 'luxon';

import { FILES_PATH } from '../../../venue/endpoints/exportFiles';
import { documentOf } from '../exampleApps';
import { guestOf, idOf, type AtWork, type Outcome, type Outcomes } from './outcome';

const FIVE_MINUTES = 'Every Five Minutes';

const rowsOf = ({ lab, example }: AtWork, sheet: string) =>
	lab.apps.sheets.rows(documentOf(example), sheet);

/** How many bookings the messages report. They begin with “A new booking” or “300 new bookings”. */
export const countedIn = (messages: string[]) =>
	messages.reduce((sum, text) => sum + Number(/^\d+/.exec(text)?.[0] ?? 1), 0);

const newBookings: Outcome = {
	send: async ({ venues: [venue] }, number) =>
		await venue.bookings.create({ uniqueId: idOf('BKG', number), guests: 4 }),
	deliver: { schedules: [FIVE_MINUTES], runs: 2, minutesBetween: 5 },
	arrived: (at) => ({
		rows: rowsOf(at, 'Bookings')
			.map(({ bookingId }) => bookingId)
			.sort(),
		told: countedIn(at.lab.apps.slack.in('#bookings')),
	}),
	promised: (numbers) => ({
		rows: numbers.map((number) => idOf('BKG', number)),
		told: numbers.length,
	}),
};

const customersInHubspot: Outcome = {
	send: async ({ venues: [venue] }, number) => {
		const { email } = guestOf(number);
		const data = { uniqueId: idOf('CUS', number), email, firstName: 'Guest', phone: `+${number}` };
		await venue.emit({ type: 'Customer', eventType: 'Created', data });
	},
	deliver: { schedules: [FIVE_MINUTES], runs: 4, minutesBetween: 5 },
	arrived: ({ lab }) => ({
		contacts: [...lab.apps.hubspot.contacts].map(([email, { phone }]) => [email, phone]).sort(),
	}),
	promised: (numbers) => ({
		contacts: numbers.map((number) => [guestOf(number).email, `+${number}`]).sort(),
	}),
};

/** The smaller its number, the newer an export is. Its number is in each of its bookings. */
const inExport = (number: number) => ({ status: `In export ${number}` });
/** Every third export belongs to another data set, including the newest of all. */
const isOurs = (number: number) => number % 3 !== 1;

const nightlyReport: Outcome = {
	prepare: ({ venues: [venue] }, numbers) => venue.bookings.seed(numbers.length),
	send: async ({ venues: [venue], lab }, number) => {
		const bookings = venue.bookings.all().map((each) => ({ ...each, ...inExport(number) }));
		const fileUrl = `${lab.platform.baseUrl}${FILES_PATH}${venue.exportFiles.add(bookings)}`;
		const eventDate = String(DateTime.utc().minus({ minutes: number }).toISO());
		const data = { requested: { dataSet: isOurs(number) ? 'bookings' : 'revenue' }, fileUrl };
		await venue.emit({ type: 'BulkExport', eventType: 'Created', eventDate, data });
	},
	deliver: { schedules: ['Every Fifteen Minutes'], runs: 2, minutesBetween: 15 },
	arrived: (at) => ({ rows: rowsOf(at, 'Report') }),
	promised: (numbers, { venues: [venue] }) => ({
		rows: venue.bookings
			.all()
			.map(({ uniqueId }) => ({ uniqueId, ...inExport(Math.min(...numbers.filter(isOurs))) })),
	}),
};

/**
 * Of every two events, the first creates a booking and the second cancels it. Each venue has half.
 */
const bookingOf = (number: number) => Math.ceil(number / 2);
const venueOf = (number: number) => bookingOf(number) % 2;

const severalVenues: Outcome = {
	venues: 2,
	send: async ({ venues }, number) => {
		const uniqueId = idOf('BKG', bookingOf(number));
		const cancels = number % 2 === 0;
		const eventDate = new Date(Date.UTC(2026, 4, 8, 14, cancels ? 30 : 0)).toISOString();
		const eventType = cancels ? 'Cancelled' : 'Created';
		const status = cancels ? 'Cancelled' : 'Confirmed';
		const data = { uniqueId, customer: guestOf(bookingOf(number)), status };
		await venues[venueOf(number)].emit({ type: 'Booking', eventType, eventDate, data });
	},
	deliver: { schedules: [FIVE_MINUTES], runs: 2, minutesBetween: 5 },
	arrived: (at) => ({
		rows: rowsOf(at, 'Bookings')
			.map(({ key, status }) => `${key} ${status}`)
			.sort(),
	}),
	promised: (numbers, { venues }) => ({
		rows: [...new Set(numbers.map(bookingOf))]
			.map((number) => {
				const { name } = venues[venueOf(2 * number)];
				const status = numbers.includes(2 * number) ? 'Cancelled' : 'Confirmed';
				return `${name} ${idOf('BKG', number)} ${status}`;
			})
			.sort(),
	}),
};

const visitorsToday: Outcome = {
	send: async ({ venues: [venue] }, number) => {
		const data = { uniqueId: idOf('RDM', number) };
		await venue.emit({ type: 'Redemption', eventType: 'Created', data });
	},
	deliver: { schedules: [], runs: 0, minutesBetween: 0 },
	arrived: async ({ lab }) => {
		const page = `${lab.n8n.webhookUrl}/webhook/visitors-today`;
		const { data } = await axios.get<string>(page, { proxy: false });
		return { visitors: Number(/>(\d+)$/.exec(data)?.[1]) };
	},
	promised: (numbers) => ({ visitors: numbers.length }),
};

/** Of every two events, the first creates a product and the second changes its price. */
const productOf = bookingOf;
const priceOf = (number: number) => 10 + (number % 2);

const productsOnYourWebsite: Outcome = {
	send: async ({ venues: [venue] }, number) => {
		const eventType = number % 2 === 0 ? 'Updated' : 'Created';
		const eventDate = new Date(Date.UTC(2026, 4, 8, 14, number % 2 === 0 ? 30 : 0)).toISOString();
		const price = priceOf(number);
		const data = { uniqueId: idOf('PRD', productOf(number)), name: 'Laser Tag', price };
		await venue.emit({ type: 'Product', eventType, eventDate, data });
	},
	deliver: { schedules: [FIVE_MINUTES], runs: 4, minutesBetween: 5 },
	arrived: ({ lab }) => Object.fromEntries(lab.apps.website.pages),
	promised: (numbers) =>
		Object.fromEntries(
			numbers.map((number) => [
				`/products/${idOf('PRD', productOf(number))}`,
				{ name: 'Laser Tag', price: priceOf(number), isDeleted: false },
			]),
		),
};

export const office: Outcomes = {
	'office/new-bookings': newBookings,
	'office/customers-in-hubspot': customersInHubspot,
	'office/nightly-report': nightlyReport,
	'office/several-venues': severalVenues,
	'office/visitors-today': visitorsToday,
	'office/products-on-your-website': productsOnYourWebsite,
};
