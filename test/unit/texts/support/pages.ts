import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

export const exists = (file: string) => existsSync(join(ROOT, file));

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The files in these folders, and below them, whose names have this ending. */
export const filesIn = (folders: string[], ending: RegExp) =>
	folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => join(folder, file))
			.filter((file) => ending.test(file)),
	);

/** The part of a link after `#` that leads to this heading. */
export const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.replace(/ /g, '-');

/** Markdown as a reader sees it. */
export const plain = (markdown: string) =>
	markdown
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/\*\*|`|\\/g, '')
		.replace(/\s+/g, ' ')
		.trim();

/** The cells of a row of a table. */
export const cellsOf = (row: string) =>
	row
		.replace(/^\s*\|(.*)\|\s*$/, '$1')
		.split(/(?<!\\)\|/)
		.map(plain);

/** The rows of all tables of a page, without the header rows. */
export const rowsOf = (page: string): string[][] =>
	page
		.split(/\n\s*\n/)
		.filter((block) => block.startsWith('|'))
		.flatMap((block) => block.trim().split('\n').slice(2).map(cellsOf));
