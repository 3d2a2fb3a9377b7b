import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface QueuePrograms {
	redisServer: string;
	/** The folder of `initdb` and `postgres`, which Debian keeps out of the path. */
	postgres: string;
}

/** Says in one line why queue mode cannot be had on this machine. */
export class NoQueueServices extends Error {}

/** Finds Redis and PostgreSQL, or installs Debian's packages where this process may. */
export async function queuePrograms(): Promise<QueuePrograms> {
	const found = await find();
	if (found.redisServer && found.postgres) return found as QueuePrograms;
	const missing = [
		...(found.redisServer ? [] : ['redis-server']),
		...(found.postgres ? [] : ['postgresql']),
	];
	await install(missing);
	const now = await find();
	if (now.redisServer && now.postgres) return now as QueuePrograms;
	throw new NoQueueServices(`Queue mode needs ${missing.join(' and ')}, which is not to be found`);
}

async function find(): Promise<Partial<QueuePrograms>> {
	return {
		redisServer: await firstExecutable(pathFolders(), 'redis-server'),
		postgres: await folderOfInitdb(),
	};
}

async function folderOfInitdb(): Promise<string | undefined> {
	const debian = '/usr/lib/postgresql';
	const versions = await readdir(debian).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [...newestFirst.map((version) => join(debian, version, 'bin')), ...pathFolders()];
	const initdb = await firstExecutable(folders, 'initdb');
	return initdb && join(initdb, '..');
}

async function install(packages: string[]): Promise<void> {
	const needs = `Queue mode needs ${packages.join(' and ')}`;
	if (process.platform !== 'linux') throw new NoQueueServices(`${needs}: install it and try again`);
	if (process.getuid?.() !== 0) {
		throw new NoQueueServices(`${needs}: sudo apt-get install ${packages.join(' ')}`);
	}
	// Debian starts a server that it installs, and makes a database cluster for it. Neither is ours
	// to leave behind: RUNLEVEL=1 tells its scripts that the machine is not up for services.
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	const apt = (...args: string[]) => run('apt-get', ['-qq', ...args], { env });
	try {
		await apt('update');
		await apt('install', '--yes', '--no-install-recommends', ...packages);
	} catch (error) {
		const [reason] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-1);
		throw new NoQueueServices(`${needs}, which apt-get could not install: ${reason}`);
	}
}

function pathFolders(): string[] {
	return [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
}

async function firstExecutable(folders: string[], name: string): Promise<string | undefined> {
	for (const folder of folders) {
		const file = join(folder, name);
		try {
			await access(file, constants.X_OK);
			return file;
		} catch {
			continue;
		}
	}
	return undefined;
}
