import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { animatedPng, type Frame } from './animatedPng';

/** An animation for the README, without sound. It is kept by `npm run pictures` only. */
export class Film {
	private readonly frames: Frame[] = [];

	/** What the page shows now, for so long. */
	async show(page: Page, seconds: number): Promise<void> {
		const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
		this.frames.push({ png, milliseconds: seconds * 1_000 });
	}

	/** How many pictures a browser sees in it, and for how many seconds. */
	async seenBy(page: Page): Promise<{ frames: number; seconds: number }> {
		const data = JSON.stringify(animatedPng(this.frames).toString('base64'));
		return await page.evaluate(`(async () => {
			const bytes = Uint8Array.from(atob(${data}), (character) => character.charCodeAt(0));
			const decoder = new ImageDecoder({ data: bytes, type: 'image/png' });
			await decoder.tracks.ready;
			await decoder.completed;
			const frames = decoder.tracks.selectedTrack.frameCount;
			let seconds = 0;
			for (let frameIndex = 0; frameIndex < frames; frameIndex++) {
				seconds += (await decoder.decode({ frameIndex })).image.duration / 1e6;
			}
			return { frames, seconds };
		})()`);
	}

	async keep(name: string): Promise<void> {
		const folder = process.env.PICTURES;
		if (folder) await writeFile(join(folder, `${name}.png`), animatedPng(this.frames));
	}
}
