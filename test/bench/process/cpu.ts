import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever its own clock does. */
const TICKS_PER_SECOND = 100;

/** Where user and system time stand, counted from behind the name. */
const [USER, SYSTEM] = [11, 12];

/** What all threads of a process have worked since it began: others on the machine count little. */
export async function cpuSecondsOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_PER_SECOND;
}
