import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The folders of programs, also if a cron job or a desktop has a short path. */
export function pathFolders(): string[] {
	return [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
}

export async function firstExecutable(files: string[]): Promise<string | undefined> {
	for (const file of files) {
		try {
			await access(file, constants.X_OK);
			return file;
		} catch {
			continue;
		}
	}
	return undefined;
}

/** The first of these names that is in the path. */
export async function findProgram(...names: string[]): Promise<string | undefined> {
	const folders = pathFolders();
	return await firstExecutable(
		names.flatMap((name) => folders.map((folder) => join(folder, name))),
	);
}
