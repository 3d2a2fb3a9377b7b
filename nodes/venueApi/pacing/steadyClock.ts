import { wait } from './waiting';

export interface Clock {
	now(): number;
	/** The moment in the time of the calendar. */
	dateOf(time: number): Date;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Machines correct their time by less than this all day long. */
const TOLERANCE_MS = 1_000;

/** By how much the machine's time has been set back since we began. */
let lost = 0;
let latest = -Infinity;
let ticksAtLatest = 0;

/**
 * The machine's time, except that it never goes back: otherwise a pause would last an hour longer
 * where the clock is set back by one. `performance.now()` cannot be set, so it tells how much time has
 * really passed since the last look, and with that what is missing. A clock that is set forward is
 * believed, since a machine that has slept looks the same.
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
