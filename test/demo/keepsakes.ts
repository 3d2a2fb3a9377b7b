import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { StoredCredential } from '../n8n/lab/rest/credentials';

/** What the demo has to know again at its next start. */
export interface Keepsakes {
	encryptionKey: string;
	password: string;
	/** Absent until everything was put into n8n. */
	credential?: StoredCredential;
}

export async function readKeepsakes(folder: string): Promise<Keepsakes> {
	return (await readKept<Keepsakes>(join(folder, 'demo.json'))) ?? newKeepsakes();
}

export async function keep(folder: string, keepsakes: Keepsakes): Promise<void> {
	await writeKept(join(folder, 'demo.json'), keepsakes);
}

export async function readKept<T>(file: string): Promise<T | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as T;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Whole or not at all, whatever happens meanwhile; for the owner of the file alone. */
export async function writeKept(file: string, content: unknown): Promise<void> {
	await writeFile(`${file}.new`, `${JSON.stringify(content, null, '\t')}\n`, { mode: 0o600 });
	await rename(`${file}.new`, file);
}

function newKeepsakes(): Keepsakes {
	return {
		encryptionKey: randomBytes(24).toString('hex'),
		// n8n asks for a digit and a capital letter.
		password: `Venue-1-${randomBytes(4).toString('hex')}`,
	};
}
