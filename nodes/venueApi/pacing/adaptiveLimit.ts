const MINUTE_MS = 60_000;
const ALWAYS_REMAINS = { share: 0.1, perMinute: 20 };
const SHARE_WON_BACK_EACH_MINUTE = 0.1;
/** Whoever has got most of the limit leaves more of it to those who came later. */
const MOST = 0.6;
const KEPT = { ofMost: 0.8, ofLess: 0.95 };

/** A 429 costs everybody a minute: the limit is tried again the later, the surer it is. */
const SHORTEST_QUIET_MS = 10 * MINUTE_MS;
const LONGEST_QUIET_MS = 80 * MINUTE_MS;
const SAME_LIMIT_AGAIN = 0.75;

/**
 * The part of the limit that is ours. Whole, until the venue answers 429 to a call that we had
 * foreseen as allowed: others use the same address, such as the other processes of n8n. Then a
 * little less than we had got so far. After a time without a 429 the rest is won back; who finds
 * the same limit again waits longer before the next try.
 */
export class AdaptiveLimit {
	private share = Infinity;
	private wonBackFrom = 0;
	private quietMs = SHORTEST_QUIET_MS;

	lowerTo(used: number, limit: number, now: number): void {
		const isSameAgain = used >= this.share * SAME_LIMIT_AGAIN;
		this.quietMs = isSameAgain ? Math.min(this.quietMs * 2, LONGEST_QUIET_MS) : SHORTEST_QUIET_MS;
		this.share = used * (used > limit * MOST ? KEPT.ofMost : KEPT.ofLess);
		this.wonBackFrom = now + this.quietMs;
	}

	of(limit: number, now: number): number {
		if (this.share === Infinity) return limit;
		const minutes = Math.max(0, (now - this.wonBackFrom) / MINUTE_MS);
		const wonBack = limit * SHARE_WON_BACK_EACH_MINUTE * minutes;
		const remains = Math.max(limit * ALWAYS_REMAINS.share, ALWAYS_REMAINS.perMinute);
		const share = Math.max(remains, this.share + wonBack);
		return Math.max(1, Math.min(limit, Math.floor(share)));
	}
}
