import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { withFewColors } from './fewColors';

interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

export type Scheme = 'light' | 'dark';

/** Pictures are only kept by `npm run test:weekly -- pictures`, because no two are exactly the same. */
const folder = process.env.PICTURES;

/** Without anything that moves on the page. */
export const STILL = { animations: 'disabled', caret: 'hide' } as const;

export const SCHEMES: Scheme[] = folder ? ['light', 'dark'] : ['light'];

/** Takes a picture for a page: `name.png`, and `name-dark.png` for readers with a dark screen. */
export async function takePicture(
	of: Page | Locator,
	name: string,
	{ clip, schemes = SCHEMES }: { clip?: Clip; schemes?: Scheme[] } = {},
): Promise<void> {
	const page = 'goto' in of ? of : of.page();
	for (const colorScheme of schemes) {
		if (schemes.length > 1) await page.emulateMedia({ colorScheme });
		const png = await of.screenshot({ ...STILL, ...(clip && { clip }) });
		if (folder) await keepPicture(withFewColors([png])[0], name, colorScheme);
	}
	if (schemes.length > 1) await page.emulateMedia({ colorScheme: 'light' });
}

export async function keepPicture(png: Buffer, name: string, scheme: Scheme): Promise<void> {
	if (!folder) return;
	const file = join(folder, `${name}${scheme === 'dark' ? '-dark' : ''}.png`);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, png);
}
