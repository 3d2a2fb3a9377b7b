import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Browser } from 'playwright-core';

import { startVenue, type SimulatedVenue } from '../../../venue';
import { SimulatedApps } from '../../apps/simulatedApps';
import { Slack } from '../../apps/slack';
import { packedPackage } from '../../fixtures/packedPackage';
import { until } from '../../fixtures/until';
import { startLab, type Lab } from '../../lab/lab';
import { PACKAGE } from '../../lab/package/packageName';
import { PackageRegistry } from '../../lab/package/registry';
import { openBrowser, openPage } from '../chromium';
import { Editor } from '../editor';

const MINUTES = 60_000;
const ROOT = resolve(__dirname, '../../../..');
const CHANNEL = 'C0BOOKINGS';

/** Not part of the repository; only for people to look at. */
const SHOTS = join(ROOT, 'node_modules/.cache/firstWorkflow');

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The labels of n8n that the README quotes on the way to the first workflow. */
const labels = ['Install', 'Credential', 'Your first workflow'].flatMap((heading) => {
	const [, section] = readme.split(`## ${heading}\n`);
	const [steps] = section.split(/^(?:## |\*\*n8n Cloud|\| For |- \*\*Several|\*\*Nothing)/m);
	return [...steps.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label]) => label.split(' → '));
});

/** Not a label, and a label that only n8n 1 shows. */
const ELSEWHERE = ['Your own n8n', 'Active'];

/** A user who reads the README and has n8n, a Slack account and a venue. */
describe('the README from Install to the first workflow', () => {
	const slack = new Slack(() => Date.now());
	const read: string[] = [];
	let apps: SimulatedApps;
	let registry: PackageRegistry;
	let lab: Lab;
	let venue: SimulatedVenue;
	let browser: Browser;
	let editor: Editor;
	let beganAt: number;

	beforeAll(async () => {
		mkdirSync(SHOTS, { recursive: true });
		apps = await SimulatedApps.start(slack);
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		const { environment } = apps;
		lab = await startLab({ mode: 'regular', programs: registry.programs, environment });
		await lab.credentials.create('slackApi', { accessToken: 'slack' }, 'Slack');
		venue = await startVenue({ receivers: { [lab.publicOrigin]: lab.webhookUrl } });
		browser = await openBrowser();
		const { page } = await openPage(browser);
		page.setDefaultTimeout(2 * MINUTES);
		editor = new Editor(page, lab);
		await editor.logIn();
		beganAt = Date.now();
	}, 5 * MINUTES);

	afterAll(async () => {
		await browser?.close();
		await venue?.stop();
		await lab?.stop();
		await registry?.close();
		await apps?.stop();
	}, MINUTES);

	afterEach(async () => await editor?.page.screenshot({ path: join(SHOTS, 'last.png') }));

	/** Records what the user can read after a step, and how long it took so far. */
	const done = async (step: string) => {
		const { page } = editor;
		const fields = await page.locator('input:visible').all();
		const values = await Promise.all(fields.map(async (field) => await field.inputValue()));
		read.push(await page.locator('body').innerText(), ...values);
		const seconds = Math.round((Date.now() - beganAt) / 1_000);
		process.stdout.write(`${seconds} s: ${step}\n`);
		await page.screenshot({ path: join(SHOTS, `${read.length}-${seconds}.png`) });
	};

	it(
		'Install',
		async () => {
			const { page } = editor;
			await page.goto(`${lab.main.url}/settings/community-nodes`);
			const install = page.getByText('Install a community node').last();
			await install.waitFor();
			await done('Settings → Community nodes');
			await install.click();
			const dialog = page.getByRole('dialog');
			await dialog.getByRole('textbox').fill(PACKAGE);
			await dialog.getByRole('checkbox').click({ force: true });
			await done('the name is entered, and the box about the risks ticked');
			await dialog.getByRole('button', { name: 'Install' }).click();
			await dialog.waitFor({ state: 'hidden' });
			await page.getByText(PACKAGE).first().waitFor();
			await editor.openNew();
			await editor.searchFor('venue');
			await done('installed, and found in the nodes panel');
		},
		6 * MINUTES,
	);

	it(
		'Credential, and the first workflow in five steps',
		async () => {
			const { page } = editor;
			// 1. Create a workflow, search for Venue Platform, open it and choose On booking created.
			await editor.byTestId('node-creator-search-bar').fill('Venue Platform');
			await editor.venuePlatform.click();
			const event = editor.searchResults.filter({ hasText: 'On booking created' }).first();
			await event.waitFor();
			await done('1. the events are offered');
			await event.click();
			await editor.byTestId('ndv').waitFor();
			await done('1. the trigger is added');

			// 2. Choose your credential, or create it here. Trigger On shows Booking Created.
			await page.getByText('Connect to Venue Platform').click();
			await editor.dialog.waitFor();
			const { baseUrl, credentials } = venue;
			const fill = async (values: Record<string, string>) => {
				for (const [name, value] of Object.entries(values)) {
					await editor.parameter(name).locator('input').fill(value);
				}
				await editor.byTestId('credential-save-button').click();
			};
			await fill({ baseUrl, ...credentials, clientSecret: 'with a slip' });
			await editor.dialog.getByText('More details').waitFor();
			await done('2. a wrong secret is noticed');
			await editor.dialog.getByText('More details').click();
			await editor.dialog.getByText('Copy both again').waitFor();
			await done('2. More details');
			await fill({ clientSecret: credentials.clientSecret });
			// n8n closes the dialog of a node's first credential after its test has passed.
			await editor.dialog.waitFor({ state: 'hidden' });
			await done('2. the credential is tested');
			await editor.expectInPanel('Booking Created');
			await editor.closeNode();

			// 3. With the plus sign after the trigger, add what should happen, such as a Slack or Gmail node.
			await editor.addAfter('Venue Platform Trigger', 'Slack', 'Send a message');
			await done('3. the Slack node is added');
			await editor.choose('select', 'Channel');
			await editor.byTestId('rlc-mode-selector').first().click();
			await page.getByText('By ID', { exact: true }).last().click();
			await editor.parameter('channelId').locator('input').last().fill(CHANNEL);
			await editor.parameter('text').locator('input, textarea').first().fill('A new booking');
			await done('3. its message is written');
			// Leaves the field first.
			await editor.byTestId('ndv').getByText('No output data').click();
			await editor.closeNode();

			// 4. Choose Publish.
			await editor.publish();
			await page.getByText('Published', { exact: true }).first().waitFor();
			await until(() => venue.webhooks.subscribedTo('Booking', 'Created').length > 0);
			await done('4. published');
			// The first time, n8n explains what happens now.
			await page.getByRole('button', { name: 'Got it' }).click();

			// 5. Create a booking at your venue, then open Executions.
			await venue.bookings.create({ customer: { name: 'Grace Hopper' } });
			await until(() => venue.deliveries.some(({ status }) => status === 200));
			await editor.byTestId('radio-button-executions').click();
			await page.getByText('Succeeded').first().waitFor();
			await done('5. there it is');
			expect(slack.in(CHANNEL)).toHaveLength(1);
			expect(slack.in(CHANNEL)[0]).toContain('A new booking');
		},
		10 * MINUTES,
	);

	it('finds each label where the README says it is', () => {
		const text = read.join('\n');
		const missing = labels.filter((label) => !ELSEWHERE.includes(label) && !text.includes(label));
		expect(labels.length).toBeGreaterThan(15);
		expect(missing).toEqual([]);
	});
});
