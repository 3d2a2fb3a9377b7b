import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';

import { startVenue, type SimulatedVenue } from '../../venue';
import { openBrowser, openPage } from './chromium';
import { takePicture } from './pictures';

const N8N = 'https://n8n.venue.test';
const START = Date.UTC(2026, 4, 8, 14);
const MINUTE = 60_000;

let browser: Browser;
let receiver: Server;
let venue: SimulatedVenue;
let page: Page;
let pageErrors: string[];
let close: () => Promise<void>;

beforeAll(async () => {
	browser = await openBrowser();
	receiver = createServer((_, response) => response.end());
	await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
});

afterAll(async () => {
	await browser?.close();
	receiver.closeAllConnections();
	await new Promise((closed) => receiver.close(closed));
});

beforeEach(async () => {
	const { port } = receiver.address() as AddressInfo;
	venue = await startVenue({
		now: () => START,
		receivers: { [N8N]: `http://127.0.0.1:${port}` },
	});
	await open();
});

afterEach(async () => {
	await close();
	await venue.stop();
	expect(pageErrors).toEqual([]);
});

const open = async (colorScheme: 'light' | 'dark' = 'light') => {
	const opened = await openPage(browser, { colorScheme });
	({ page, pageErrors, close } = opened);
	await page.goto(venue.pageUrl);
};

const subscribe = () =>
	venue.webhooks.create({
		url: `${N8N}/webhook/bookings`,
		enabled: true,
		webhooks: { booking: { events: ['Created', 'Updated', 'Cancelled'] } },
	});

const untilShown = async (text: string) => await page.getByText(text).first().waitFor();

const createBooking = async (guest: string) => {
	await page.getByLabel('Guest name').fill(guest);
	await page.getByRole('button', { name: 'Create booking' }).click();
	await page.getByRole('cell', { name: guest }).waitFor();
};

it('creates, changes and cancels a booking', async () => {
	subscribe();
	await createBooking('Ada Lovelace');
	await untilShown('Booking #1 was created. 1 of 1 workflows took it.');

	await page.getByRole('button', { name: 'Change booking #1' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Guests').fill('7');
	await dialog.getByRole('button', { name: 'Save change' }).click();
	await untilShown('Booking #1 was changed.');

	await page.getByRole('button', { name: 'Cancel booking #1' }).click();
	await untilShown('Booking #1 was cancelled.');
	expect(venue.bookings.all()).toMatchObject([
		{ guests: 7, status: 'Cancelled', customer: { name: 'Ada Lovelace' } },
	]);
	expect(venue.messages.all().map(({ eventType }) => eventType)).toEqual([
		'Created',
		'Updated',
		'Cancelled',
	]);
});

it('leaves a booking as it is if the change is not saved', async () => {
	await createBooking('Ada Lovelace');
	await page.getByRole('button', { name: 'Change booking #1' }).click();
	await page.getByRole('dialog').getByLabel('Guests').fill('7');
	await page.keyboard.press('Escape');
	await page.getByRole('dialog').waitFor({ state: 'hidden' });
	await createBooking('Grace Hopper');
	expect(venue.bookings.all()[0]).toMatchObject({ guests: 2 });
});

it('works without a mouse, and keeps the focus while it refreshes', async () => {
	const focused = async () => await page.evaluate('document.activeElement.outerHTML');
	await page.getByLabel('Guest name').focus();
	await page.keyboard.type('Ada Lovelace');
	await page.keyboard.press('Enter');
	await page.getByRole('cell', { name: 'Ada Lovelace' }).waitFor();

	await page.getByRole('button', { name: 'Cancel booking #1' }).focus();
	await createdElsewhere();
	expect(await focused()).toContain('Cancel booking #1');
	await page.keyboard.press('Enter');
	await untilShown('Booking #1 was cancelled.');
	expect(await focused()).toContain('Change booking #1');
});

const createdElsewhere = async () => {
	await venue.bookings.create({ customer: { name: 'Grace Hopper' } });
	await page.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
};

it('shows a guest’s name as text, whatever it contains', async () => {
	await createBooking('<img src=x onerror=alert(1)>');
	expect(await page.locator('img').count()).toBe(0);
});

it('needs a registered workflow before it can be made unreachable', async () => {
	expect(await page.getByRole('switch').isDisabled()).toBe(true);
	await untilShown('No workflow has registered itself yet.');
	subscribe();
	await untilShown(`Events go to ${N8N}.`);
	expect(await page.getByRole('switch').isEnabled()).toBe(true);
});

it('shows attempts, backoff and the failed list of an unreachable receiver', async () => {
	subscribe();
	await untilShown(`Events go to ${N8N}.`);
	await page.getByRole('switch', { name: 'Receiver unreachable' }).click();
	await untilShown('Your workflows cannot be reached now.');
	await createBooking('Ada Lovelace');
	await untilShown('Attempt1Failed');
	await page.getByRole('button', { name: 'To next retry' }).click();
	await untilShown('(1 min later)');
	await page.getByRole('button', { name: '+15 min' }).click();
	await untilShown('Attempt5Failed');
	expect(await page.locator('#failed-count').textContent()).toBe('1');
	expect(venue.clock.now()).toBe(START + 16 * MINUTE);
	await takePicture(page, 'venue');

	await page.getByRole('switch', { name: 'Receiver unreachable' }).click();
	await untilShown('Your workflows can be reached again.');
	await page.getByRole('button', { name: 'To next retry' }).click();
	await untilShown('Delivered');
	expect(venue.messages.all()[0].status).toBe('Delivered');
	expect(await page.locator('#failed-count').textContent()).toBe('0');
});

it('shows requests and their answers, including 429, and fits a narrow, dark screen', async () => {
	await close();
	await open('dark');
	await page.getByRole('button', { name: 'Use up the limit' }).click();
	await untilShown('Every request is answered 429');
	await fetch(`${venue.baseUrl}/bookings`, { headers: { accept: 'application/json' } });
	await page.getByText('GET /bookings').waitFor();
	expect(await page.locator('#requests .bad').textContent()).toBe('429');
	for (const guest of ['Ada Lovelace', 'Grace Hopper']) await createBooking(guest);

	await page.setViewportSize({ width: 360, height: 800 });
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

it('shows that the venue has closed', async () => {
	await venue.stop();
	await untilShown('The venue has closed.');
});
