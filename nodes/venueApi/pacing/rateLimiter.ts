import { untilCanceled, wait } from '../retry/wait';
import { AdaptiveLimit } from './adaptiveLimit';
import { TokenBucket } from './tokenBucket';

/** The venue counts in any 60 seconds; the margin covers clocks that do not tick alike. */
export const WINDOW_MS = 60_000 + 250;

const SHORTEST_PAUSE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

export interface Clock {
	now(): number;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface AcquireOptions {
	/** Calls a minute that this surface allows. */
	limit: number;
	/** The latest moment that is still of use: a pause that reaches further is not waited for. */
	notAfter: number;
	signal?: AbortSignal;
}

export type PauseReason = 'rateLimit' | 'maintenance';

/** The venue has asked for a pause that is longer than this call can wait. */
export interface Pause {
	until: number;
	reason: PauseReason;
}

export type Acquired = { permit: Permit } | { pause: Pause } | { canceled: true };

/** A call that was let through. It counts against the limit until a window after its answer. */
export class Permit {
	constructor(readonly startedAt: number) {}
}

const realClock: Clock = { now: () => Date.now(), wait };

/**
 * Lets calls to one surface of the venue through, first come first served, never more than the
 * limit in any window. The venue counts a call somewhere between its departure and its answer, so
 * a place becomes free one window after the answer: no reading of the clock can find one too many.
 */
export class RateLimiter {
	private readonly bucket = new TokenBucket();
	private readonly adaptiveLimit = new AdaptiveLimit();
	private inFlight = 0;
	private busyUntil: number[] = [];
	private pausedUntil = 0;
	private pauseReason: PauseReason = 'rateLimit';
	private lastPauseMs = 0;
	private throttledAt = -Infinity;
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly clock: Clock = realClock) {}

	async acquire(options: AcquireOptions): Promise<Acquired> {
		const pause = this.longerPauseThan(options);
		if (pause) return { pause };
		const place = this.queue.then(async () => await this.atHead(options));
		this.queue = place;
		return (await untilCanceled(async () => await place, options.signal)) ?? { canceled: true };
	}

	/** To be called once for each permit, whatever became of the call. */
	release(permit: Permit): void {
		this.inFlight--;
		this.busyUntil.push(Math.max(permit.startedAt, this.clock.now()) + WINDOW_MS);
	}

	accepted(permit: Permit): void {
		if (permit.startedAt > this.throttledAt) this.lastPauseMs = 0;
	}

	/** The venue said 429: everybody waits, longer each time, and others need a share of the limit. */
	throttled(permit: Permit, retryAfterMs: number): void {
		const now = this.clock.now();
		if (permit.startedAt > this.throttledAt) {
			this.pause(retryAfterMs, 'rateLimit');
			this.adaptiveLimit.lowerTo(this.used(now), this.pausedUntil);
		} else {
			this.pausedUntil = Math.max(this.pausedUntil, now + retryAfterMs);
		}
		this.throttledAt = now;
	}

	/** The venue named a time to come back: everybody waits, and the limit stays what it is. */
	pause(retryAfterMs: number, reason: PauseReason): void {
		const pauseMs = Math.max(retryAfterMs, this.lastPauseMs * 2, SHORTEST_PAUSE_MS);
		this.lastPauseMs = pauseMs;
		this.pauseReason = reason;
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + pauseMs);
		this.bucket.drainUntil(this.pausedUntil);
	}

	private async atHead(options: AcquireOptions): Promise<Acquired> {
		for (;;) {
			if (options.signal?.aborted) return { canceled: true };
			const pause = this.longerPauseThan(options);
			if (pause) return { pause };
			const now = this.clock.now();
			const waitMs = Math.ceil(this.nextFree(now, options.limit) - now);
			if (waitMs <= 0) {
				this.bucket.take(now, this.allowed(now, options.limit));
				this.inFlight++;
				return { permit: new Permit(now) };
			}
			await this.clock.wait(waitMs, options.signal);
		}
	}

	private longerPauseThan({ notAfter }: AcquireOptions): Pause | undefined {
		const isTooLong = this.pausedUntil > this.clock.now() && this.pausedUntil > notAfter;
		return isTooLong ? { until: this.pausedUntil, reason: this.pauseReason } : undefined;
	}

	private nextFree(now: number, limit: number): number {
		const allowed = this.allowed(now, limit);
		const tooMany = this.used(now) - allowed + 1;
		let free = now;
		if (tooMany > 0) free = this.busyUntil[tooMany - 1] ?? now + LOOK_AGAIN_MS;
		return Math.max(free, this.pausedUntil, this.bucket.nextAt(now, allowed));
	}

	private allowed(now: number, limit: number): number {
		return this.adaptiveLimit.of(limit, now);
	}

	private used(now: number): number {
		const stillBusy = this.busyUntil.findIndex((until) => until > now);
		if (stillBusy !== 0) this.busyUntil.splice(0, stillBusy < 0 ? Infinity : stillBusy);
		return this.busyUntil.length + this.inFlight;
	}
}
