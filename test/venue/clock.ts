import { type DueTimer, TimerQueue } from './timerQueue';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** All that an answer needs of time. */
export interface Clock {
	now(): number;
}

/** What the venue does later of its own accord needs more. */
export interface Schedule extends Clock {
	/** Returns a function that takes the job off the schedule. */
	schedule(at: number, run: () => unknown): () => void;
}

/** What a test may do with the venue's time. */
export interface MovableClock extends Clock {
	/** Moves the venue's time forward; resolves when everything that fell due on the way is done. */
	advance(ms: number): Promise<void>;
}

/**
 * Follows its source (the system's time, which jest's fake timers move) plus an offset of its own,
 * so that the venue beside a real n8n can be moved alone.
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
