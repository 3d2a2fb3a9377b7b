import type { Schedule } from '../../venue/clock';
import { type DueTimer, TimerQueue } from '../../venue/timerQueue';

const { setImmediate: nextTurn } = globalThis;
const RealDate = Date;

/** Everybody waits for something that no timer brings. */
export class Stuck extends Error {}

/**
 * Time that passes only when nobody has anything left to do: all promises and ticks that can run
 * are run, then the clock jumps to the next timer.
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

	/** How many timers would still ring. */
	get timersLeft(): number {
		return this.timers.size;
	}

	after(ms: number, ring: () => void): DueTimer {
		// Node.js takes a wait that does not fit for 1 ms, and so does this.
		const wait = ms >= 1 && ms <= 2 ** 31 - 1 ? Math.trunc(ms) : 1;
		return this.timers.add(this.time + wait, ring);
	}

	/** As the venue's own clock does it. */
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

	/** Until this moment; at once if it is over. */
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

/** Promises and ticks come before the next turn of the event loop, all of them. */
async function allThatCanRun(): Promise<void> {
	await new Promise<void>((resolve) => nextTurn(resolve));
}

/** A `Date` whose present is told by somebody else, such as the clock of one machine. */
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
