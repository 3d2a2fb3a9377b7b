const MINUTE_MS = 60_000;
const SMALLEST_BURST = 20;

/**
 * Spreads a large job evenly over the minute, to leave gaps for a small one beside it. A small job
 * alone fits into the burst and is not slowed down.
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

	giveBack(): void {
		this.left++;
	}

	/** After an outage a small job goes at once, but not all of the waiting calls together. */
	beginAnew(now: number): void {
		this.left = SMALLEST_BURST;
		this.countedAt = now;
	}

	private at(now: number, perMinute: number): number {
		const burst = Math.min(perMinute, Math.max(SMALLEST_BURST, perMinute * this.shareAsBurst));
		const elapsed = Math.max(0, now - this.countedAt);
		// A millionth covers the rounding of clock times, which would otherwise cost a second wait.
		return Math.min(burst, this.left + (elapsed * perMinute) / MINUTE_MS + 1e-6);
	}
}
