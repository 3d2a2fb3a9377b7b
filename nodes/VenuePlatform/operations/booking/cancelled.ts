import type { IExecuteFunctions } from 'n8n-workflow';

import type { BookingChoice } from '../../../venueApi/resources/bookings';
import { booleanIn, type VenueRecord } from '../../../venueApi/records';
import { isForAgent } from '../../output/forAgent';
import { hint } from '../../../n8n/hint';
import { eachLeaf } from '../../output/leaves';

const CANCELLED = /cancell?ed/i;
/** A longer text is a note or the terms of the venue. */
const LONGEST_STATUS = 30;
/** Some services write the year 1 until a booking is cancelled. */
const DATE = /^(?!0001)\d{4}-\d\d-\d\d/;

interface CancelledChoice {
	isWanted?: BookingChoice['isWanted'];
	/** Tells an agent that a list without cancelled bookings may leave them out. */
	hintIfNone(): void;
}

/** A venue may leave cancelled bookings out of its list, and the list does not show whether it does. */
export function watchForCancelled(context: IExecuteFunctions): CancelledChoice {
	if (!isForAgent(context)) return { hintIfNone() {} };
	let isAnyCancelled = false;
	return {
		isWanted(booking) {
			isAnyCancelled ||= isCancelled(booking);
			return true;
		},
		hintIfNone() {
			if (isAnyCancelled) return;
			hint(context, 'No cancelled booking is in this list: the venue may leave them out.', 'info');
		},
	};
}

/** By its status, or by a field such as cancelledDate. A text such as “no” shows nothing. */
export function isCancelled(booking: VenueRecord): boolean {
	let isFound = false;
	eachLeaf(booking, ({ path, value }) => {
		const isText = typeof value === 'string';
		const isStatus = isText && value.length <= LONGEST_STATUS && CANCELLED.test(value);
		const isSet = booleanIn(value) === true || (isText && DATE.test(value));
		isFound ||= isStatus || (isSet && CANCELLED.test(path[path.length - 1]));
	});
	return isFound;
}
