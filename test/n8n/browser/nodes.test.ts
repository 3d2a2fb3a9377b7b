import type { Browser } from 'playwright-core';

import { startVenue, type SimulatedVenue } from '../../venue';
import { startLab, type Lab } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import type { WorkflowNode } from '../lab/rest/workflows';
import { packedPackage } from '../fixtures/packedPackage';
import { until } from '../fixtures/until';
import { openBrowser, openPage } from './chromium';
import { Editor } from './editor';
import { takePicture } from './pictures';

const PACKAGE = 'n8n-nodes-venue-platform';
const START_WITHIN = 300_000;

let browser: Browser;
let lab: Lab;
let venue: SimulatedVenue;
let credential: StoredCredential;
let editor: Editor;
let close: () => Promise<void>;

beforeAll(async () => {
	browser = await openBrowser();
	lab = await startLab({ mode: 'regular', tarball: packedPackage() });
	venue = await startVenue({ receivers: { [lab.publicOrigin]: lab.webhookUrl } });
	credential = await lab.credentials.create(
		'venuePlatformApi',
		{ baseUrl: venue.baseUrl, ...venue.credentials },
		'Harbor Leisure Park',
	);
	await open('light');
}, START_WITHIN);

afterAll(async () => {
	await close?.();
	await venue?.stop();
	await lab?.stop();
	await browser?.close();
}, START_WITHIN);

const open = async (colorScheme: 'light' | 'dark') => {
	const opened = await openPage(browser, { colorScheme });
	close = opened.close;
	editor = new Editor(opened.page, lab);
	await editor.logIn();
};

const venueNode = (parameters: Record<string, unknown>): WorkflowNode => ({
	name: 'Venue Platform',
	type: `${PACKAGE}.venuePlatform`,
	parameters,
	credential,
});

const trigger = (parameters: Record<string, unknown> = {}): WorkflowNode => ({
	name: 'Venue Platform Trigger',
	type: `${PACKAGE}.venuePlatformTrigger`,
	parameters,
	credential,
	webhookId: 'bookings-of-the-browser',
});

const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

describe('the nodes panel', () => {
	it.each(['venue', 'booking', 'ticketing', 'reservation'])(
		'finds the Venue Platform by “%s”, with its icon',
		async (words) => {
			await editor.openNew();
			await editor.searchFor(words);
			expect(await editor.venuePlatform.locator('img').first().getAttribute('src')).toContain(
				'venuePlatform.svg',
			);
			if (words === 'venue') await takePicture(editor.page, 'n8n-search');
		},
	);
});

/** `modifiedFromDate` and its like: names for workflows, not for people. */
const RAW_NAME = /\b[a-z]{2,}[A-Z]\w*/;

