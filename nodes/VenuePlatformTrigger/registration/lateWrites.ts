import { NodeApiError } from 'n8n-workflow';

import { type Cause, causeOf } from '../../venueApi/messages/cause';
import { wait } from '../../venueApi/pacing/waiting';
import { type Place, placeKeyOf } from './address';
import { listensAt } from './listening';

/** Pauses before the looks. A gateway gives up long before the service behind it does. */
export const LOOK_AGAIN_AFTER_MS = [30_000, 2 * 60_000, 5 * 60_000];

/** The looks after the latest write without a response. */
interface Series {
	/** What this look writes is followed up by the next one. */
	isLooking: boolean;
}

const seriesAt = new Map<string, Series>();

/**
 * Writes to the webhook of a place, and looks again later if no response comes: the venue may carry it
 * out after another attempt has created a second webhook, or after the workflow was published or
 * unpublished. `look` makes the venue do what was wanted last.
 */
export async function followedUp<T>(
	place: Place,
	leaves: 'on' | 'off',
	write: () => Promise<T>,
	look: (isLeft: boolean) => Promise<void>,
): Promise<T> {
	const writing = write();
	void writing.catch((thrown: unknown) => {
		if (mayStillHappen(thrown)) void lookAgain(place, leaves, look);
	});
	return await writing;
}

function mayStillHappen(thrown: unknown): boolean {
	if (!(thrown instanceof NodeApiError)) return false;
	const { httpCode, context } = thrown;
	const cause = context.cause as Cause | undefined;
	return causeOf({ cause, httpCode }) === 'temporarily-unavailable';
}

/**
 * n8n stops listening for a moment between two attempts to publish, so only two looks in a row show that
 * the workflow has left this venue.
 */
async function lookAgain(
	place: Place,
	leaves: 'on' | 'off',
	look: (isLeft: boolean) => Promise<void>,
): Promise<void> {
	const key = `${leaves} ${placeKeyOf(place)}`;
	if (seriesAt.get(key)?.isLooking) return;
	const series = { isLooking: false };
	seriesAt.set(key, series);
	let isLeft = false;
	for (const pause of LOOK_AGAIN_AFTER_MS) {
		await wait(pause);
		if (seriesAt.get(key) !== series) return;
		const wasLeft = isLeft;
		isLeft = !listensAt(place);
		series.isLooking = true;
		try {
			await look(wasLeft && isLeft);
		} catch {
			// The next look may work.
		}
		series.isLooking = false;
	}
	seriesAt.delete(key);
}
