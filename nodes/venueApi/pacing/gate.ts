import { AdaptiveLimit } from './adaptiveLimit';
import { type AskedPause, Outage, type Patience, type Pause } from './outage';
import { Pace } from './pace';

const SHARE_AS_BURST = 0.1;

/**
 * Lets calls to the venue through: never more than a limit in any minute, and none while the venue
 * asks for a pause.
 */
export class Gate {
	private readonly pace: Pace;
	private readonly adaptiveLimit = new AdaptiveLimit();
	private readonly outage = new Outage();

	constructor(
		/** Calls per minute. */
		private readonly limit: number,
		shareAsBurst = SHARE_AS_BURST,
	) {
		this.pace = new Pace(shareAsBurst);
	}

	opensAt(now: number, call: Patience): number {
		const { limit: perMinute, adaptiveLimit } = this;
		const share = { perMinute: adaptiveLimit.of(perMinute, now), since: adaptiveLimit.countsFrom };
		return Math.max(this.pace.freeAt(now, { perMinute }, share), this.outage.opensAt(now, call));
	}

	/** A pause that this call cannot wait for. */
	tooLongFor(call: Patience, now: number): Pause | undefined {
		return this.outage.tooLongFor(call, now);
	}

	/** Since when the venue has been rejecting calls. */
	outageSince(now: number): number | undefined {
		return this.outage.since(now);
	}

	sent(now: number): void {
		this.pace.sent();
		this.outage.sent(now);
	}

	/** The outcome of the call is known. */
	ended(sentAt: number, now: number): void {
		this.pace.ended(now);
		this.outage.ended(sentAt);
	}

	/** There was no token for the call, so it never reached the venue. */
	notSent(sentAt: number): void {
		this.outage.notSent(sentAt);
	}

	/** The venue has processed the call. */
	processed(sentAt: number, now: number): void {
		if (this.outage.processed(sentAt, now)) this.pace.beginAnew(now);
	}

	/** The venue answered 429 although the call was within the limit, so others need a share of it. */
	throttled(sentAt: number, now: number, asked: AskedPause): void {
		const used = this.pace.countSince(now, this.adaptiveLimit.countsFrom);
		if (!this.pause(sentAt, now, asked)) return;
		this.adaptiveLimit.lowerTo(used, this.limit, now, this.outage.until);
	}

	/** The venue named a time to come back. Returns whether this call is the first to report it. */
	pause(sentAt: number, now: number, asked: AskedPause): boolean {
		return this.outage.pause(sentAt, now, asked);
	}

	/** Like `pause`, if the reason may have nothing to do with this limit. */
	postpone(now: number, asked: AskedPause): void {
		this.outage.postpone(now, asked);
	}
}
