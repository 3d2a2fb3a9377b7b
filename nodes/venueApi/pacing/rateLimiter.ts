import { AdaptiveLimit } from './adaptiveLimit';
import { type AskedPause, Outage, type Patience, type Pause } from './outage';
import { SlidingWindow } from './slidingWindow';
import { type Clock, steadyClock } from './steadyClock';
import { TokenBucket } from './tokenBucket';
import { Waiting, type WaitingCall } from './waiting';

const SHARE_AS_BURST = 0.1;
const LOOK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export interface AcquireOptions extends Patience {
	/** Calls per minute, if the credential of this call allows fewer than the venue. */
	limit?: number;
	/** A user or n8n is waiting: the call goes before the others and is not sent after this time. */
	deadline?: number;
	signal?: AbortSignal;
}

/** A call that was let through. It counts against the limit until one window after its response. */
export interface Permit {
	startedAt: number;
	/** The limit, in calls per minute, that it counts against. */
	limit: number;
	/** The permit of the limit that is shared with others. */
	shared?: Permit;
}

export type Acquired =
	| { permit: Permit }
	| { pause: Pause }
	| { isCrowded: true }
	| { canceled: true };

/**
 * Lets calls through in the order in which they came, never more than the limit in any window, and
 * evenly after a burst. If the limit is part of a larger one that limiters share, each of them has
 * one call at a time in the larger one's queue, so they take turns there.
 */
export class RateLimiter {
	private readonly bucket: TokenBucket;
	private readonly adaptiveLimit = new AdaptiveLimit();
	private readonly window = new SlidingWindow();
	private readonly outage = new Outage();
	private readonly waiting = new Waiting<AcquireOptions, Acquired>();
	private isServing = false;

	constructor(
		/** Calls per minute that are allowed here. */
		private readonly limit: number,
		private readonly clock: Clock = steadyClock,
		private readonly shared?: RateLimiter,
		shareAsBurst = SHARE_AS_BURST,
	) {
		this.bucket = new TokenBucket(shareAsBurst);
	}

	async acquire(options: AcquireOptions): Promise<Acquired> {
		if (options.signal?.aborted) return { canceled: true };
		const pause = this.tooLongFor(options);
		if (pause) return { pause };
		const acquired = this.waiting.add(options, { canceled: true });
		void this.serve();
		return await acquired;
	}

	/** Since when the venue has been rejecting calls, here or at the larger limit. */
	get outageSince(): number | undefined {
		return this.outage.since(this.clock.now()) ?? this.shared?.outageSince;
	}

	/** A pause, here or at the larger limit, that this call cannot wait for. */
	private tooLongFor(call: AcquireOptions): Pause | undefined {
		return this.outage.tooLongFor(call, this.clock.now()) ?? this.shared?.tooLongFor(call);
	}

	/** Call this once for each permit, when the outcome of the call is known. */
	release({ startedAt, shared }: Permit): void {
		this.window.arrive(this.clock.now());
		this.outage.returned(startedAt);
		this.waiting.wake();
		if (shared) this.shared?.release(shared);
	}

	/** There was no token for this call, so it never reached the venue. */
	notSent({ startedAt, shared }: Permit): void {
		this.outage.notSent(startedAt);
		if (shared) this.shared?.notSent(shared);
	}

	/** The venue has processed this call. */
	answered({ startedAt, shared }: Permit): void {
		const now = this.clock.now();
		if (this.outage.answered(startedAt, now)) this.bucket.beginAnew(now);
		this.waiting.wake();
		if (shared) this.shared?.answered(shared);
	}

	/** The venue answered 429 although this call was within the limit, so others need a share of it. */
	throttled(permit: Permit, asked: AskedPause): void {
		const now = this.clock.now();
		const used = this.window.answered(now, this.adaptiveLimit.countsFrom);
		if (!this.pause(permit, asked)) return;
		this.adaptiveLimit.lowerTo(used, permit.limit, now, this.outage.until);
	}

