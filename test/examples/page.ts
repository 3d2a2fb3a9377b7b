import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXAMPLES } from './examples';

export type Items = Array<Record<string, unknown>>;

const examplesPage = () => readFileSync(join(EXAMPLES, 'README.md'), 'utf8');

/** The part of the page about one example, which begins with a link to its file. */
export function sectionOf(example: string): string {
	const sections = examplesPage().split(/^(?=### )/m);
	return sections.find((section) => section.includes(`](${example}.json)`)) ?? '';
}

/** The line of a table on the page: the only one about a starter. */
export function rowOf(example: string): string {
	const title = /^### (.+)$/m.exec(sectionOf(example))?.[1];
	const begins = title === undefined ? /^\| \[[^\]]+\]\(([^)]+)\.json\)/ : /^\| \[([^\]]+)\]\(/;
	const lines = examplesPage().split('\n');
	return lines.find((line) => begins.exec(line)?.[1] === (title ?? example)) ?? '';
}

/** The address that n8n imports it from. */
export function importLinkOf(example: string): string {
	const link = /\[Import\]\((https:[^)]+)\)/;
	const [, address = ''] = link.exec(rowOf(example)) ?? link.exec(sectionOf(example)) ?? [];
	return address;
}

/** The last column of the page's table, for example “2.41”. */
export function neededN8n(example: string): string {
	return rowOf(example).split('|').at(-2)?.trim() ?? '';
}

/** The output according to the page, by the name of the node. */
export function itemsOnPage(example: string): Record<string, Items> {
	const json = /```json\n([\s\S]+?)```/.exec(sectionOf(example))?.[1];
	if (!json) throw new Error(`The page does not say what comes out of ${example}`);
	return JSON.parse(json) as Record<string, Items>;
}

const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/;
const ADDRESS = /https?:\/\/\S+/g;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Without what differs each time: times, addresses and the venue's message IDs. */
export function comparable<T>(value: T): T {
	const alike = (_: string, entry: unknown) => {
		if (typeof entry !== 'string') return entry;
		if (TIME.test(entry)) return 'a time';
		return entry.replace(ADDRESS, 'an address').replace(UUID, 'a message');
	};
	return JSON.parse(JSON.stringify(value, alike)) as T;
}
