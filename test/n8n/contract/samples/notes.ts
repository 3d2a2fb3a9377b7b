import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the samples write notes, also from another process. */
export const NOTES_FOLDER = 'SAMPLE_NOTES_FOLDER';

export const notesIn = (folder: string) => join(folder, 'notes');

export function note(line: string): void {
	const folder = process.env[NOTES_FOLDER];
	if (folder) appendFileSync(notesIn(folder), `${line}\n`);
}

/** Whether the test has asked for this. Each request counts once. */
export function isAskedFor(what: string): boolean {
	const folder = process.env[NOTES_FOLDER];
	if (!folder) return false;
	try {
		rmSync(join(folder, what));
		return true;
	} catch {
		return false;
	}
}

/** A schedule runs by itself, but a test that watches takes one turn after the other. */
export const isOnlyWatched = () => Boolean(process.env[NOTES_FOLDER]) && !isAskedFor('turn');
