import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { StoredCredential } from '../../n8n/lab/rest/credentials';

/** What the demo needs at its next start. */
interface SavedState {
	encryptionKey: string;
	password: string;
	/** Missing until the examples are in n8n. */
	credential?: StoredCredential;
}

export async function readState(folder: string): Promise<SavedState> {
	return (await readJsonFile<SavedState>(join(folder, 'demo.json'))) ?? newState();
}

export async function saveState(folder: string, state: SavedState): Promise<void> {
	await writeJsonFile(join(folder, 'demo.json'), state);
}

export async function readJsonFile<T>(file: string): Promise<T | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as T;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Writes all or nothing, even if it is interrupted; only the owner can read the file. */
export async function writeJsonFile(file: string, content: unknown): Promise<void> {
	await writeFile(`${file}.new`, `${JSON.stringify(content, null, '\t')}\n`, { mode: 0o600 });
	await rename(`${file}.new`, file);
}

function newState(): SavedState {
	return {
		encryptionKey: randomBytes(24).toString('hex'),
		// n8n requires a digit and a capital letter.
		password: `Venue-1-${randomBytes(4).toString('hex')}`,
	};
}
