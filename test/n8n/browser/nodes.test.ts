import type { Locator } from 'playwright-core';

import { start } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { describeCredentialDialog } from './credentialDialog';
import { describeExamples } from './describeExamples';
import type { Editor } from './editor';
import { EditorFixture } from './editorFixture';
import { Film } from './film';
import { SCHEMES, takePicture } from './pictures';
import { RAW_NAME } from './rawName';

const START_WITHIN = 300_000;

/** The operations that the README or a page shows in a picture. */
const PICTURES: Record<string, string> = {
	call: 'n8n-api-call',
	check: 'n8n-webhook-check',
	recover: 'n8n-recover',
};

const fixture = new EditorFixture();

let editor: Editor;

/** Narrow enough that its text is readable on a page that shows it smaller. */
const OF_A_PICTURE = { width: 1024, height: 600 };
/** Tall enough for the longest panel. */
const TALL = { width: 1024, height: 1_100 };
/** Tall enough for the whole output of the trigger. */
const OF_THE_FILM = { width: 1024, height: 720 };
const HEIGHT_OF_MESSAGE = 286;
const MARGIN = 16;
/** The line above the panel. */
const NAME_OF_NODE = 42;

beforeAll(async () => {
	await fixture.start();
	editor = await fixture.open('light');
	await editor.page.setViewportSize(OF_A_PICTURE);
}, START_WITHIN);

afterAll(async () => await fixture.stop(), START_WITHIN);

async function boxOf(of: Locator) {
	const box = await of.boundingBox();
	if (!box) throw new Error('It is not shown');
	return box;
}

describe('the nodes panel', () => {
	it.each(['venue', 'booking', 'ticketing', 'reservation'])(
		'finds the Venue Platform by “%s”, with its icon [guideline: Found by the words]',
		async (words) => {
			await editor.openNew();
			await editor.searchFor(words);
			expect(await editor.venuePlatform.locator('img').first().getAttribute('src')).toContain(
				'venuePlatform.svg',
			);
		},
	);
});

