import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { DateTime } from 'luxon';
import type { Browser, Locator, Page } from 'playwright-core';

import {
	drawnVocabulary,
	truthsOf,
	type Vocabulary,
	VOCABULARIES,
} from '../../../unit/action/support/bookingVocabularies';
import { startVenue, type SimulatedVenue, type VenueOptions } from '../../../venue';
import type { JsonObject } from '../../../venue/json';
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
	const [steps] = section.split(/^(?:## |\*\*Several)/m);
	return [...steps.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label]) => label.split(' → '));
});

/** A label that only n8n 1 shows, and a node for other workflows. */
const ELSEWHERE = ['Active', 'Filter'];

interface FirstVenue {
	options?: VenueOptions;
	create: (venue: SimulatedVenue) => Promise<unknown>;
	/** The guest, the product and the visit, as an event has them. */
	shown: string[];
}

const [grace] = truthsOf(1);
const ofVocabulary = (vocabulary: Vocabulary, shown: string[]): FirstVenue => ({
	create: async (venue) =>
		await venue.emit({
			type: 'Booking',
			eventType: 'Created',
			eventDate: new Date().toISOString(),
			data: vocabulary(grace, 0) as JsonObject,
		}),
	shown,
});

const VENUES: Record<string, FirstVenue> = {
	'the venue of the API document': ofVocabulary(VOCABULARIES['the document’s examples'], [
		`${grace.firstName} ${grace.lastName}`,
		'Laser Tag',
		`${grace.visit}T${grace.time}`,
	]),
	'a venue with other names': ofVocabulary(VOCABULARIES['other names'], [
		grace.lastName,
		'Laser Tag',
		`${grace.visit}T${grace.time}`,
	]),
	'a venue like the live one': {
		options: { profile: 'live', timeZone: 'UTC' },
		create: async ({ bookings }) =>
			await bookings.create({ customer: { name: 'Grace Hopper' }, product: 'Laser Tag' }),
		// Of the product, a booking there has the number alone. It is for seven days later.
		shown: ['Grace Hopper', '301', DateTime.utc().plus({ days: 7 }).toFormat('yyyy-MM-dd')],
	},
	'a venue with drawn names': ofVocabulary(drawnVocabulary(8), [
		`${grace.firstName} ${grace.lastName}`,
		'Laser Tag',
		`${grace.visit}T${grace.time}`,
	]),
};

async function removeCredentials({ session }: Lab): Promise<void> {
	const all = await session.call<Array<{ id: string; type: string }>>('GET', '/rest/credentials');
	for (const { id, type } of all) {
		if (type === 'venuePlatformApi') await session.call('DELETE', `/rest/credentials/${id}`);
	}
}