describe('the panel of', () => {
	const expectLabels = async (...labels: string[]) => {
		const text = await editor.panelText();
		for (const label of labels) expect(text).toContain(label);
		expect(text).not.toMatch(RAW_NAME);
	};

	it('the trigger asks what to trigger on, and nothing technical', async () => {
		await editor.open('New bookings', [trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		await expectLabels(
			'Credential',
			'Trigger On',
			'Booking Created',
			'Authentication of Deliveries',
		);
		await takePicture(editor.page, 'n8n-trigger');
		const options = await editor.optionsOf('events');
		for (const event of ['Any Event', 'Booking Cancelled', 'Signed Waiver Created']) {
			expect(options).toContain(event);
		}
	});

	it.each([
		['booking', 'getAll', ['Booking', 'Get Many', 'Return All', 'Limit', 'Filters']],
		['booking', 'get', ['Booking', 'Get', 'From list']],
		['failedMessage', 'getAll', ['Failed Message', 'Get Many', 'Simplify', 'Filters']],
		['failedMessage', 'recover', ['Failed Message', 'Recover', 'Since', 'Safety Margin (Minutes)']],
		['webhook', 'create', ['Webhook', 'Create', 'URL', 'Events', 'Options']],
		['bulkReport', 'query', ['Bulk Report', 'Query', 'Method', 'Path', 'Query Parameters']],
	])(
		'the action node asks for %s %s in the words of the venue',
		async (resource, operation, labels) => {
			await editor.open('Bookings', [start, venueNode({ resource, operation })]);
			await editor.openNode('Venue Platform');
			await expectLabels('Credential', 'Resource', 'Operation', ...labels);
			if (operation === 'recover') await takePicture(editor.page, 'n8n-recover');
		},
	);

	it('the action node lets a booking be chosen from the venue’s own', async () => {
		await venue.bookings.create({ customer: { name: 'Ada Lovelace' } });
		await editor.open('Bookings', [start, venueNode({ resource: 'booking', operation: 'get' })]);
		await editor.openNode('Venue Platform');
		await editor.parameter('bookingId').locator('input').last().click();
		await editor.page.getByText('Ada Lovelace').waitFor();
	});
});

describe('the credential', () => {
	beforeEach(async () => {
		// Tall enough for every field to be in the picture; n8n's own dialog scrolls from 750 pixels on.
		await editor.page.setViewportSize({ width: 1280, height: 1400 });
		await editor.open('Bookings', [start, venueNode({ resource: 'booking', operation: 'getAll' })]);
		await editor.openNode('Venue Platform');
		await editor.byTestId('credential-edit-button').click();
		await editor.dialog.waitFor();
		const content = '.el-dialog { --dialog--max-height: none !important }';
		await editor.page.addStyleTag({ content });
	});

	afterEach(async () => await editor.page.setViewportSize({ width: 1280, height: 720 }));

	it('passes its test as it is opened', async () => {
		await editor.dialog.getByText('Connection tested successfully').waitFor();
		await editor.dialog.locator('[aria-busy]').waitFor({ state: 'hidden' });
		expect(await editor.dialog.innerText()).not.toMatch(RAW_NAME);
		await takePicture(editor.dialog, 'n8n-credential');
	});

	it('says what to do about a wrong secret', async () => {
		await editor.dialog.getByText('Connection tested successfully').waitFor();
		await editor.parameter('clientSecret').locator('input').fill('guessed');
		await editor.byTestId('credential-save-button').click();
		await editor.dialog.getByText('More details').click();
		await editor.dialog
			.getByText('The venue did not accept this Client ID and Client Secret')
			.waitFor();
		await editor.dialog.getByText('Copy both again from the venue management console.').waitFor();
		await takePicture(editor.dialog, 'n8n-wrong-secret');

		await editor.parameter('clientSecret').locator('input').fill(venue.credentials.clientSecret);
		await editor.byTestId('credential-save-button').click();
		await editor.dialog.getByText('Connection tested successfully').waitFor();
	});
});

describe('a message of ours', () => {
	it('is shown in full, with the way out', async () => {
		const bookingId = { __rl: true, mode: 'id', value: 'nobody’s' };
		const parameters = { resource: 'booking', operation: 'get', bookingId };
		await editor.open('Bookings', [start, venueNode(parameters)]);
		await editor.openNode('Venue Platform');
		await editor.execute();
		await editor.page.getByText('There is no such booking for this venue').first().waitFor();
		const text = await editor.panelText();
		expect(text).toContain('There is no such booking for this venue');
		expect(text).toContain('These credentials see one venue in one environment only');
		await editor.closeNotice();
		await takePicture(editor.byTestId('output-panel'), 'n8n-message');
	});
});

describe('from the nodes panel to an execution', () => {
	it('starts a workflow with a booking that was created on the venue’s page', async () => {
		await editor.openNew();
		await editor.searchFor('venue');
		await editor.venuePlatform.click();
		await editor.dragOntoCanvas(editor.searchResults.filter({ hasText: 'On booking created' }));
		await editor.byTestId('ndv').waitFor();
		expect(await editor.panelText()).toContain('Booking Created');
		await editor.closeNode();
		await editor.publish();
		await until(() => subscribers().length > 0);

		const { page: venuePage } = editor;
		const n8n = venuePage.url();
		await venuePage.goto(venue.pageUrl);
		await venuePage.getByLabel('Guest name').fill('Grace Hopper');
		await venuePage.getByRole('button', { name: 'Create booking' }).click();
		await venuePage.getByText('1 of 1 workflows took it.').waitFor();

		await venuePage.goto(n8n);
		await editor.byTestId('radio-button-executions').click();
		await editor.page.getByText('Succeeded').first().waitFor();
		await editor.node('Venue Platform Trigger').dblclick();
		await editor.byTestId('ndv').waitFor();
		await editor.page.getByText('Grace Hopper').first().waitFor();
		await takePicture(editor.page, 'n8n-execution');
	});

	const subscribers = () => venue.webhooks.subscribedTo('Booking', 'Created');
});

describe('in a dark editor', () => {
	it('the panel is readable, and the icon is the one for dark', async () => {
		await close();
		await open('dark');
		await editor.open('New bookings', [trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		await takePicture(editor.page, 'n8n-trigger-dark');
	});
});
