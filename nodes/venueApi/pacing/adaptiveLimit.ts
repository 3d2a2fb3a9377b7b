import { MINUTE_MS } from '../durations';

const ALWAYS_REMAINS = { share: 0.1, perMinute: 20 };
const SHARE_WON_BACK_EACH_MINUTE = 0.1;

/** How much of what was used before a 429 is tried next, to avoid another one. */
const KEPT = 0.97;
/** The first guess, made before it is known how many processes share the limit. It is right for two. */
const FIRST_GUESS = { ofLimit: KEPT / 2, ofUsed: 0.8 };
/** A process that used this much of its share would have used more. */
const FULL = 0.75;
/** A second 429 this soon after the first shows how much each process can have. */
const SOON_MS = 2 * MINUTE_MS;

/** A 429 costs every process a minute, so more is only tried late, and later still after a failed try. */
const SHORTEST_QUIET_MS = 15 * MINUTE_MS;
const LONGEST_QUIET_MS = 60 * MINUTE_MS;
const SAME_LIMIT_AGAIN = 0.75;

/**
 * How much of the venue's limit is ours: all of it, until the venue answers 429 although this
 * process kept to it. Then others use the same address, such as other n8n processes. They cannot
 * talk to each other, but each of them gets a 429 and does the same:
 *
 * 1. After the pause, each process starts again with the same first guess.
 * 2. If that is too much, the next 429 comes soon. What all have used since step 1 adds up to
 *    the limit, so what this process used is its share. If it wanted less, its share stays the
 *    same.
 * 3. After a quarter of an hour without a 429, the share grows by a tenth of the limit a minute.
 */
export class AdaptiveLimit {
	private share = Infinity;
	private begunAt = -Infinity;
	private hasBegunWithOthers = false;
	private quietMs = SHORTEST_QUIET_MS;

	/** Calls count as used from this time. */
	get countsFrom(): number {
		return this.begunAt;
	}

	/** `used`: calls of the last minute that the venue answered since then. `until`: end of the pause. */
	lowerTo(used: number, limit: number, now: number, until: number): void {
		if (!this.hasBegunWithOthers || now >= this.begunAt + SOON_MS) {
			this.quietMs = this.nextQuietMs(used, now);
			this.share = Math.max(limit * FIRST_GUESS.ofLimit, used * FIRST_GUESS.ofUsed);
		} else if (this.wasFull(used, limit, now)) {
			this.share = used * KEPT;
		}
		this.begunAt = until;
		// If others have used up the limit, and a whole minute of the pause is left, this process
		// starts after them.
		this.hasBegunWithOthers = used > 0 || until - now < MINUTE_MS;
	}

	of(limit: number, now: number): number {
		if (this.share === Infinity) return limit;
		const minutes = Math.max(0, (now - this.begunAt - this.quietMs) / MINUTE_MS);
		const wonBack = limit * SHARE_WON_BACK_EACH_MINUTE * minutes;
		const share = Math.max(alwaysLeftOf(limit), this.share + wonBack);
		return Math.max(1, Math.min(limit, Math.floor(share)));
	}

	/** A few calls, or fewer than the share allowed, show nothing about what others use. */
	private wasFull(used: number, limit: number, now: number): boolean {
		const minutes = Math.min(1, (now - this.begunAt) / MINUTE_MS);
		return used >= Math.max(alwaysLeftOf(limit), this.of(limit, now) * minutes * FULL);
	}

	/** A minute of tolerance: other processes may try again a little earlier. */
	private nextQuietMs(used: number, now: number): number {
		const isTry = now >= this.begunAt + this.quietMs - MINUTE_MS;
		const isSameAgain = isTry && used >= this.share * SAME_LIMIT_AGAIN;
		return isSameAgain ? Math.min(this.quietMs * 2, LONGEST_QUIET_MS) : SHORTEST_QUIET_MS;
	}
}

function alwaysLeftOf(limit: number): number {
	return Math.max(limit * ALWAYS_REMAINS.share, ALWAYS_REMAINS.perMinute);
}
