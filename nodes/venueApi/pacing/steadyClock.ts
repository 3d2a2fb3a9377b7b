import { wait } from './waiting';

export interface Clock {
	now(): number;
	/** A time of this clock as a date. */
	dateOf(time: number): Date;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Machines correct their clocks by less than this all the time. */
const TOLERANCE_MS = 1_000;

/** How far the system clock has been set back since the start. */
let lost = 0;
let latest = -Infinity;
let ticksAtLatest = 0;

/**
 * The system time, except that it never goes back: a clock that is set back by an hour would make
 * every pause an hour longer. The monotonic `performance.now()` shows how far it was set back. A
 * clock that is set forward is believed, because waking from sleep looks the same.
 */
export const steadyClock: Clock = {
	now: () => {
		const time = Date.now() + lost;
		const ticks = performance.now();
		const missing = latest + ticks - ticksAtLatest - time;
		if (time < latest || missing > TOLERANCE_MS) lost += Math.ceil(missing);
		latest = Math.max(latest, Date.now() + lost);
		ticksAtLatest = ticks;
		return latest;
	},
	dateOf: (time) => new Date(time - lost),
	wait,
};
