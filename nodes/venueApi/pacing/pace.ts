import { untilCanceled, wait, WaitCanceled } from '../retry/wait';
import { Ceiling } from './ceiling';
import { Credit } from './credit';

/** The venue counts in any 60 seconds; the margin covers clocks that do not tick alike. */
export const WINDOW_MS = 60_000 + 250;

const SHORTEST_PAUSE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

export interface Clock {
	now(): number;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Wish {
	/** Calls a minute that this surface allows. */
	limit: number;
	/** The latest moment that is still of use: a pause that reaches further is not waited for. */
	notAfter: number;
	signal?: AbortSignal;
}

export type PauseReason = 'rateLimit' | 'maintenance';

/** The venue has asked for a pause that is longer than this call can wait. */
export class PausedUntil {
	constructor(
		readonly time: number,
		readonly reason: PauseReason,
	) {}
}

/** A call that was let through. It counts against the limit until a window after its answer. */
export class Turn {
	constructor(readonly startedAt: number) {}
}

const realClock: Clock = { now: () => Date.now(), wait };

/**
 * Lets calls to one surface of the venue through, first come first served, never more than the
 * limit in any window. The venue counts a call somewhere between its departure and its answer, so
 * a place becomes free one window after the answer: no reading of the clock can find one too many.
 */
export class Pace {
	private readonly credit = new Credit();
	private readonly ceiling = new Ceiling();
	private inFlight = 0;
	private busyUntil: number[] = [];
	private pausedUntil = 0;
	private pauseReason: PauseReason = 'rateLimit';
	private lastPauseMs = 0;
	private refusedAt = -Infinity;
	private line: Promise<unknown> = Promise.resolve();

	constructor(private readonly clock: Clock = realClock) {}

	async turn(wish: Wish): Promise<Turn | PausedUntil> {
		const tooLong = this.longerThan(wish);
		if (tooLong) return tooLong;
		const place = this.line.then(async () => await this.head(wish));
		this.line = place.catch(() => undefined);
		return await untilCanceled(async () => await place, wish.signal);
	}

	/** To be called once for each turn, whatever became of the call. */
	finished(turn: Turn): void {
		this.inFlight--;
		this.busyUntil.push(Math.max(turn.startedAt, this.clock.now()) + WINDOW_MS);
	}

	accepted(turn: Turn): void {
		if (turn.startedAt > this.refusedAt) this.lastPauseMs = 0;
	}

	/** The venue said 429: everybody waits, longer each time, and others need a share of the limit. */
	refused(turn: Turn, retryAfterMs: number): void {
		const now = this.clock.now();
		if (turn.startedAt > this.refusedAt) {
			this.pause(retryAfterMs, 'rateLimit');
			this.ceiling.lowerTo(this.used(now), this.pausedUntil);
		} else {
			this.pausedUntil = Math.max(this.pausedUntil, now + retryAfterMs);
		}
		this.refusedAt = now;
	}

	/** The venue named a time to come back: everybody waits, and the limit stays what it is. */
	pause(retryAfterMs: number, reason: PauseReason): void {
		const pauseMs = Math.max(retryAfterMs, this.lastPauseMs * 2, SHORTEST_PAUSE_MS);
		this.lastPauseMs = pauseMs;
		this.pauseReason = reason;
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + pauseMs);
		this.credit.spendAll(this.pausedUntil);
	}

	private async head(wish: Wish): Promise<Turn | PausedUntil> {
		for (;;) {
			if (wish.signal?.aborted) throw new WaitCanceled();
			const tooLong = this.longerThan(wish);
			if (tooLong) return tooLong;
			const now = this.clock.now();
			const waitMs = Math.ceil(this.nextFree(now, wish.limit) - now);
			if (waitMs <= 0) {
				this.credit.spend(now, this.allowed(now, wish.limit));
				this.inFlight++;
				return new Turn(now);
			}
			await this.clock.wait(waitMs, wish.signal);
		}
	}

	private longerThan({ notAfter }: Wish): PausedUntil | undefined {
		const isTooLong = this.pausedUntil > this.clock.now() && this.pausedUntil > notAfter;
		return isTooLong ? new PausedUntil(this.pausedUntil, this.pauseReason) : undefined;
	}

	private nextFree(now: number, limit: number): number {
		const allowed = this.allowed(now, limit);
		const tooMany = this.used(now) - allowed + 1;
		let free = now;
		if (tooMany > 0) free = this.busyUntil[tooMany - 1] ?? now + LOOK_AGAIN_MS;
		return Math.max(free, this.pausedUntil, this.credit.nextAt(now, allowed));
	}

	private allowed(now: number, limit: number): number {
		return this.ceiling.of(limit, now);
	}

	private used(now: number): number {
		const stillBusy = this.busyUntil.findIndex((until) => until > now);
		if (stillBusy !== 0) this.busyUntil.splice(0, stillBusy < 0 ? Infinity : stillBusy);
		return this.busyUntil.length + this.inFlight;
	}
}
