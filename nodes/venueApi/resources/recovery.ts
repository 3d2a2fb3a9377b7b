import type { FailedMessage } from '../shapes/failedMessage';

const BOOKING = 'Booking';

export function isAboutBooking({ topic }: FailedMessage): boolean {
	return topic === BOOKING;
}

/** The API gives out bookings alone, and a deleted one no more. */
export function isRecoverable(message: FailedMessage): boolean {
	return isAboutBooking(message) && message.event !== 'Deleted';
}

/** Since when messages about bookings fail, and of how many the venue does not tell it. */
export function failuresOfBookings(messages: FailedMessage[]): {
	earliest?: string;
	withoutTime: number;
} {
	const times = messages.filter(isAboutBooking).map(({ firstFailedAt }) => firstFailedAt);
	const known = times.filter((time) => time !== null).sort();
	const withoutTime = times.length - known.length;
	return known.length === 0 ? { withoutTime } : { earliest: known[0], withoutTime };
}
