import type { Page } from 'playwright-core';

import { animatedPng, type Frame } from './animatedPng';
import { withFewColors } from './fewColors';
import { keepPicture, STILL, type Scheme } from './pictures';

/** An animation for the README, without sound. */
export class Film {
	private readonly frames: Frame[] = [];

	/** Adds what the page shows now, for this many seconds. */
	async show(page: Page, seconds: number): Promise<void> {
		const png = await page.screenshot(STILL);
		this.frames.push({ png, milliseconds: seconds * 1_000 });
	}

	/** How many pictures a browser shows, and for how many seconds. */
	async seenBy(page: Page): Promise<{ frames: number; seconds: number }> {
		const data = JSON.stringify(this.developed().toString('base64'));
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

	async keep(name: string, scheme: Scheme): Promise<void> {
		await keepPicture(this.developed(), name, scheme);
	}

	private developed(): Buffer {
		const pngs = withFewColors(this.frames.map(({ png }) => png));
		return animatedPng(this.frames.map((frame, index) => ({ ...frame, png: pngs[index] })));
	}
}