/** n8n follows the mouse, not the events of dragging. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
	await from.locator('[data-target=mappable]').first().hover();
	await page.mouse.down();
	const box = await to.boundingBox();
	if (!box) throw new Error('The field is not shown');
	await page.mouse.move(box.x + 10, box.y + 10);
	// Behind what is there already, and beside the button in the corner.
	await page.mouse.move(box.x + box.width - 50, box.y + box.height - 12, { steps: 5 });
	await page.mouse.up();
}

/** A user who reads the README and has n8n, a Slack account and a venue. */
describe('the README from Install to the first workflow', () => {
	const slack = new Slack(() => Date.now());
	const read: string[] = [];
	let apps: SimulatedApps;
	let registry: PackageRegistry;
	let lab: Lab;
	let venue: SimulatedVenue | undefined;
	let browser: Browser;
	let editor: Editor;
	let beganAt: number;
	let steps = 0;

	beforeAll(async () => {
		mkdirSync(SHOTS, { recursive: true });
		apps = await SimulatedApps.start(slack);
		registry = await PackageRegistry.open();
		await registry.publish(packedPackage());
		const { environment } = apps;
		lab = await startLab({ mode: 'regular', programs: registry.programs, environment });
		await lab.credentials.create('slackApi', { accessToken: 'slack' }, 'Slack');
		browser = await openBrowser();
		const { page } = await openPage(browser);
		page.setDefaultTimeout(MINUTES);
		// The pin is beside the output, and a field in the list, only if there is room.
		await page.setViewportSize({ width: 1_600, height: 1_500 });
		editor = new Editor(page, lab);
		await editor.logIn();
		beganAt = Date.now();
	}, 5 * MINUTES);

	afterAll(async () => {
		await browser?.close();
		await lab?.stop();
		await registry?.close();
		await apps?.stop();
	}, MINUTES);

	afterEach(async () => {
		await editor?.page.screenshot({ path: join(SHOTS, 'last.png') });
		await venue?.stop();
		venue = undefined;
	});

	/** Records what the user can read after a step, and how long it took so far. */
	const done = async (step: string) => {
		const { page } = editor;
		steps++;
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

	const names = Object.keys(VENUES);

	it.each(names)(
		'Credential, and the first workflow in five steps, at %s',
		async (name) => {
			const { page } = editor;
			const isFirst = name === names[0];
			const { options = {}, create, shown } = VENUES[name];
			const receivers = { [lab.publicOrigin]: lab.webhookUrl };
			const at = (venue = await startVenue({ receivers, ...options }));
			const subscribed = () => at.webhooks.subscribedTo('Booking', 'Created').length > 0;
			beganAt = isFirst ? beganAt : Date.now();
			steps = 0;
			if (!isFirst) {
				await removeCredentials(lab);
				await editor.openNew();
				await editor.searchFor('venue');
			}
			// 1. Create a workflow, search for Venue Platform, open it and choose On booking created.
			await editor.byTestId('node-creator-search-bar').fill('Venue Platform');
			await editor.venuePlatform.click();
			const event = editor.searchResults.filter({ hasText: 'On booking created' }).first();
			await event.waitFor();
			await done('1. the events are offered');
			await event.click();
			await editor.byTestId('ndv').waitFor();
			await done('1. the trigger is added');

			// Choose your credential, or create it. Trigger On takes more events.
			await page.getByText('Connect to Venue Platform').click();
			await editor.dialog.waitFor();
			const { baseUrl, credentials } = at;
			const fill = async (values: Record<string, string>) => {
				for (const [parameter, value] of Object.entries(values)) {
					await editor.parameter(parameter).locator('input').fill(value);
				}
				await editor.byTestId('credential-save-button').click();
			};
			if (isFirst) {
				await fill({ baseUrl, ...credentials, clientSecret: 'with a slip' });
				await editor.dialog.getByText('More details').waitFor();
				await done('1. a wrong secret is noticed');
				await editor.dialog.getByText('More details').click();
				await editor.dialog.getByText('Copy both again').waitFor();
				await done('1. More details');
				await fill({ clientSecret: credentials.clientSecret });
			} else {
				await fill({ baseUrl, ...credentials });
			}
			// n8n closes the dialog of a node's first credential after its test has passed.
			await editor.dialog.waitFor({ state: 'hidden' });
			await done('1. the credential is tested');
			await editor.expectInPanel('Booking Created');

			// 2. Choose Execute step and create a booking within two minutes. Pin what arrives.
			await editor.execute();
			await until(subscribed);
			await create(at);
			const item = (value: string) =>
				editor.byTestId('run-data-schema-item').filter({ hasText: value }).last();
			await editor.byTestId('ndv-pin-data').waitFor();
			await done('2. the event has arrived');
			await editor.byTestId('ndv-pin-data').click();
			await done('2. it is pinned');
			await editor.closeNode();

			// 3. With the plus sign after the trigger, add what should happen, such as Slack.
			await editor.addAfter('Venue Platform Trigger', 'Slack', 'Send a message');
			await done('3. the Slack node is added');
			await editor.choose('select', 'Channel');
			await editor.byTestId('rlc-mode-selector').first().click();
			await page.getByText('By ID', { exact: true }).last().click();
			await editor.parameter('channelId').locator('input').last().fill(CHANNEL);
			// Drag the guest, product and visit into its message.
			for (const value of shown) {
				await drag(page, item(value), editor.parameter('text'));
				await done(`3. ${value} is dragged into the message`);
			}
			// Leaves the field first.
			await editor.byTestId('ndv').getByText('No output data').click();
			await editor.closeNode();

			// 4. Choose Publish.
			await editor.publish();
			await page.getByText('Published', { exact: true }).first().waitFor();
			await until(subscribed);
			await done('4. published');
			// n8n explains what happens now.
			await page.getByRole('button', { name: 'Got it' }).click();

			// 5. Create another booking, then open Executions.
			const before = slack.in(CHANNEL).length;
			await create(at);
			await until(() => slack.in(CHANNEL).length > before);
			await editor.byTestId('radio-button-executions').click();
			await page.getByText('Succeeded').first().waitFor();
			await done('5. there it is');
			const [message, ...others] = slack.in(CHANNEL).slice(before);
			expect(others).toEqual([]);
			for (const value of shown) expect(message).toContain(value);
			process.stdout.write(`${name}: ${steps} steps, 0 paths typed: ${message.split('\n')[0]}\n`);
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
