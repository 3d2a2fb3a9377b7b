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

/** Calendar time that never goes back: nobody waits an hour because a clock was set back by one. */
export const steadyClock: Clock = {
	now: () => {
		const time = Date.now() + lost;
		if (time < latest) lost += latest - time;
		latest = Math.max(latest, time);
		return latest;
	},
	dateOf: (time) => new Date(time - lost),
	wait,
};
