const MINUTE_MS = 60_000;
const SMALLEST_BURST = 20;

/**
 * Spreads a big job evenly over the minute, so that a small one that starts beside it finds a gap
 * instead of an exhausted minute. A small job alone lives on the burst and feels nothing.
 */
export class TokenBucket {
	private left = Infinity;
	private countedAt = 0;

	constructor(private readonly shareAsBurst: number) {}

	nextAt(now: number, perMinute: number): number {
		const missing = 1 - this.at(now, perMinute);
		return missing <= 0 ? now : Math.max(now, this.countedAt) + (missing * MINUTE_MS) / perMinute;
	}

	take(now: number, perMinute: number): void {
		this.left = this.at(now, perMinute) - 1;
		this.countedAt = Math.max(now, this.countedAt);
	}

	/** After an outage a small job goes at once, and of all who have waited not too many together. */
	beginAnew(now: number): void {
		this.left = SMALLEST_BURST;
		this.countedAt = now;
	}

	private at(now: number, perMinute: number): number {
		const burst = Math.min(perMinute, Math.max(SMALLEST_BURST, perMinute * this.shareAsBurst));
		const elapsed = Math.max(0, now - this.countedAt);
		// A millionth forgives the rounding of clock times, which would otherwise cost a second wait.
		return Math.min(burst, this.left + (elapsed * perMinute) / MINUTE_MS + 1e-6);
	}
}
