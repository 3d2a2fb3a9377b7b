import { AdaptiveLimit } from './adaptiveLimit';
import { type AskedPause, Outage, type Patience } from './outage';
import { Pace } from './pace';

const SHARE_AS_BURST = 0.1;

/**
 * Lets calls to the venue through: never more than a limit in any minute, and none while the venue
 * asks for a pause.
 */
export class Gate {
	private readonly pace: Pace;
	private readonly adaptiveLimit = new AdaptiveLimit();
	readonly outage = new Outage();

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

	sent(now: number): void {
		this.pace.sent();
		this.outage.sent(now);
	}

	/** The outcome of the call is known. */
	release(sentAt: number, now: number): void {
		this.pace.release(now);
		this.outage.release(sentAt);
	}

	/** The venue has processed the call. */
	processed(sentAt: number, now: number): void {
		if (this.outage.processed(sentAt, now)) this.pace.beginAnew(now);
	}

	/** The venue answered 429 although the call was within the limit, so others need a share of it. */
	throttled(sentAt: number, now: number, asked: AskedPause): void {
		const used = this.pace.countSince(now, this.adaptiveLimit.countsFrom);
		if (!this.outage.pause(sentAt, now, asked)) return;
		this.adaptiveLimit.lowerTo(used, this.limit, now, this.outage.until);
	}
}
