import { startVenue, type SimulatedVenue } from '../../venue';
import { OUTAGE_BEGAN } from './contenders';

/**
 * Venues by the number of their bookings, each with one message that failed before all bookings.
 */
export type Venues = Map<number, SimulatedVenue>;

const DAY_MS = 24 * 60 * 60_000;

/** Recover's safety margin and two thousand hours of bookings fit in between. */
const NOW = Date.parse(OUTAGE_BEGAN) + 100 * DAY_MS;

export async function openVenues(sizes: number[]): Promise<Venues> {
	const venues: Venues = new Map();
	const begin = Date.now();
	for (const size of sizes) {
		// With a clock that stands still, the limit of a minute would never end.
		const venue = await startVenue({ now: () => NOW + Date.now() - begin });
		venue.bookings.seed(size);
		venue.messages.addFailed({ firstAttemptAt: Date.parse(OUTAGE_BEGAN) + DAY_MS });
		venues.set(size, venue);
	}
	return venues;
}

export async function closeVenues(venues: Venues): Promise<void> {
	for (const venue of venues.values()) await venue.stop();
}
