import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { until } from '../fixtures/until';
import { notesIn } from './samples/notes';

/** The notes of the samples, from any process, and what a test asks of them. */
export class Notebook {
	private read = 0;

	constructor(readonly folder: string) {}

	/** The new notes, as soon as there are lines that begin like each of `last`. */
	async untilNoted(last: string[] = []): Promise<string[]> {
		let lines = await this.news();
		await until(async () => {
			lines = await this.news();
			return last.every((beginning) => lines.some((line) => line.startsWith(beginning)));
		});
		this.read += lines.length;
		return lines;
	}

	async ask(what: string): Promise<void> {
		await writeFile(join(this.folder, what), '');
	}

	private async news(): Promise<string[]> {
		const text = await readFile(notesIn(this.folder), 'utf8').catch(() => '');
		return text.split('\n').slice(this.read, -1);
	}
}
