import { AdaptiveLimit } from './adaptiveLimit';
import { type AskedPause, type Pause, PauseMemory } from './pause';
import { SlidingWindow } from './slidingWindow';
import { type Clock, steadyClock } from './steadyClock';
import { TokenBucket } from './tokenBucket';
import { Waiting, type WaitingCall } from './waiting';

const SHARE_AS_BURST = 0.1;
const LOOK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export interface AcquireOptions {
	/** Calls a minute that are allowed here. */
	limit: number;
	/** The latest moment that is still of use: a pause that reaches further is not waited for. */
	notAfter: number;
	/** Somebody waits for this call: it goes before the others, and not after this moment at all. */
	isUrgent?: boolean;
	signal?: AbortSignal;
}

/** A call that was let through. It counts against the limit until a window after its answer. */
export interface Permit {
	startedAt: number;
	/** Of the limit that is shared with others. */
	shared?: Permit;
}

export type Acquired =
	| { permit: Permit }
	| { pause: Pause }
	| { isCrowded: true }
	| { canceled: true };

interface SharedLimit {
	limiter: RateLimiter;
	limit: number;
}

/**
 * Lets calls through, first come first served, never more than the limit in any window, evenly
 * after a burst. Where the limit is part of a larger one that is shared with others, each of them has
 * one call at a time in its line, so they take turns there.
 */
export class RateLimiter {
	private readonly bucket: TokenBucket;
	private readonly adaptiveLimit = new AdaptiveLimit();
	private readonly window = new SlidingWindow();
	private readonly pauses = new PauseMemory();
	private readonly waiting = new Waiting<AcquireOptions, Acquired>();
	private isServing = false;

	constructor(
		private readonly clock: Clock = steadyClock,
		private readonly shared?: SharedLimit,
		shareAsBurst = SHARE_AS_BURST,
	) {
		this.bucket = new TokenBucket(shareAsBurst);
	}

	async acquire(options: AcquireOptions): Promise<Acquired> {
		if (options.signal?.aborted) return { canceled: true };
		const pause = this.pauseBeyond(options.notAfter);
		if (pause) return { pause };
		const acquired = this.waiting.add(options, { canceled: true });
		void this.serve();
		return await acquired;
	}

	get pausedUntil(): number {
		return Math.max(this.pauses.until, this.shared?.limiter.pausedUntil ?? -Infinity);
	}

	/** A pause, of the larger limit as well, that reaches beyond this time. */
	private pauseBeyond(time: number): Pause | undefined {
		return this.pauses.beyond(this.clock.now(), time) ?? this.shared?.limiter.pauseBeyond(time);
	}

	/** To be called once for each permit, whatever became of the call. */
	release({ shared }: Permit): void {
		this.window.arrive(this.clock.now());
		this.waiting.wake();
		if (shared) this.shared?.limiter.release(shared);
	}

	accepted({ startedAt, shared }: Permit): void {
		if (this.pauses.answered(startedAt)) {
			this.bucket.refill();
			this.waiting.wake();
		}
		if (shared) this.shared?.limiter.accepted(shared);
	}

	/** The venue said 429 to this call, once it was released: others need a share of the limit. */
	throttled(permit: Permit, limit: number, asked: AskedPause): void {
		const now = this.clock.now();
		const used = this.window.answered(now) - 1;
		if (!this.pause(permit, asked)) return;
		this.adaptiveLimit.lowerTo(used, limit, now, this.pauses.until);
	}

	/** As `pause`, for what may have nothing to do with this limit: it is never doubled. */
	postpone(asked: AskedPause): void {
		this.pauses.extend(this.clock.now(), asked);
		this.bucket.drainUntil(this.pauses.until);
		this.waiting.wake();
	}

	/** The venue named a time to come back. Says whether this call is the first to learn of it. */
	pause({ startedAt }: Permit, asked: AskedPause): boolean {
		const isNews = this.pauses.ask(startedAt, this.clock.now(), asked);
		this.bucket.drainUntil(this.pauses.until);
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
			const freeInMs = Math.ceil(this.freeAt(now, next.options.limit) - now);
			const waitMs = Math.min(freeInMs, this.waiting.patienceMs(now));
			if (freeInMs > 0) await this.waiting.untilWoken((signal) => this.clock.wait(waitMs, signal));
			else await this.letThrough(next);
		}
		this.isServing = false;
	}

	private turnAwayWhoCannotWait(): void {
		const now = this.clock.now();
		for (const call of this.waiting.all()) {
			const { notAfter, isUrgent } = call.options;
			const pause = this.pauseBeyond(notAfter);
			if (pause) call.end({ pause });
			else if (isUrgent && now > notAfter) call.end({ isCrowded: true });
		}
	}

	private async letThrough(call: WaitingCall<AcquireOptions, Acquired>): Promise<void> {
		if (this.shared === undefined) return call.end({ permit: this.depart(call) });

		const { limiter, limit } = this.shared;
		const acquired = await this.whileOthersWait(limiter.acquire({ ...call.options, limit }));
		if (!('permit' in acquired)) return call.end(acquired);
		// While it stood in the other line, the venue may have asked for a pause, or the user stopped it.
		if (!call.isWaiting || this.pauses.until > this.clock.now()) limiter.window.stay();
		else call.end({ permit: { ...this.depart(call), shared: acquired.permit } });
	}

	/** Those who stand behind the one in the other line are told in time, too. */
	private async whileOthersWait(acquiring: Promise<Acquired>): Promise<Acquired> {
		let isAcquired = false;
		const acquired = acquiring.finally(() => {
			isAcquired = true;
			this.waiting.wake();
		});
		while (!isAcquired) {
			const waitMs = Math.min(this.waiting.patienceMs(this.clock.now()), LONGEST_WAIT_MS);
			await this.waiting.untilWoken((signal) => this.clock.wait(waitMs, signal));
			this.turnAwayWhoCannotWait();
		}
		return await acquired;
	}

	private depart({ options }: WaitingCall<AcquireOptions, Acquired>): Permit {
		const now = this.clock.now();
		this.bucket.take(now, this.adaptiveLimit.of(options.limit, now));
		this.window.depart();
		return { startedAt: now };
	}

	private freeAt(now: number, limit: number): number {
		const allowed = this.adaptiveLimit.of(limit, now);
		return Math.max(
			this.window.freeAt(now, allowed) ?? now + LOOK_AGAIN_MS,
			this.pauses.until,
			this.bucket.nextAt(now, allowed),
		);
	}
}
