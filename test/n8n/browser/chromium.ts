import { existsSync } from 'node:fs';

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** It calls nobody, and no other machine can be called through it. */
const ARGUMENTS = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	'--no-first-run',
	'--no-sandbox',
];

export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
	if (!executablePath) {
		throw new Error(
			'There is no Chromium. Install it (on Debian: apt-get install chromium), or say where it is in CHROMIUM.',
		);
	}
	return await chromium.launch({ executablePath, args: ARGUMENTS, headless: true });
}

/** A page of its own for each test; what its scripts threw is kept in `complaints`. */
export async function openPage(
	browser: Browser,
	options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; close: () => Promise<void> }> {
	const context = await browser.newContext({
		locale: 'en-GB',
		timezoneId: 'UTC',
		viewport: { width: 1280, height: 720 },
		...options,
	});
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => complaints.push(message));
	return { page, complaints, close: async () => await context.close() };
}
