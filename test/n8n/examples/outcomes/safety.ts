import { idOf, type Outcome, type Outcomes } from './outcome';

/** Of every three events, the second and the third change the booking that the first created. */
const bookingOf = (number: number) => idOf('BKG', Math.ceil(number / 3));
const KINDS = ['Cancelled', 'Created', 'Updated'] as const;
const changedAt = (number: number) =>
	new Date(Date.UTC(2026, 4, 8, 14, (number + 2) % 3)).toISOString();

const losslessMirror: Outcome = {
	send: async ({ venues: [venue] }, number) =>
		await venue.emit({
			type: 'Booking',
			eventType: KINDS[number % 3],
			eventDate: changedAt(number),
			data: { uniqueId: bookingOf(number) },
		}),
	deliver: { schedules: ['Every Five Minutes'], runs: 1, minutesBetween: 5 },
	arrived: async ({ lab }) => await lab.apps.mirrored(),
	promised: (numbers) =>
		Object.fromEntries(numbers.map((number) => [bookingOf(number), changedAt(number)])),
};

const exactlyOnce: Outcome = {
	send: async ({ venues: [venue] }, number) =>
		await venue.bookings.create({ uniqueId: idOf('BKG', number) }),
	deliver: { schedules: ['Every Morning'], runs: 1, minutesBetween: 0 },
	arrived: async ({ lab }) => {
		const rows = await lab.rowsOf('Messages seen');
		return { done: rows.map(({ bookingId, state }) => `${bookingId} ${state}`).sort() };
	},
	promised: (numbers) => ({ done: numbers.map((number) => `${idOf('BKG', number)} done`) }),
};

export const safety: Outcomes = {
	'safety/lossless-mirror': losslessMirror,
	'safety/exactly-once': exactlyOnce,
};
