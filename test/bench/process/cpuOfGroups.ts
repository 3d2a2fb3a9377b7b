import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts in these ticks, whatever the kernel’s own clock is. */
const TICKS_PER_SECOND = 100;

const FIELDS_BEFORE = 3;
const GROUP = 5 - FIELDS_BEFORE;
const USER_TIME = 14 - FIELDS_BEFORE;
const SYSTEM_TIME = 15 - FIELDS_BEFORE;

const LOOK_EVERY_MS = 200;
const AT_REST_TICKS_EACH = 1;
const AT_REST_WITHIN_MS = 60_000;

/** Processor time of these processes and their children, all threads, in seconds. */
export async function cpuSecondsOf(leaders: number[]): Promise<number> {
	const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const ticks = await Promise.all(processes.map(async (pid) => await ticksOf(pid, leaders)));
	return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND;
}

/** Waits until they do hardly anything. Asking n8n whether it is idle would give it work. */
export async function untilAtRest(leaders: number[]): Promise<void> {
	const giveUpAt = Date.now() + AT_REST_WITHIN_MS;
	const hardlyAnything = (AT_REST_TICKS_EACH * leaders.length) / TICKS_PER_SECOND;
	let before = await cpuSecondsOf(leaders);
	for (;;) {
		await sleep(LOOK_EVERY_MS);
		const now = await cpuSecondsOf(leaders);
		if (now - before <= hardlyAnything) return;
		if (Date.now() > giveUpAt) throw new Error('n8n does not come to rest');
		before = now;
	}
}

async function ticksOf(pid: string, leaders: number[]): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
	// The second field is a name in brackets, which can contain any character.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	if (!leaders.includes(Number(fields[GROUP]))) return 0;
	return Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
}
