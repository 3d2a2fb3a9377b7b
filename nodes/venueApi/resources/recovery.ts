import type { FailedMessage } from '../shapes/failedMessage';

export const BOOKING = 'Booking';

/** Longer than the retries of a delivery take, even where the first pause is an hour. */
export const RETRIES_TAKE_MS = 3 * 24 * 60 * 60_000;

export function isAboutBooking({ topic }: FailedMessage): boolean {
	return topic === BOOKING;
}

/**
 * Whether an operation of ours fetches again what the message was about. The document shows the call
 * for bookings alone, and a deleted booking cannot be had; for other topics the user enters the call.
 */
export function isRecoverable(message: FailedMessage): boolean {
	return isAboutBooking(message) && message.event !== 'Deleted';
}

/**
 * Since when messages fail, and of how many the venue does not tell it. Where it does not tell all
 * attempts of one, that may have begun as much earlier as retries take.
 */
export function beginningOf(messages: FailedMessage[]): { earliest?: number; withoutTime: number } {
	const known = messages.flatMap(({ firstFailedAt, isToldFromTheFirst }) =>
		firstFailedAt === null
			? []
			: [Date.parse(firstFailedAt) - (isToldFromTheFirst ? 0 : RETRIES_TAKE_MS)],
	);
	const withoutTime = messages.length - known.length;
	if (known.length === 0) return { withoutTime };
	return { earliest: known.reduce((a, b) => Math.min(a, b)), withoutTime };
}
