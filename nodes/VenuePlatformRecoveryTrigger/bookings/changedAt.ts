import type { VenueRecord } from '../../venueApi/shapes/records';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** How far clocks and rounding may put a time of the venue outside of what was asked for. */
const TOLERANCE_MS = 2_000;

/**
 * Where bookings hold the time of their last change. The document names no such field; it is one
 * that every booking has and that lies between the time that was asked for and now in all of them.
 */
export function changedAtIn(
	bookings: VenueRecord[],
	since: number,
	now: number,
): ((booking: VenueRecord) => number) | undefined {
	const lies = (time: number) => time >= since - TOLERANCE_MS && time <= now + TOLERANCE_MS;
	const [first] = bookings;
	const fields = Object.keys(first ?? {}).filter((field) =>
		bookings.every((booking) => lies(timeIn(booking[field]))),
	);
	if (fields.length === 0) return undefined;
	return (booking) => Math.max(...fields.map((field) => timeIn(booking[field])));
}

function timeIn(value: unknown): number {
	return typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : NaN;
}
