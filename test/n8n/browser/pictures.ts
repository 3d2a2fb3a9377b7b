import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** Takes a picture for the README. It is kept by `npm run pictures` only: no two are quite equal. */
export async function takePicture(
	of: Page | Locator,
	name: string,
	clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
	const folder = process.env.PICTURES;
	await of.screenshot({
		...(folder && { path: join(folder, `${name}.png`) }),
		animations: 'disabled',
		caret: 'hide',
		...(clip && { clip }),
	});
}
