import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import type { Performance } from './performance';
import { renderPage } from './page';

const KEPT = 'development/performance.json';

export async function readPerformance(docs: string): Promise<Performance> {
	return JSON.parse(await readFile(join(docs, KEPT), 'utf8')) as Performance;
}

/** Stores the figures, and writes the page and its pictures from them. */
export async function writePerformance(docs: string, performance: Performance): Promise<void> {
	const file = join(docs, KEPT);
	const options = await resolveConfig(file);
	const text = await format(JSON.stringify(performance), { ...options, parser: 'json' });
	await writeFile(file, text);
	await rm(join(docs, 'pictures/performance'), { recursive: true, force: true });
	for (const [path, content] of renderPage(performance)) {
		await mkdir(dirname(join(docs, path)), { recursive: true });
		await writeFile(join(docs, path), content);
	}
}
