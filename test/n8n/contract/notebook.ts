import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { notesIn } from '../../engine/harness/samples/notes';
import { until } from '../fixtures/until';

/** What the samples have noted, whichever process they run in, and what they are asked for. */
export class Notebook {
	private read = 0;

	constructor(readonly folder: string) {}

	/** What is new since the last look, from the moment on that lines which begin so are there. */
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
