import { readFile, writeFile } from 'node:fs/promises';

/** Linux keeps the highest memory that a process ever had; this starts the count again. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** In MB, since the peak was last forgotten. */
export async function peakOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
	return Number(kilobytes) / 1024;
}
