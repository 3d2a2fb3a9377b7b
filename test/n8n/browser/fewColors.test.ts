import type { Browser, Page } from 'playwright-core';

import { openBrowser, openPage } from './chromium';
import { withFewColors } from './fewColors';
import { pixelsOf } from './png';

/** Steps of one color component, of 255, that are invisible side by side. */
const TOO_SMALL_TO_SEE = 12;

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await openBrowser();
	({ page } = await openPage(browser));
});

afterAll(async () => await browser?.close());

const body = (style: string, content = '') => `<body style="margin: 0; ${style}">${content}</body>`;

it('a picture with 256 colors looks as it did with thousands, and is smaller', async () => {
	const shades = [1, 2, 3].map((part) => `rgb(${80 * part}, ${250 - 60 * part}, 130)`);
	await page.setContent(
		body(`background: linear-gradient(90deg, ${shades.join()})`, 'New bookings'),
	);
	const shot = await page.screenshot();
	const [few] = withFewColors([shot]);
	expect(few.length).toBeLessThan(shot.length);

	const source = `data:image/png;base64,${few.toString('base64')}`;
	await page.setContent(body('', `<img style="display: block" src="${source}">`));
	const before = pixelsOf(shot).rgb;
	const after = pixelsOf(await page.screenshot()).rgb;
	expect(after.length).toBe(before.length);
	const farthest = before.reduce((most, part, at) => Math.max(most, Math.abs(part - after[at])), 0);
	expect(farthest).toBeLessThan(TOO_SMALL_TO_SEE);
});
