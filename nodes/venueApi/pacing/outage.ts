const SHORTEST_MS = 1_000;

/** Pauses grow with the outage, so its end is noticed at most a tenth of its length late. */
const SHARE_OF_OUTAGE = 0.1;
const LONGEST_GROWN_MS = 60_000;

/** One call a second tests whether the venue is back. Its response may be slow or never come. */
const BETWEEN_TRIES_MS = 1_000;

/** The API document names no longer pauses except for exports and tokens: this one may be a slip. */
const LOOK_EVERY_MS = 10 * 60_000;

type PauseReason = 'rateLimit' | 'maintenance';

/** What the venue said when it asked for a pause. */
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
	/** Longer than the API document explains, so a call tests now and then whether it still applies. */
	isLong: boolean;
}

/** How long a call waits for a venue that rejects calls. */
export interface Patience {
	queuedAt: number;
	patienceMs: number;
	/** When the patience ends. Undefined until it has begun to count. */
	giveUpAt?: number;
	/** The call changes nothing at the venue, so it may test whether a long pause still applies. */
	mayLook?: boolean;
}

/** An outage uses up the patience of a call. Waiting in the queue, as part of a large job, does not. */
export function giveUpTime(
	{ queuedAt, patienceMs, giveUpAt }: Patience,
	outageSince: number | undefined,
	now: number,
): number {
	return giveUpAt ?? Math.max(queuedAt, outageSince ?? now) + patienceMs;
}

/**
 * An outage of the venue: from the first response that asks for a pause to the first good one. One
 * pause follows another, and after each of them a single call tries.
 */
export class Outage {
	private current: Pause = { until: -Infinity, reason: 'rateLimit', isLong: false };
	private begunAt?: number;
	/** When the venue last asked for a pause. */
	private askedAt = -Infinity;
	private triedAt = -Infinity;
	/** In a long pause: when a call may test whether it still applies. */
	private lookAt = Infinity;
	private isLooking = false;

	/**
	 * The venue named a time to come back. Returns whether this is news, and not the response to a call
	 * that was already under way.
	 */
	pause(sentAt: number, now: number, { retryAfterMs, ...asked }: AskedPause): boolean {
		const isNews = sentAt > this.askedAt;
		const grownMs = isNews ? (now - (this.since(now) ?? now)) * SHARE_OF_OUTAGE : 0;
		const ms = Math.max(retryAfterMs, Math.min(grownMs, LONGEST_GROWN_MS));
		if (isNews) {
			// A call sent during the pause brings the venue's latest word, even if the new pause is shorter.
			if (sentAt < this.current.until) this.current.until = now;
			this.isLooking = false;
		}
		this.postpone(now, { ...asked, retryAfterMs: ms });
		return isNews;
	}

	/** Like `pause`, if the reason may have nothing to do with this limit. */
	postpone(now: number, { reason, retryAfterMs, said }: AskedPause): void {
		if (!this.isOn(now)) this.begunAt = now;
		this.askedAt = now;
		const until = now + Math.max(retryAfterMs, SHORTEST_MS);
		if (until < this.current.until) return;
		const isLong = retryAfterMs > LOOK_EVERY_MS;
		if (!isLong) this.lookAt = Infinity;
		else if (this.lookAt === Infinity || this.lookAt <= now) this.lookAt = now + LOOK_EVERY_MS;
		this.current = { until, reason, said, isLong };
	}

	/** The venue has processed a call. Returns whether that ends the outage. */
	processed(sentAt: number, now: number): boolean {
		if (!this.isOn(now) || sentAt <= this.askedAt) return false;
		this.begunAt = undefined;
		this.lookAt = Infinity;
		this.isLooking = false;
		this.current.until = now;
		return true;
	}

	sent(now: number): void {
		this.triedAt = now;
		if (now >= this.current.until) return;
		this.isLooking = true;
		this.lookAt = now + LOOK_EVERY_MS;
	}

	/** The call never reached the venue, so it did not show whether the venue is back. */
	notSent(sentAt: number): void {
		if (sentAt === this.triedAt && this.isLooking) this.lookAt = sentAt;
	}

	/** The call has ended, with or without a response. */
	release(sentAt: number): void {
		if (sentAt === this.triedAt) this.isLooking = false;
	}

	get until(): number {
		return this.current.until;
	}

	/** When it began; undefined if the venue accepts calls. */
	since(now: number): number | undefined {
		return this.isOn(now) ? this.begunAt : undefined;
	}

	/** When this call may be sent. */
	opensAt(now: number, call: Patience): number {
		if (!this.isOn(now)) return now;
		return Math.max(this.endsAt(call), this.triedAt + BETWEEN_TRIES_MS);
	}

	/** The pause, if it lasts longer than this call can wait. */
	tooLongFor(call: Patience, now: number): Pause | undefined {
		if (this.current.until <= now || (this.isLooking && call.mayLook)) return undefined;
		return this.endsAt(call) > giveUpTime(call, this.begunAt, now) ? this.current : undefined;
	}

	private endsAt({ mayLook }: Patience): number {
		return mayLook ? Math.min(this.current.until, this.lookAt) : this.current.until;
	}

	/** If no call was sent for a minute after the last pause, that pause no longer says anything. */
	private isOn(now: number): boolean {
		return this.begunAt !== undefined && now < this.current.until + LONGEST_GROWN_MS;
	}
}
