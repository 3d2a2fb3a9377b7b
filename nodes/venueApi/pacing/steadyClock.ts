import { wait } from '../retry/wait';

export interface Clock {
	now(): number;
	/** The moment in the time of the calendar. */
	dateOf(time: number): Date;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A calendar is put right by less than this all the time. */
const TOLERANCE_MS = 1_000;

/** What calendar time has lost by being set back. */
let lost = 0;
let latest = -Infinity;
let ticksAtLatest = 0;

/**
 * Calendar time that never goes back: nobody waits an hour because a clock was set back by one. How
 * much has really passed only the processor's own clock knows, also where nobody looked meanwhile.
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
