import type { Connection } from '../../../venueApi/connection';
import {
	type BookingChoice,
	leavesOutInExecution,
	type WholeBookings,
} from '../../../venueApi/resources/bookings';
import type { VenueRecord } from '../../../venueApi/records';

const FIELDS_LEFT_OUT =
	'The venue’s list leaves out fields of its bookings, so a filter may miss what only the whole booking shows. If the venue can search for it, enter its parameter in Additional Query Parameters. Otherwise, remove the filter and put n8n’s Filter node behind this one.';

/** One of them may be gone. */
const LOOKED_UP = 3;

/** What the user has to know if a filter found nothing and the list leaves fields out. */
export type LeftOut = () => Promise<string | undefined>;

/** A filter sees the bookings as the list has them. */
export function watchForLeftOut(connection: Connection, whole: WholeBookings) {
	const read: VenueRecord[] = [];
	return {
		watched(isWanted: BookingChoice['isWanted']): BookingChoice['isWanted'] {
			if (isWanted === undefined || whole === 'never') return isWanted;
			return (booking) => {
				if (read.length < LOOKED_UP) read.push(booking);
				return isWanted(booking);
			};
		},
		leftOut: (async () => {
			const isShort = read.length > 0 && (await leavesOutInExecution(connection, read));
			return isShort ? FIELDS_LEFT_OUT : undefined;
		}) satisfies LeftOut,
	};
}
