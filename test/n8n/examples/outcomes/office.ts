import axios from 'axios';
import { DateTime } from 'luxon';

import { documentOf } from '../exampleApps';
import { guestOf, idOf, numbersTo, type AtWork, type Outcome, type Outcomes } from './outcome';

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

/** Six parts make an export, and the smaller its number, the newer it is. Each part comes twice. */
const PARTS = 6;
const exportOf = (number: number) => Math.ceil(number / (2 * PARTS));
const partOf = (number: number) => (number % PARTS) + 1;
/** Every third export was not requested. */
const isRequested = (one: number) => one % 3 !== 2;
const isComplete = (one: number, numbers: number[]) =>
	PARTS === new Set(numbers.filter((number) => exportOf(number) === one).map(partOf)).size;

const reportFiles: Outcome = {
	prepare: async ({ lab }) =>
		await lab.addRow('Reports requested', { exportType: 'RevenueEntries' }),
	send: async ({ venues: [venue], lab, imported }, number) => {
		const [one, sequenceNumber] = [exportOf(number), partOf(number)];
		const eventDate = String(DateTime.utc().minus({ hours: one }).toISO());
		const path = `/${one}-${sequenceNumber}.json`;
		const preSignedUrls = [lab.files.put(path, [{ export: one, part: sequenceNumber }])];
		const data = {
			venueId: 7,
			exportType: isRequested(one) ? 'RevenueEntries' : 'Customers',
			processId: `${imported.workflow.id} ${idOf('PRC', one)}`,
			sequenceNumber,
			sequenceTotal: PARTS,
			preSignedUrls,
		};
		await venue.emit({ type: 'BulkExport', eventType: 'Created', eventDate, data });
	},
	deliver: { schedules: ['Every Fifteen Minutes'], runs: 2, minutesBetween: 15 },
	arrived: (at) => ({ rows: rowsOf(at, 'Report'), withToken: at.lab.files.withToken }),
	promised: (numbers) => {
		const candidates = [...new Set(numbers.map(exportOf))].filter(
			(one) => isRequested(one) && isComplete(one, numbers),
		);
		const newest = Math.min(...candidates);
		return { rows: numbersTo(PARTS).map((part) => ({ export: newest, part })), withToken: 0 };
	},
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
	'office/report-files': reportFiles,
	'office/several-venues': severalVenues,
	'office/visitors-today': visitorsToday,
	'office/products-on-your-website': productsOnYourWebsite,
};