describe('the panel of', () => {
	const expectLabels = async (...labels: string[]) => {
		await editor.expectInPanel(...labels);
		expect(await editor.panelText()).not.toMatch(RAW_NAME);
	};

	/** The column with the fields, down to the lowest element in it or in an open list. */
	async function takeColumn(name: string): Promise<void> {
		const fields = editor.byTestId('node-parameters');
		const parts = await fields
			.locator('[data-test-id]:not([data-test-id=node-parameters])')
			// n8n may add a line far below the fields.
			.filter({ hasNotText: 'I wish this node would' })
			.all();
		const lists = await editor.page.locator('.el-select-dropdown:visible').all();
		const boxes = await Promise.all(
			[...parts, ...lists].map(async (part) => await part.boundingBox()),
		);
		const lowest = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
		const { x, width } = await boxOf(fields);
		const y = (await boxOf(editor.byTestId('ndv'))).y + NAME_OF_NODE;
		const clip = { x, y, width, height: lowest - y + MARGIN };
		await takePicture(editor.page, name, { clip });
	}

	it('the trigger asks what to trigger on, and nothing technical [guideline: A trigger asks]', async () => {
		await editor.open('New bookings', [fixture.trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		await expectLabels(
			'Credential',
			'Execute step',
			'Trigger On',
			'Booking Created',
			'Authentication of Deliveries',
		);
		await takePicture(editor.byTestId('ndv'), 'n8n-trigger');
		const options = await editor.optionsOf('events');
		for (const event of ['Any Event', 'Booking Cancelled', 'Signed Waiver Created']) {
			expect(options).toContain(event);
		}
	});

	it.each([
		['booking', 'getAll', ['Booking', 'Get Many', 'Return All', 'Limit', 'Filters']],
		['booking', 'get', ['Booking', 'Get', 'From list']],
		['failedMessage', 'getAll', ['Failed Message', 'Get Many', 'Output', 'Filters']],
		['failedMessage', 'recover', ['Failed Message', 'Recover', 'Since', 'Output', 'Options']],
		['webhook', 'check', ['Webhook', 'Check', 'Options']],
		['webhook', 'create', ['Webhook', 'Create', 'URL', 'Events', 'Options']],
		['api', 'call', ['API', 'Call', 'Method', 'Path', 'Options']],
		['bulkReport', 'query', ['Bulk Report', 'Query', 'Method', 'Path', 'Options']],
	])(
		'the action node asks for %s %s in the words of the venue [guideline: No technical words]',
		async (resource, operation, labels) => {
			await editor.page.setViewportSize(TALL);
			await editor.open('Bookings', [start, fixture.action({ resource, operation })]);
			await editor.openNode('Venue Platform');
			await expectLabels('Credential', 'Resource', 'Operation', ...labels);
			const picture = PICTURES[operation];
			if (picture) await takeColumn(picture);
		},
	);

	it('the action node searches for a text, and says which bookings Limit returns', async () => {
		// n8n marks a field that the venue's bookings do not have.
		await fixture.venue.bookings.create({ customer: { name: 'Grace Hopper' } });
		const filters = { containsText: 'Lovelace', inFields: ['customer.name'] };
		const options = { sort: 'newestFirst' };
		const parameters = { resource: 'booking', operation: 'getAll', filters, options };
		await editor.open('Bookings', [start, fixture.action(parameters)]);
		await editor.openNode('Venue Platform');
		await expectLabels('Contains Text', 'Contains Text: In Field Names or IDs', 'Sort');
		await takeColumn('n8n-find-bookings');
	});

	it('the action node says how much each Output returns', async () => {
		const bookings = fixture.action({ resource: 'booking', operation: 'getAll' });
		await editor.open('Bookings', [start, bookings]);
		await editor.openNode('Venue Platform');
		const options = await editor.optionsOf('output');
		for (const output of ['Raw', 'Selected Fields', 'Simplified'])
			expect(options).toContain(output);
		await takeColumn('n8n-output');
	});

	it('the recovery trigger asks how often to poll, and for what', async () => {
		await editor.page.setViewportSize(OF_A_PICTURE);
		await editor.open('Missed events', [fixture.recoveryTrigger()]);
		await editor.openNode('Venue Platform Recovery Trigger');
		await expectLabels(
			'Credential',
			'Fetch Test Event',
			'Poll Times',
			'Every X',
			'Trigger On',
			'Failed List Grew',
			'Options',
		);
		await takePicture(editor.byTestId('ndv'), 'n8n-recovery-trigger');
	});

	it('the action node offers the venue’s own bookings [guideline: From List shows]', async () => {
		await fixture.venue.bookings.create({
			customer: { name: 'Ada Lovelace' },
			product: 'Laser Tag',
		});
		await editor.open('Bookings', [
			start,
			fixture.action({ resource: 'booking', operation: 'get' }),
		]);
		await editor.openNode('Venue Platform');
		await editor.parameter('bookingId').locator('input').last().click();
		await editor.page.getByText('Ada Lovelace').waitFor();
	});
});

describeCredentialDialog(fixture, () => editor);

describe('a message of the package', () => {
	it('is shown in full, with the next step [guideline: says how to go on]', async () => {
		const bookingId = { __rl: true, mode: 'id', value: 'nobody’s' };
		const parameters = { resource: 'booking', operation: 'get', bookingId };
		await editor.open('Bookings', [start, fixture.action(parameters)]);
		await editor.openNode('Venue Platform');
		await editor.execute();
		await editor.page.getByText('There is no such booking for this venue').first().waitFor();
		await editor.expectInPanel(
			'There is no such booking for this venue',
			'These credentials see one venue in one environment only',
		);
		await editor.closeNotice();
		const { x, y, width } = await boxOf(editor.byTestId('output-panel'));
		const clip = { x, y, width, height: HEIGHT_OF_MESSAGE };
		await takePicture(editor.page, 'n8n-message', { clip });
	});
});

describeExamples(fixture, () => editor);

describe('from the nodes panel to an execution', () => {
	it.each(SCHEMES)('starts a workflow with a booking from the venue’s page: %s', async (scheme) => {
		editor = await fixture.open(scheme);
		await editor.page.setViewportSize(OF_THE_FILM);
		await editor.openNew();
		const film = new Film();
		await editor.searchFor('venue');
		await takePicture(editor.page, 'n8n-search', { schemes: [scheme] });
		await film.show(editor.page, 2);
		await editor.venuePlatform.click();
		await editor.dragOntoCanvas(editor.searchResults.filter({ hasText: 'On booking created' }));
		await editor.byTestId('ndv').waitFor();
		await editor.expectInPanel('Booking Created');
		await film.show(editor.page, 2);
		await editor.closeNode();
		const known = subscribers().length;
		await editor.publish();
		await until(() => subscribers().length > known);
		await editor.page.getByText('Published', { exact: true }).first().waitFor();
		await film.show(editor.page, 2);

		const { page: venuePage } = editor;
		const n8n = venuePage.url();
		await venuePage.goto(fixture.venue.pageUrl);
		await venuePage.getByLabel('Guest name').fill('Grace Hopper');
		await film.show(venuePage, 2);
		await venuePage.getByRole('button', { name: 'Create booking' }).click();
		await venuePage.getByText(/(\d) of \1 workflows took it\./).waitFor();
		await film.show(venuePage, 3);

		await venuePage.goto(n8n);
		await editor.byTestId('radio-button-executions').click();
		await editor.page.getByText('Succeeded').first().waitFor();
		await editor.node('Venue Platform Trigger').hover();
		await film.show(editor.page, 2);
		await editor.node('Venue Platform Trigger').dblclick();
		await editor.byTestId('ndv').waitFor();
		await editor.byTestId('output-panel').getByText('Schema').click();
		await editor.page.getByText('Grace Hopper').first().waitFor();
		await takePicture(editor.byTestId('ndv'), 'n8n-execution', { schemes: [scheme] });
		await film.show(editor.page, 4);
		expect(await film.seenBy(editor.page)).toEqual({ frames: 7, seconds: 17 });
		await film.keep('first-minute', scheme);
	});

	const subscribers = () => fixture.venue.webhooks.subscribedTo('Booking', 'Created');
});

describe('in a dark editor', () => {
	it('the icon is the dark one', async () => {
		editor = await fixture.open('dark');
		await editor.open('New bookings', [fixture.trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		const icons = editor.byTestId('ndv').locator('img');
		expect(await icons.first().getAttribute('src')).toContain('venuePlatform.dark.svg');
	});
});
