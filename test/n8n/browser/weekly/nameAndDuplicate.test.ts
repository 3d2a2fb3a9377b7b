import type { Browser } from 'playwright-core';

import type { SimulatedVenue } from '../../../venue';
import { LivesLab, type LivingWorkflow } from '../../fixtures/livesLab';
import { until } from '../../fixtures/until';
import type { StoredWorkflow, WorkflowNode } from '../../lab/rest/workflows';
import { openBrowser, openPage } from '../chromium';
import { Editor } from '../editor';

const MINUTES = 60_000;
const NAME = 'Tells the team';
const CHANGES = ['POST /webhooks', 'PUT /webhooks/{webhookId}'];

describe('a published workflow in the editor', () => {
	let here: LivesLab;
	let browser: Browser;
	let editor: Editor;
	let venue: SimulatedVenue;
	let trigger: WorkflowNode;
	let workflow: LivingWorkflow;

	beforeAll(async () => {
		here = await LivesLab.open({ mode: 'regular' });
		browser = await openBrowser();
		const { page } = await openPage(browser);
		page.setDefaultTimeout(MINUTES);
		editor = new Editor(page, here.n8n);
		await editor.logIn();
		venue = await here.openVenue();
		trigger = here.trigger('Trigger', await here.credentialFor(venue));
		workflow = await here.publish('Bookings', [trigger]);
	}, 10 * MINUTES);

	afterAll(async () => {
		await browser?.close();
		await here?.close();
	}, MINUTES);

	const send = async () => {
		const messages = await venue.emit({ type: 'Booking', eventType: 'Created' });
		return messages.map(({ id }) => id);
	};

	const started = async (one: LivingWorkflow) =>
		(await one.items('Trigger')).map(({ id }) => String(id));

	it(
		'has another name: the venue is told nothing, and events arrive as before [reliability: Another name of the workflow]',
		async () => {
			const before = await send();
			venue.forgetRequests();
			await editor.show(workflow.stored);
			await editor.byTestId('workflow-name-input').click();
			await editor.page.keyboard.press('Control+a');
			await editor.page.keyboard.insertText(NAME);
			await editor.page.keyboard.press('Enter');
			await until(async () => (await here.n8n.workflows.read(workflow.stored)).name === NAME);
			const ids = [...before, ...(await send())];
			expect(ids).toHaveLength(2);
			await workflow.untilItems('Trigger', ids.length);
			await here.n8n.restart();
			ids.push(...(await send()));
			await workflow.untilItems('Trigger', ids.length);
			expect(await started(workflow)).toEqual(ids);
			expect(CHANGES.map((endpoint) => venue.count(endpoint))).toEqual([0, 0]);
		},
		5 * MINUTES,
	);

	it(
		'is duplicated: an event starts only it until its duplicate is published, then both, once each [reliability: A copy of a workflow]',
		async () => {
			const { n8n } = here;
			await editor.show(workflow.stored);
			await editor.byTestId('workflow-menu').first().click();
			await editor.byTestId('workflow-menu-item-duplicate').click();
			await editor.page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
			let duplicate: StoredWorkflow | undefined;
			await until(async () => {
				const all = await n8n.session.call<StoredWorkflow[]>('GET', '/rest/workflows');
				duplicate = all.find(({ id }) => id !== workflow.stored.id);
				return duplicate !== undefined;
			});
			const copy = here.workflow(duplicate!);
			const ofOriginal = await started(workflow);
			ofOriginal.push(...(await send()));
			await workflow.untilItems('Trigger', ofOriginal.length);

			expect(await copy.tryToPublish()).toBe('');
			const ids = await send();
			expect(ids).toHaveLength(2);
			const items = [
				...(await workflow.untilItems('Trigger', ofOriginal.length + 1)).slice(ofOriginal.length),
				...(await copy.untilItems('Trigger', 1)),
			];
			expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
			expect(await started(copy)).toHaveLength(1);
		},
		5 * MINUTES,
	);

	it(
		'is imported from a file beside itself: n8n publishes only one of the two, and a new trigger helps',
		async () => {
			const stored = await here.n8n.workflows.create('Imported', [trigger]);
			const imported = here.workflow(stored);
			const before = venue.webhooks.all().length;
			await expect(imported.tryToPublish()).rejects.toThrow(
				'There is a conflict with one of the webhooks.',
			);
			expect(venue.webhooks.all()).toHaveLength(before);
			await imported.change([here.trigger('Trigger', await here.credentialFor(venue))]);
			expect(venue.webhooks.all()).toHaveLength(before + 1);
		},
		5 * MINUTES,
	);
});
