const MINUTE_MS = 60_000;
const SHARE_THAT_ALWAYS_REMAINS = 0.1;
const SHARE_WON_BACK_EACH_MINUTE = 0.1;
const SHARE_GIVEN_AWAY = 0.9;

/**
 * The part of the limit that is ours. Whole, until the venue answers 429 to a call that we had foreseen
 * as allowed: somebody else uses the same address. Then what we had got so far, less a little,
 * and a tenth of the limit more with each quiet minute.
 */
export class AdaptiveLimit {
	private share = Infinity;
	private quietFrom = 0;

	lowerTo(used: number, quietFrom: number): void {
		this.share = Math.min(this.share, used) * SHARE_GIVEN_AWAY;
		this.quietFrom = quietFrom;
	}

	of(limit: number, now: number): number {
		if (this.share === Infinity) return limit;
		const quietMinutes = Math.max(0, (now - this.quietFrom) / MINUTE_MS - 1);
		const wonBack = limit * SHARE_WON_BACK_EACH_MINUTE * quietMinutes;
		const share = Math.max(limit * SHARE_THAT_ALWAYS_REMAINS, this.share + wonBack);
		if (share >= limit) this.share = Infinity;
		return Math.max(1, Math.min(limit, Math.floor(share)));
	}
}
