import { type DueTimer, TimerQueue } from './timerQueue';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What a response needs to know about time. */
export interface Clock {
	now(): number;
}

/** Also runs what the venue does later by itself. */
export interface Schedule extends Clock {
	/** Returns a function that removes the job from the schedule. */
	schedule(at: number, run: () => unknown): () => void;
}

/** What a test may do with the venue's time. */
export interface MovableClock extends Clock {
	/** Moves the venue's time forward. Resolves when everything that was due on the way is done. */
	advance(ms: number): Promise<void>;
}

/**
 * Follows its source, which is the system's time (moved by jest's fake timers), plus an offset of
 * its own. With that offset, a test can move a venue without moving the real n8n next to it.
 */
export class VenueClock implements Schedule, MovableClock {
	readonly #source: () => number;
	#offset = 0;
	#jobs = new TimerQueue();
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(source: () => number = () => Date.now()) {
		this.#source = source;
	}

	now(): number {
		return this.#source() + this.#offset;
	}

	async advance(ms: number): Promise<void> {
		const target = this.now() + ms;
		while (this.#jobs.nextAt <= target) {
			this.#moveTo(this.#jobs.nextAt);
			await this.#runDue();
		}
		this.#moveTo(target);
		this.#arm();
	}

	schedule(at: number, run: () => unknown): () => void {
		if (this.#stopped) return () => {};
		const job = this.#jobs.add(at, run);
		this.#arm();
		return () => {
			this.#jobs.cancel(job);
			this.#arm();
		};
	}

	sleep(ms: number): Promise<void> {
		return new Promise((resolve) => this.schedule(this.now() + ms, resolve));
	}

	stop(): void {
		this.#stopped = true;
		this.#jobs = new TimerQueue();
		this.#arm();
	}

	#moveTo(time: number): void {
		this.#offset += Math.max(0, time - this.now());
	}

	async #runDue(): Promise<void> {
		const now = this.now();
		const due: DueTimer[] = [];
		while (this.#jobs.nextAt <= now) due.push(this.#jobs.next()!);
		this.#arm();
		await Promise.all(due.map(({ ring }) => ring()));
	}

	#arm(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const { nextAt } = this.#jobs;
		if (nextAt === Infinity) return;
		const wait = Math.min(Math.max(0, nextAt - this.now()), LONGEST_TIMER_MS);
		this.#timer = setTimeout(() => void this.#runDue(), wait);
		this.#timer.unref();
	}
}
