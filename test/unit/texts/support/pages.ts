import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

export const exists = (file: string) => existsSync(join(ROOT, file));

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

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
