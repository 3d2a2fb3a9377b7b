const MINUTE_MS = 60_000;
const ALWAYS_REMAINS = { share: 0.1, perMinute: 20 };
const SHARE_WON_BACK_EACH_MINUTE = 0.1;

/** Of what the venue took from us while others took the rest. */
const KEPT = 0.97;
/** Nobody says how many share a limit. Whoever had got nearly all of it keeps more than one of two. */
const FIRST_GUESS = { ofLimit: KEPT / 2, ofUsed: 0.8 };
/** Another 429 so soon after all began anew tells what each of them gets. */
const SOON_MS = 2 * MINUTE_MS;

/** A 429 costs everybody a minute: the limit is tried again the later, the surer it is. */
const SHORTEST_QUIET_MS = 15 * MINUTE_MS;
const LONGEST_QUIET_MS = 60 * MINUTE_MS;
const SAME_LIMIT_AGAIN = 0.75;

/**
 * The part of the limit that is ours. Whole, until the venue answers 429 to a call that we had
 * foreseen as allowed: others use the same address, such as the other processes of n8n. All of them
 * are told so, and begin anew after the same minute, at the same pace. Where that is too much, what
 * each has got by the next 429 is its part. After a time without a 429 the rest is won back; who
 * finds the same limit again waits longer before the next try.
 */
export class AdaptiveLimit {
	private share = Infinity;
	private begunAt = -Infinity;
	private hasBegunWithOthers = false;
	private quietMs = SHORTEST_QUIET_MS;

	/** `used`: calls that the venue took in the last minute. `until`: when it takes some again. */
	lowerTo(used: number, limit: number, now: number, until: number): void {
		if (this.hasBegunWithOthers && now < this.begunAt + SOON_MS) this.share = used * KEPT;
		else {
			this.quietMs = this.nextQuietMs(used, now);
			this.share = Math.max(limit * FIRST_GUESS.ofLimit, used * FIRST_GUESS.ofUsed);
		}
		this.begunAt = until;
		// Who comes to a closed door, and is told a whole minute, begins later than the others.
		this.hasBegunWithOthers = used > 0 || until - now < MINUTE_MS;
	}

	of(limit: number, now: number): number {
		if (this.share === Infinity) return limit;
		const minutes = Math.max(0, (now - this.begunAt - this.quietMs) / MINUTE_MS);
		const wonBack = limit * SHARE_WON_BACK_EACH_MINUTE * minutes;
		const remains = Math.max(limit * ALWAYS_REMAINS.share, ALWAYS_REMAINS.perMinute);
		const share = Math.max(remains, this.share + wonBack);
		return Math.max(1, Math.min(limit, Math.floor(share)));
	}

	/** Others may be a little ahead of us with the next try. */
	private nextQuietMs(used: number, now: number): number {
		const isTry = now >= this.begunAt + this.quietMs - MINUTE_MS;
		const isSameAgain = isTry && used >= this.share * SAME_LIMIT_AGAIN;
		return isSameAgain ? Math.min(this.quietMs * 2, LONGEST_QUIET_MS) : SHORTEST_QUIET_MS;
	}
}
