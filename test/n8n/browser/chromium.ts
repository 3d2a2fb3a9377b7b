import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { installDebianPackages, MissingDependency } from '../lab/machine/debianPackages';
import { findProgram, firstExecutable } from '../lab/machine/programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const ON_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const SHOWN_WITHIN_MS = 60_000;

/** The browser makes no calls of its own and reaches no other machine. */
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

/** Finds Chromium, or installs Debian's if this process is allowed to. */
export async function findChromium(): Promise<string> {
	const { CHROMIUM } = process.env;
	if (CHROMIUM) return CHROMIUM;
	const found = await find();
	if (found) return found;
	// Without a font it shows no text.
	await installDebianPackages('Testing in a browser', ['chromium', 'fonts-dejavu-core']);
	const installed = await find();
	if (installed) return installed;
	throw new MissingDependency('There is no Chromium. Say in CHROMIUM where one is');
}

async function find(): Promise<string | undefined> {
	return (await findProgram(...NAMES)) ?? (await firstExecutable([ON_MACOS]));
}

export async function openBrowser(): Promise<Browser> {
	const executablePath = await findChromium();
	return await chromium.launch({ executablePath, args: ARGUMENTS, headless: true });
}

/** A new page for each test. Errors of its scripts are kept in `pageErrors`. */
export async function openPage(
	browser: Browser,
	options: BrowserContextOptions = {},
): Promise<{ page: Page; pageErrors: string[]; close: () => Promise<void> }> {
	const context = await browser.newContext({
		locale: 'en-GB',
		timezoneId: 'UTC',
		viewport: { width: 1280, height: 720 },
		...options,
	});
	const page = await context.newPage();
	// A busy machine draws n8n’s editor slowly.
	page.setDefaultTimeout(SHOWN_WITHIN_MS);
	const pageErrors: string[] = [];
	page.on('pageerror', ({ message }) => pageErrors.push(message));
	return { page, pageErrors, close: async () => await context.close() };
}
