import { wait } from '../retry/wait';

export interface Clock {
	now(): number;
	/** The moment in the time of the calendar. */
	dateOf(time: number): Date;
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What calendar time has lost by being set back. */
let lost = 0;
let latest = -Infinity;
let ticksAtLatest = 0;

/**
 * Calendar time that never goes back: nobody waits an hour because a clock was set back by one. How
 * much has passed in the meantime only the processor's own clock knows.
 */
export const steadyClock: Clock = {
	now: () => {
		const time = Date.now() + lost;
		const ticks = performance.now();
		if (time < latest) lost += Math.ceil(latest - time + ticks - ticksAtLatest);
		latest = Math.max(latest, Date.now() + lost);
		ticksAtLatest = ticks;
		return latest;
	},
	dateOf: (time) => new Date(time - lost),
	wait,
};
