import { instantOf } from '../dates';
import type { JsonObject } from '../json';
import type { Profile } from '../profile';
import type { VenueAccount } from './account';
import type { Booking } from './bookingSamples';
import { isCurrent } from './liveBookings';

export const CRITERIA = ['keywords', 'date', 'startTime', 'productIds', 'locationIds'] as const;

/** What a query asks for. */
export type Criteria = Partial<Record<(typeof CRITERIA)[number] | 'modifiedFromDate', string>>;

const UNITS_MS = {
	millisecond: 1,
	second: 1000,
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
};

/** The bookings of a list, as far as the venue shows them. */
export function listedBookings(
	account: VenueAccount,
	criteria: Criteria,
	{ bookings: rules }: Profile,
): Booking[] {
	const asked = account.bookings
		.all()
		.filter(
			(booking) =>
				changedSince(booking, criteria.modifiedFromDate, rules.modifiedFrom, account.timeZone) &&
				(rules.listed === 'all' || isCurrent(booking)) &&
				(!rules.requiresCriterion || isFound(account, booking, criteria)),
		);
	return inOrder(asked, rules).slice(0, rules.atMost);
}

function changedSince(
	{ modifiedDate }: Booking,
	since: string | undefined,
	{ to, zone, isExclusive }: Profile['bookings']['modifiedFrom'],
	timeZone: string,
): boolean {
	if (since === undefined || to === 'nothing') return true;
	const unit = UNITS_MS[to];
	const from = Math.floor(instantOf(since, zone, timeZone) / unit);
	const changed = Math.floor(Date.parse(modifiedDate) / unit);
	return isExclusive ? changed > from : changed >= from;
}

function isFound(account: VenueAccount, booking: Booking, criteria: Criteria): boolean {
	if (CRITERIA.every((name) => criteria[name] === undefined)) return true;
	const { keywords, date, startTime, productIds, locationIds } = criteria;
	const { name, bookingReference, uniqueId, items, locationId } = account.liveBooking(booking);
	const words = `${String(name)} ${bookingReference} ${uniqueId}`.toLowerCase();
	return (
		(keywords === undefined || words.includes(keywords.toLowerCase())) &&
		items.some(
			({ bookingDate, sessionStartTime, productId }) =>
				(date === undefined || bookingDate === date) &&
				(startTime === undefined || sessionStartTime === startTime) &&
				(productIds === undefined || productIds.split(',').includes(String(productId))),
		) &&
		(locationIds === undefined || locationIds.split(',').includes(String(locationId ?? 1)))
	);
}

function inOrder(bookings: Booking[], { order, orderedBy }: Profile['bookings']): Booking[] {
	const dateOf = (booking: JsonObject) => Date.parse(String(booking[orderedBy]));
	switch (order) {
		case 'asStored':
			return bookings;
		case 'newestFirst':
			return bookings.sort((one, other) => dateOf(other) - dateOf(one));
		case 'oldestFirst':
			return bookings.sort((one, other) => dateOf(one) - dateOf(other));
		case 'byId':
			return bookings.sort((one, other) => (one.uniqueId < other.uniqueId ? -1 : 1));
	}
}
