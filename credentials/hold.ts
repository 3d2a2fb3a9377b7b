import { asTime } from '../nodes/venueApi/messages/waits';
import type { Explanation } from '../nodes/venueApi/messages/explanations';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_PASSING_MS = 10_000;

/** Why there is no token. */
export interface ExchangeFailure {
	/** `account`: this ID and secret. `address`: every caller at this internet address. `passing`: no caller in particular. */
	concerns: 'account' | 'address' | 'passing';
	what: string;
	advice: string;
	retryAfterMs?: number;
	outlook?: Explanation['outlook'];
}

/** A time in which the venue is not asked for a token, and why. */
export interface Hold {
	from: number;
	ms: number;
	failure: ExchangeFailure;
}

/** 1, 4, 16, then 60 minutes: nothing was corrected, and the venue suspends credentials that keep asking. */
export function pauseAfter(timesInVain: number): number {
	return timesInVain < 1 ? 0 : Math.min(MINUTE_MS * 4 ** (timesInVain - 1), HOUR_MS);
}

/** An outage ends by itself, and then calls should go at once: 10 seconds, doubled up to a minute. */
export function passingPause(previous: Hold | undefined): number {
	if (previous?.failure.concerns !== 'passing') return FIRST_PASSING_MS;
	return Math.min(previous.ms * 2, MINUTE_MS);
}

export function inForce(hold: Hold | undefined): Hold | undefined {
	return hold && isWithin(Date.now(), hold.from, hold.ms) ? hold : undefined;
}

/** Of the holds in force, the one that ends last. */
export function longest(...holds: Array<Hold | undefined>): Hold | undefined {
	return holds.filter((hold) => inForce(hold)).sort((one, other) => endOf(other) - endOf(one))[0];
}

function endOf(hold: Hold | undefined): number {
	return hold ? hold.from + hold.ms : -Infinity;
}

/** Also false if the clock was set back to before the beginning. */
export function isWithin(now: number, from: number, ms: number): boolean {
	return now >= from && now < from + ms;
}

export function asUnavailable({ from, ms, failure }: Hold): TokenUnavailable {
	// Shown in whole seconds, and not to be shown too early.
	const retryAt = new Date(Math.ceil((from + ms) / 1000) * 1000);
	const { what, advice, concerns, outlook } = failure;
	return new TokenUnavailable(
		what,
		`${advice} The venue is asked again from ${asTime(retryAt)}${sooner(concerns, ms)}.`,
		{ retryAt, isTransient: concerns === 'passing' && outlook !== 'lasting', outlook },
	);
}

function sooner(concerns: ExchangeFailure['concerns'], ms: number): string {
	if (concerns === 'address') return '';
	const changed = ', or as soon as the credential is changed';
	return ms > MINUTE_MS ? `${changed} or tested` : changed;
}
