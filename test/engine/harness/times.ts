import { DateTime } from 'luxon';

/** A time as a message names it: “2026-11-25 18:30:01 (America/New_York)”, or with UTC. */
export function timeIn(said: string): number {
	const [, time, zone = 'UTC'] = /^(.+?) (?:UTC|\((.+)\))$/.exec(said)!;
	return DateTime.fromSQL(time, { zone }).toMillis();
}
