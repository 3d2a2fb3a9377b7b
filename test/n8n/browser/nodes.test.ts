import { start } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { describeCredentialDialog } from './credentialDialog';
import type { Editor } from './editor';
import { EditorFixture } from './editorFixture';
import { Film } from './film';
import { takePicture } from './pictures';
import { RAW_NAME } from './rawName';

const START_WITHIN = 300_000;

/** Of these operations the README or a page has a picture. */
const PICTURES: Record<string, string> = {
	call: 'n8n-api-call',
	check: 'n8n-webhook-check',
	recover: 'n8n-recover',
};

const fixture = new EditorFixture();

let editor: Editor;

beforeAll(async () => {
	await fixture.start();
	editor = await fixture.open('light');
}, START_WITHIN);

afterAll(async () => await fixture.stop(), START_WITHIN);

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

describe('the panel of', () => {
	const expectLabels = async (...labels: string[]) => {
		const text = await editor.panelText();
		for (const label of labels) expect(text).toContain(label);
		expect(text).not.toMatch(RAW_NAME);
	};

	it('the trigger asks what to trigger on, and nothing technical', async () => {
		await editor.open('New bookings', [fixture.trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		await expectLabels(
			'Credential',
			'Execute step',
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
		['failedMessage', 'getAll', ['Failed Message', 'Get Many', 'Output', 'Filters']],
		['failedMessage', 'recover', ['Failed Message', 'Recover', 'Since', 'Output', 'Options']],
		['webhook', 'check', ['Webhook', 'Check', 'Options']],
		['webhook', 'create', ['Webhook', 'Create', 'URL', 'Events', 'Options']],
		['api', 'call', ['API', 'Call', 'Method', 'Path', 'Options']],
		['bulkReport', 'query', ['Bulk Report', 'Query', 'Method', 'Path', 'Options']],
	])(
		'the action node asks for %s %s in the words of the venue',
		async (resource, operation, labels) => {
			await editor.open('Bookings', [start, fixture.action({ resource, operation })]);
			await editor.openNode('Venue Platform');
			await expectLabels('Credential', 'Resource', 'Operation', ...labels);
			const picture = PICTURES[operation];
			if (picture) await takePicture(editor.page, picture);
		},
	);

	it('the action node looks for a text, and says which bookings Limit returns', async () => {
		const filters = { containsText: 'Lovelace', inFields: 'customer.name' };
		const options = { sort: 'newestFirst' };
		const parameters = { resource: 'booking', operation: 'getAll', filters, options };
		await editor.open('Bookings', [start, fixture.action(parameters)]);
		await editor.openNode('Venue Platform');
		await expectLabels('Contains Text', 'Contains Text: In Fields', 'Sort');
		await takePicture(editor.page, 'n8n-find-bookings');
	});

	it('the action node says how much comes out with each Output', async () => {
		const bookings = fixture.action({ resource: 'booking', operation: 'getAll' });
		await editor.open('Bookings', [start, bookings]);
		await editor.openNode('Venue Platform');
		const options = await editor.optionsOf('output');
		for (const output of ['Raw', 'Selected Fields', 'Simplified'])
			expect(options).toContain(output);
		await takePicture(editor.page, 'n8n-output');
	});

	it('the recovery trigger asks how often to look, and for what', async () => {
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
		await takePicture(editor.page, 'n8n-recovery-trigger');
	});

	it('the action node lets a booking be chosen from the venue’s own', async () => {
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

describe('a message of ours', () => {
	it('is shown in full, with the way out', async () => {
		const bookingId = { __rl: true, mode: 'id', value: 'nobody’s' };
		const parameters = { resource: 'booking', operation: 'get', bookingId };
		await editor.open('Bookings', [start, fixture.action(parameters)]);
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
		const film = new Film();
		await editor.searchFor('venue');
		await film.show(editor.page, 2);
		await editor.venuePlatform.click();
		await editor.dragOntoCanvas(editor.searchResults.filter({ hasText: 'On booking created' }));
		await editor.byTestId('ndv').waitFor();
		expect(await editor.panelText()).toContain('Booking Created');
		await film.show(editor.page, 2);
		await editor.closeNode();
		await editor.publish();
		await until(() => subscribers().length > 0);
		await editor.page.getByText('Published', { exact: true }).first().waitFor();
		await film.show(editor.page, 2);

		const { page: venuePage } = editor;
		const n8n = venuePage.url();
		await venuePage.goto(fixture.venue.pageUrl);
		await venuePage.getByLabel('Guest name').fill('Grace Hopper');
		await film.show(venuePage, 2);
		await venuePage.getByRole('button', { name: 'Create booking' }).click();
		await venuePage.getByText('1 of 1 workflows took it.').waitFor();
		await film.show(venuePage, 3);

		await venuePage.goto(n8n);
		await editor.byTestId('radio-button-executions').click();
		await editor.page.getByText('Succeeded').first().waitFor();
		await editor.node('Venue Platform Trigger').hover();
		await film.show(editor.page, 2);
		await editor.node('Venue Platform Trigger').dblclick();
		await editor.byTestId('ndv').waitFor();
		await editor.page.getByText('Grace Hopper').first().waitFor();
		await takePicture(editor.page, 'n8n-execution');
		await film.show(editor.page, 4);
		expect(await film.seenBy(editor.page)).toEqual({ frames: 7, seconds: 17 });
		await film.keep('first-minute');
	});

	const subscribers = () => fixture.venue.webhooks.subscribedTo('Booking', 'Created');
});

describe('in a dark editor', () => {
	it('the panel is readable, and the icon is the one for dark', async () => {
		editor = await fixture.open('dark');
		await editor.open('New bookings', [fixture.trigger({ events: ['Booking.Created'] })]);
		await editor.openNode('Venue Platform Trigger');
		await takePicture(editor.page, 'n8n-trigger-dark');
		await editor.open('Missed events', [fixture.recoveryTrigger()]);
		await editor.openNode('Venue Platform Recovery Trigger');
		await takePicture(editor.page, 'n8n-recovery-trigger-dark');
	});
});
