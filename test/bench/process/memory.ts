import { readFile, writeFile } from 'node:fs/promises';

/** Linux keeps the peak memory of a process. This resets it. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** In MB, since the peak was last reset. */
export async function peakOf(pid: number): Promise<number> {
	return await figureIn(pid, 'VmHWM');
}

/** The resident memory, in MB. */
export async function memoryOf(pid: number): Promise<number> {
	return await figureIn(pid, 'VmRSS');
}

async function figureIn(pid: number, name: 'VmHWM' | 'VmRSS'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
	return Number(kilobytes) / 1024;
}
