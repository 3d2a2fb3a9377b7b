const SHORTEST_MS = 1_000;

/** In an outage the pauses grow with it, so its end is noticed a tenth of its length late at most. */
const SHARE_OF_OUTAGE = 0.1;
const LONGEST_GROWN_MS = 60_000;

/** Whether the venue is back, one call finds out at a time. An answer may be slow, or never come. */
const BETWEEN_TRIES_MS = 1_000;

/** The document knows no pause over a minute but those of exports: a longer one may be a slip. */
const LOOK_EVERY_MS = 10 * 60_000;

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
	/** Longer than the document explains, so the venue is looked at meanwhile. */
	isLong: boolean;
}

/** How long a call waits for a venue that turns calls away. */
export interface Patience {
	arrivedAt: number;
	patienceMs: number;
	/** From when the patience counts. Standing in line costs none: it is the outage that does. */
	waitsSince?: number;
	/** It changes nothing at the venue, so it may find out whether a long pause is still meant. */
	mayLook?: boolean;
}

/**
 * The outage of a venue: from the first answer that asks to wait until the first good one. Within it
 * one pause follows the other, and after each a single call tries.
 */
export class Outage {
	private pause: Pause = { until: -Infinity, reason: 'rateLimit', isLong: false };
	private begunAt?: number;
	/** When the venue last asked to wait. */
	private askedAt = -Infinity;
	private triedAt = -Infinity;
	/** Where the pause is a long one: from when a call may look whether it is still meant. */
	private lookAt = Infinity;
	private isLooking = false;

	/** Says whether this is news, rather than another answer to what was under way together. */
	ask(departedAt: number, now: number, { retryAfterMs, ...asked }: AskedPause): boolean {
		const isNews = departedAt > this.askedAt;
		const grownMs = isNews ? this.lengthAt(now) * SHARE_OF_OUTAGE : 0;
		const ms = Math.max(retryAfterMs, Math.min(grownMs, LONGEST_GROWN_MS));
		if (isNews) {
			// Who looked has the venue's latest word, even where it is shorter than the one before.
			if (departedAt < this.pause.until) this.pause.until = now;
			this.isLooking = false;
		}
		this.extend(now, { ...asked, retryAfterMs: ms });
		return isNews;
	}

	extend(now: number, { reason, retryAfterMs, said }: AskedPause): void {
		if (!this.isOn(now)) this.begunAt = now;
		this.askedAt = now;
		const until = now + Math.max(retryAfterMs, SHORTEST_MS);
		if (until < this.pause.until) return;
		const isLong = retryAfterMs > LOOK_EVERY_MS;
		if (!isLong) this.lookAt = Infinity;
		else if (this.lookAt === Infinity || this.lookAt <= now) this.lookAt = now + LOOK_EVERY_MS;
		this.pause = { until, reason, said, isLong };
	}

	/** The venue has dealt with a call. Says whether that is the end of the outage. */
	answered(departedAt: number, now: number): boolean {
		if (!this.isOn(now) || departedAt <= this.askedAt) return false;
		this.begunAt = undefined;
		this.lookAt = Infinity;
		this.isLooking = false;
		this.pause.until = now;
		return true;
	}

	departed(now: number): void {
		this.triedAt = now;
		if (now >= this.pause.until) return;
		this.isLooking = true;
		this.lookAt = now + LOOK_EVERY_MS;
	}

	/** There was no token for it, so whether the venue is back is still to be found out. */
	notSent(departedAt: number): void {
		if (departedAt === this.triedAt && this.isLooking) this.lookAt = departedAt;
	}

	/** Whatever became of it. */
	returned(departedAt: number): void {
		if (departedAt === this.triedAt) this.isLooking = false;
	}

	get until(): number {
		return this.pause.until;
	}

	/** When it began; undefined where the venue deals with calls. */
	since(now: number): number | undefined {
		return this.isOn(now) ? this.begunAt : undefined;
	}

	/** From when this call may be sent. */
	opensAt(now: number, call: Patience): number {
		if (!this.isOn(now)) return now;
		return Math.max(this.endsAt(call), this.triedAt + BETWEEN_TRIES_MS);
	}

	/** The pause, if it lasts longer than this call can wait. */
	tooLongFor(call: Patience, now: number): Pause | undefined {
		if (this.pause.until <= now || (this.isLooking && call.mayLook)) return undefined;
		const waitsSince = call.waitsSince ?? Math.max(call.arrivedAt, this.begunAt ?? now);
		return this.endsAt(call) > waitsSince + call.patienceMs ? this.pause : undefined;
	}

	private endsAt({ mayLook }: Patience): number {
		return mayLook ? Math.min(this.pause.until, this.lookAt) : this.pause.until;
	}

	/** If there was no call for a minute after the last pause, that pause no longer tells anything. */
	private isOn(now: number): boolean {
		return this.begunAt !== undefined && now < this.pause.until + LONGEST_GROWN_MS;
	}

	private lengthAt(now: number): number {
		return this.isOn(now) ? now - (this.begunAt ?? now) : 0;
	}
}
