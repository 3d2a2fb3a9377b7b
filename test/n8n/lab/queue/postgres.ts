import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Supervised } from '../processes/supervised';

interface PostgresPlan {
	/** The folder of its programs. */
	programs: string;
	port: number;
	folder: string;
	logFile: string;
	password: string;
}

const NAME = 'postgres';
const UP_WITHIN_MS = 30_000;

const run = promisify(execFile);

/** A new cluster with the database `postgres`, whose owner is `n8n`. */
export async function startPostgres(processes: Supervised, plan: PostgresPlan): Promise<void> {
	const user = await unprivilegedUser();
	const data = await initialize(plan, user);
	await processes.start({
		name: NAME,
		command: join(plan.programs, 'postgres'),
		args: [
			...['-D', data, '-p', String(plan.port)],
			...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
			// A lab may lose its last transactions in a power cut, and is twice as fast.
			...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=150'],
		],
		env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
		folder: data,
		logFile: plan.logFile,
		user,
		// Shuts down at once, including its child processes and shared memory.
		lastSignal: 'SIGQUIT',
	});
	await untilReady(processes, plan);
}

type User = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<User> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

async function initialize({ programs, folder, password }: PostgresPlan, user: User) {
	const data = join(folder, 'postgres');
	const passwordFile = join(folder, 'postgres-password');
	await mkdir(data, { mode: 0o700 });
	await writeFile(passwordFile, password, { mode: 0o600 });
	if (user) {
		// The lab's folder is private to its owner. Execute permission does not show its content.
		await chmod(folder, 0o711);
		await Promise.all([data, passwordFile].map((path) => chown(path, user.uid, user.gid)));
	}
	await run(
		join(programs, 'initdb'),
		[
			...['-D', data, '-U', 'n8n', '--pwfile', passwordFile, '--encoding', 'UTF8'],
			...['--locale', 'C.UTF-8', '--auth', 'scram-sha-256', '--no-sync', '--no-instructions'],
		],
		{ env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }, cwd: data, ...user },
	);
	return data;
}

async function untilReady(processes: Supervised, { programs, port }: PostgresPlan): Promise<void> {
	const isReady = async () => {
		try {
			await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
			return true;
		} catch {
			return false;
		}
	};
	const giveUpAt = Date.now() + UP_WITHIN_MS;
	while (!(await isReady())) {
		if (!processes.isRunning(NAME)) throw new Error('PostgreSQL ended while starting');
		if (Date.now() > giveUpAt) throw new Error('PostgreSQL does not accept connections');
		await sleep(100);
	}
}
