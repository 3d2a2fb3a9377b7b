import type { Schedule } from '../../venue/clock';
import { type DueTimer, TimerQueue } from '../../venue/timerQueue';

const { setImmediate: nextTurn } = globalThis;
const RealDate = Date;

/** All code waits for something that no timer will bring. */
export class Stuck extends Error {}

/**
 * Time that passes only when no code is left to run: first all promises and ticks run, then the
 * clock jumps to the next timer.
 */
export class VirtualTime implements Schedule {
	private time: number;
	private readonly timers = new TimerQueue();

	constructor(startAt: number = RealDate.UTC(2026, 10, 21, 12)) {
		this.time = startAt;
	}

	now(): number {
		return this.time;
	}

	/** How many timers are still set. */
	get timersLeft(): number {
		return this.timers.size;
	}

	after(ms: number, ring: () => void): DueTimer {
		// Node.js replaces a wait that does not fit with 1 ms, and so does this.
		const wait = ms >= 1 && ms <= 2 ** 31 - 1 ? Math.trunc(ms) : 1;
		return this.timers.add(this.time + wait, ring);
	}

	/** The interface of the venue's own clock. */
	schedule(at: number, run: () => unknown): () => void {
		const timer = this.timers.add(at, run);
		return () => this.cancel(timer);
	}

	cancel(timer: DueTimer): void {
		this.timers.cancel(timer);
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(ms, resolve));
	}

	/** Resolves at this time, or at once if it is over. */
	async sleepUntil(moment: number): Promise<void> {
		while (moment > this.time) await this.sleep(Math.min(moment - this.time, 2 ** 31 - 1));
	}

	/** Lets time pass until the work is done. */
	async until<T>(work: Promise<T>, latest = Infinity): Promise<T> {
		let isDone = false;
		const done = () => {
			isDone = true;
		};
		work.then(done, done);
		for (;;) {
			await allThatCanRun();
			if (isDone) return await work;
			const timer = this.timers.next();
			if (!timer) throw new Stuck('Somebody waits for something that no timer brings');
			if (timer.at > latest) throw new Stuck('This does not come to its end');
			this.time = Math.max(this.time, timer.at);
			timer.ring();
		}
	}
}

/** All promises and ticks run before the next turn of the event loop. */
async function allThatCanRun(): Promise<void> {
	await new Promise<void>((resolve) => nextTurn(resolve));
}

/** A `Date` whose current time comes from a function, for example from the clock of one machine. */
export function dateThatTells(now: () => number): DateConstructor {
	return class extends RealDate {
		constructor(...given: unknown[]) {
			super(...((given.length === 0 ? [now()] : given) as [number]));
		}

		static override now(): number {
			return now();
		}
	} as DateConstructor;
}
