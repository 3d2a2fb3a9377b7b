const SHORTEST_MS = 1_000;
const LONGEST_DOUBLED_MS = 2 * 60_000;

export type PauseReason = 'rateLimit' | 'maintenance';

/** What the venue said when it asked to wait. */
export interface AskedPause {
	reason: PauseReason;
	retryAfterMs: number;
	/** The venue's own words. */
	said?: string;
}

export interface Pause {
	until: number;
	reason: PauseReason;
	said?: string;
}

/**
 * The time for which the venue has asked not to be asked. A call that departs after a pause and is
 * turned away again doubles it, up to minutes. Calls that were under way together ask for one pause.
 */
export class PauseMemory {
	private pause: Pause = { until: -Infinity, reason: 'rateLimit' };
	private lastMs = 0;
	private setAt = -Infinity;

	/** Says whether this is news, rather than another answer to what was under way. */
	ask(departedAt: number, now: number, { reason, retryAfterMs, said }: AskedPause): boolean {
		const isNews = departedAt > this.setAt;
		const askedMs = Math.max(retryAfterMs, SHORTEST_MS);
		const ms = isNews ? Math.max(askedMs, this.doubledMs()) : askedMs;
		if (isNews) {
			this.lastMs = ms;
			this.setAt = now;
		}
		this.extend(now, { reason, retryAfterMs: ms, said });
		return isNews;
	}

	extend(now: number, { reason, retryAfterMs, said }: AskedPause): void {
		const until = now + retryAfterMs;
		if (until >= this.pause.until) this.pause = { until, reason, said };
	}

	/** Says whether this is the first answer of a venue that is back. */
	answered(departedAt: number): boolean {
		const isBack = this.lastMs > 0 && departedAt > this.setAt;
		if (isBack) this.lastMs = 0;
		return isBack;
	}

	get until(): number {
		return this.pause.until;
	}

	/** The pause, if it reaches beyond this time. */
	beyond(now: number, time: number): Pause | undefined {
		return this.pause.until > now && this.pause.until > time ? this.pause : undefined;
	}

	private doubledMs(): number {
		return Math.min(this.lastMs * 2, LONGEST_DOUBLED_MS);
	}
}
