import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Holder {
	pid: number;
	token: string;
}

const HEARTBEAT_MS = 2_000;
/**
 * A living holder touches the file every two seconds; another process with the same pid does not.
 */
const SILENT_FOR_TOO_LONG_MS = 60_000;

/** Runs `work` while no other process with the same file does. */
export async function withLock<T>(
	file: string,
	work: () => Promise<T>,
	onWait: (holder: number) => void = () => {},
): Promise<T> {
	await mkdir(dirname(file), { recursive: true });
	const token = randomUUID();
	let told = false;
	while (!(await take(file, token))) {
		const holder = await read(file);
		if (!holder) continue;
		if (await isStale(file, holder)) await discard(file);
		else {
			if (!told) onWait(holder.pid);
			told = true;
			await sleep(500);
		}
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => {});
	}, HEARTBEAT_MS);
	heartbeat.unref();
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		if ((await read(file))?.token === token) await rm(file, { force: true });
	}
}

async function take(file: string, token: string): Promise<boolean> {
	const holder: Holder = { pid: process.pid, token };
	try {
		await writeFile(file, JSON.stringify(holder), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function read(file: string): Promise<Holder | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Holder;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		// Created but not written yet, or its writer died in between: only its age can show.
		if (error instanceof SyntaxError) return { pid: 0, token: '' };
		throw error;
	}
}

async function isStale(file: string, { pid }: Holder): Promise<boolean> {
	return (pid > 0 && !isRunning(pid)) || (await isSilent(file));
}

async function isSilent(path: string): Promise<boolean> {
	const touched = await stat(path).then(
		({ mtimeMs }) => mtimeMs,
		() => Infinity,
	);
	return Date.now() - touched > SILENT_FOR_TOO_LONG_MS;
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/**
 * Several processes may find the same stale lock. One at a time checks it again and removes it;
 * otherwise the second would remove the lock that the first has just taken.
 */
async function discard(file: string): Promise<void> {
	const guard = `${file}.takeover`;
	try {
		await mkdir(guard);
	} catch {
		await discardAbandoned(guard);
		return await sleep(50);
	}
	try {
		const holder = await read(file);
		if (holder && (await isStale(file, holder))) await rm(file, { force: true });
	} finally {
		await rmdir(guard);
	}
}

async function discardAbandoned(guard: string): Promise<void> {
	if (await isSilent(guard)) await rmdir(guard).catch(() => {});
}