	/** Like `pause`, if the reason may have nothing to do with this limit. */
	postpone(asked: AskedPause): void {
		this.outage.extend(this.clock.now(), asked);
		this.waiting.wake();
	}

	/** The venue named a time to come back. Returns whether this call is the first to report it. */
	pause({ startedAt }: Permit, asked: AskedPause): boolean {
		const isNews = this.outage.ask(startedAt, this.clock.now(), asked);
		this.waiting.wake();
		return isNews;
	}

	private async serve(): Promise<void> {
		if (this.isServing) return this.waiting.wake();
		this.isServing = true;
		for (let next = this.waiting.first(); next; next = this.waiting.first()) {
			this.turnAwayWhoCannotWait();
			if (!next.isWaiting) continue;
			const now = this.clock.now();
			const freeInMs = Math.ceil(this.freeAt(now, next.options) - now);
			const waitMs = Math.min(freeInMs, this.waiting.nextDeadline() - now);
			if (freeInMs > 0) await this.waiting.untilWoken((signal) => this.clock.wait(waitMs, signal));
			else await this.letThrough(next);
		}
		this.isServing = false;
	}

	private turnAwayWhoCannotWait(): void {
		const now = this.clock.now();
		for (const call of this.waiting.all()) {
			const pause = this.tooLongFor(call.options);
			if (pause) call.end({ pause });
			else if (now > (call.options.deadline ?? Infinity)) call.end({ isCrowded: true });
		}
	}

	private async letThrough(call: WaitingCall<AcquireOptions, Acquired>): Promise<void> {
		if (this.shared === undefined) return call.end({ permit: this.depart(call) });

		const inTurn = { ...call.options, limit: this.shared.limit, arrivedAt: this.clock.now() };
		const acquired = await this.whileOthersWait(this.shared.acquire(inTurn));
		if (!('permit' in acquired)) return call.end(acquired);
		// While the call waited in the other queue, the venue may have asked for a pause, or the user
		// may have canceled.
		const now = this.clock.now();
		const mayDepart = call.isWaiting && this.outage.opensAt(now, call.options) <= now;
		if (mayDepart) call.end({ permit: { ...this.depart(call), shared: acquired.permit } });
		else this.shared.takeBack(acquired.permit);
	}

	/** The call for which this permit was given does not depart, so another one may. */
	private takeBack({ startedAt }: Permit): void {
		this.window.stay();
		this.bucket.giveBack();
		this.outage.notSent(startedAt);
		this.outage.returned(startedAt);
		this.waiting.wake();
	}

	/** Calls behind the one in the other queue get their messages in time, too. */
	private async whileOthersWait(acquiring: Promise<Acquired>): Promise<Acquired> {
		let isAcquired = false;
		const acquired = acquiring.finally(() => {
			isAcquired = true;
			this.waiting.wake();
		});
		while (!isAcquired) {
			const waitMs = Math.min(this.waiting.nextDeadline() - this.clock.now(), LONGEST_WAIT_MS);
			await this.waiting.untilWoken((signal) => this.clock.wait(waitMs, signal));
			this.turnAwayWhoCannotWait();
		}
		return await acquired;
	}

	private depart({ options }: WaitingCall<AcquireOptions, Acquired>): Permit {
		const now = this.clock.now();
		const limit = this.limitOf(options);
		this.bucket.take(now, this.adaptiveLimit.of(limit, now));
		this.window.depart();
		this.outage.departed(now);
		return { startedAt: now, limit };
	}

	private freeAt(now: number, call: AcquireOptions): number {
		const limit = this.limitOf(call);
		const allowed = this.adaptiveLimit.of(limit, now);
		const { countsFrom } = this.adaptiveLimit;
		return Math.max(
			this.window.freeAt(now, limit) ?? now + LOOK_AGAIN_MS,
			this.window.freeAt(now, allowed, countsFrom) ?? now + LOOK_AGAIN_MS,
			this.outage.opensAt(now, call),
			this.bucket.nextAt(now, allowed),
		);
	}

	private limitOf({ limit = this.limit }: AcquireOptions): number {
		return Math.min(limit, this.limit);
	}
}
