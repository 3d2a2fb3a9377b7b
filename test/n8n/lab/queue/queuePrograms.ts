import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { installDebianPackages, MissingDependency } from '../machine/debianPackages';
import { findProgram, firstExecutable, pathFolders } from '../machine/programs';

interface QueuePrograms {
	redisServer: string;
	/** The folder of `initdb` and `postgres`, which Debian does not add to the path. */
	postgres: string;
}

/** Finds Redis and PostgreSQL, or installs Debian's packages if this process is allowed to. */
export async function queuePrograms(): Promise<QueuePrograms> {
	const found = await find();
	if (found.redisServer && found.postgres) return found as QueuePrograms;
	const missing = [
		...(found.redisServer ? [] : ['redis-server']),
		...(found.postgres ? [] : ['postgresql']),
	];
	await installDebianPackages('Queue mode', missing);
	const now = await find();
	if (now.redisServer && now.postgres) return now as QueuePrograms;
	throw new MissingDependency(`Queue mode needs ${missing.join(' and ')}, which cannot be found`);
}

async function find(): Promise<Partial<QueuePrograms>> {
	return { redisServer: await findProgram('redis-server'), postgres: await folderOfInitdb() };
}

async function folderOfInitdb(): Promise<string | undefined> {
	const debian = '/usr/lib/postgresql';
	const versions = await readdir(debian).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [...newestFirst.map((version) => join(debian, version, 'bin')), ...pathFolders()];
	const initdb = await firstExecutable(folders.map((folder) => join(folder, 'initdb')));
	return initdb && dirname(initdb);
}
