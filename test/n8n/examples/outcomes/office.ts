import { documentOf } from '../exampleApps';
import { idOf, type AtWork, type Outcome } from './outcome';

/** The rows of the example’s document: each ID with the number of its rows. */
const rowsBy = ({ lab, example }: AtWork, sheet: string, column: string) =>
	lab.apps.sheets.rows(documentOf(example), sheet).map((row) => String(row[column]));

const newBookings: Outcome = {
	send: async ({ venues: [venue] }, numbers) => {
		const create = async (number: number) =>
			await venue.bookings.create({ uniqueId: idOf('BKG', number), guests: 4 });
		await Promise.all(numbers.map(create));
	},
	deliver: { schedules: ['Every Five Minutes'], runs: 2, minutesBetween: 5 },
	arrived: (at) => ({
		rows: rowsBy(at, 'Bookings', 'bookingId').sort(),
		told: toldOf(at.lab.apps.slack.in('#bookings')),
	}),
	promised: (numbers) => ({
		rows: numbers.map((number) => idOf('BKG', number)),
		told: numbers.length,
	}),
};

/** Of how many the messages speak, by their first line: “A new booking” or “300 new bookings”. */
export const toldOf = (messages: string[]) =>
	messages.reduce((sum, text) => sum + Number(/^\d+/.exec(text)?.[0] ?? 1), 0);

export const office: Record<string, Outcome> = {
	'office/new-bookings': newBookings,
};
