import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Locator, Page } from 'playwright-core';

const PICTURES = resolve(__dirname, '../../../docs/pictures');

/** Takes a picture for the README; it is what the tests saw in their last run. */
export async function takePicture(of: Page | Locator, name: string): Promise<void> {
	await mkdir(PICTURES, { recursive: true });
	await of.screenshot({
		path: join(PICTURES, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
	});
}
