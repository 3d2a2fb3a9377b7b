import { DateTime } from 'luxon';

import { type Truth, truthsOf } from '../../../../unit/action/support/bookingVocabularies';

export type Booked = Truth & Required<Pick<Truth, 'more'>>;

/** A venue as its front desk knows it, and the days that it asks about. */
export interface Desk {
	zone: string;
	today: DateTime;
	/** When the questions are asked: at five in the afternoon. */
	now: number;
	bookings: Booked[];
	/** For example 2026-05-08, this many days from today. */
	day(days: number): string;
	/** A time of today, as a model writes it after it has read the time in its prompt. */
	at(time: string): string;
}

export const LOOKED_UP = 'BKG-000215';
const BOOKINGS = 150;
/** The list of these bookings is cut for an agent. */
const TODAY = 45;
const CHANGED = 6;
/** The other days of a visit. */
const DAYS = [-1, 1, 2, 3, 4, 5, 6, 7];
const OPENS = 10;
const HOURS = 12;

/** On the day after `now`: the same in every run, with visits from ten in the morning to half past nine in the evening. */
export function deskOf(zone: string, now: number): Desk {
	const asked = DateTime.fromMillis(now, { zone }).plus({ days: 1 }).set({ hour: 17, minute: 0 });
	const today = asked.startOf('day');
	// The questions ask for each of 150 bookings, and luxon takes its time.
	const known = new Map<number, string>();
	const day = (days: number) => {
		const found = known.get(days) ?? today.plus({ days }).toISODate()!;
		known.set(days, found);
		return found;
	};
	const bookings = truthsOf(BOOKINGS).map((truth, index): Booked => {
		const isToday = index < TODAY;
		const visit = today
			.plus({ days: isToday ? 0 : DAYS[(index * 3 + Math.floor(index / 8)) % DAYS.length] })
			.set({
				hour: OPENS + ((index * 7 + Math.floor(index / 12)) % HOURS),
				minute: (index % 2) * 30,
			});
		// The last ones came in today, and those before them changed today.
		const fromEnd = BOOKINGS - index;
		const created =
			fromEnd <= CHANGED
				? today.set({ hour: 7, minute: 0 }).plus({ minutes: 50 * (CHANGED - fromEnd) })
				: today.minus({ days: 3, minutes: 95 * fromEnd });
		const isChanged = fromEnd > CHANGED && fromEnd <= 2 * CHANGED;
		const modified = isChanged
			? today.set({ hour: 8, minute: 0 }).plus({ minutes: 25 * (fromEnd - CHANGED) })
			: created;
		return {
			...truth,
			...{ visit: visit.toISODate()!, time: visit.toFormat('HH:mm') },
			party: truth.party + (index % 5 === 0 ? 9 : 0),
			more: {
				...{ at: utc(visit), created: utc(created), modified: utc(modified) },
				email: `${truth.firstName}.${index}@example.test`.toLowerCase(),
				reference: `HLP-${(index * 48_271 + 7_777).toString(36).toUpperCase()}`,
				due: index % 3 === 0 ? 7.25 + index : 0,
				isRedeemed: index % 2 === 0,
			},
		};
	});
	const at = (time: string) => today.set({ hour: Number(time.slice(0, 2)) }).toISO()!;
	return { zone, today, now: asked.toMillis(), bookings, day, at };
}

const utc = (time: DateTime) => time.toUTC().toISO()!;

/** The days from today to the next Saturday. */
export const untilSaturday = ({ today }: Desk) => (13 - today.weekday) % 7 || 7;
