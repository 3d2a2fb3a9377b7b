import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Browser } from 'playwright-core';

import { readExample, STICKY_NOTE, type ExampleNode } from '../../../examples/examples';
import { isOurs } from '../../../examples/imported';
import { importLinkOf } from '../../../examples/page';
import { ExampleLab, type Venue } from '../../examples/exampleLab';
import type { AtWork } from '../../examples/outcomes/outcome';
import { until } from '../../fixtures/until';
import type { Execution } from '../../lab/rest/executions';
import type { StoredWorkflow } from '../../lab/rest/workflows';
import { openBrowser, openPage } from '../chromium';
import { Editor } from '../editor';
import { realEventOf } from './realEvents';

const START_WITHIN = 300_000;
const WITHIN = 300_000;
const MAP_FIELDS = 'Map Fields';
const SET_UP = 'Set Up Once';

/** Not part of the repository; only for people to look at. */
const SHOTS = resolve(__dirname, '../../../../node_modules/.cache/imports');

/** What a user does with an example in the editor, from its link to the first event. */
export function describeImports(examples: string[]): void {
	let lab: ExampleLab;
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		mkdirSync(SHOTS, { recursive: true });
		lab = await ExampleLab.open();
		browser = await openBrowser();
		const { page } = await openPage(browser, { viewport: { width: 1600, height: 1000 } });
		// The editor’s chat calls n8n at its public address.
		await page.route(`${lab.n8n.publicOrigin}/**`, async (route) => {
			const url = route.request().url().replace(lab.n8n.publicOrigin, lab.n8n.webhookUrl);
			const response = await route.fetch({ url });
			const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
			await route.fulfill({ response, headers });
		});
		editor = new Editor(page, lab.n8n);
		await editor.logIn();
	}, START_WITHIN);

	afterAll(async () => {
		for (const example of examples) await realEventOf(example).stop?.();
		await browser?.close();
		await lab?.close();
	}, START_WITHIN);

	const shoot = async (example: string, step: string) =>
		await editor.page.screenshot({
			path: join(SHOTS, `${example.split('/')[1]}-${step}.png`),
			animations: 'disabled',
		});

	/** The workflow as n8n has saved it automatically. */
	async function savedWorkflow(nodes: number): Promise<StoredWorkflow> {
		const id = () => /\/workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? 'new';
		let workflow: StoredWorkflow | undefined;
		await until(async () => {
			const read = lab.n8n.workflows.read({ id: id(), name: '', versionId: '' });
			workflow = await read.catch(() => undefined);
			return (workflow as { nodes?: unknown[] } | undefined)?.nodes?.length === nodes;
		});
		return workflow as StoredWorkflow;
	}

	/** The next execution that the action starts, after it has ended. */
	async function nextExecution(at: AtWork, act: () => Promise<unknown>): Promise<Execution> {
		const { executions } = lab.n8n;
		const { workflow } = at.imported;
		const known = new Set((await executions.list(workflow)).map(({ id }) => id));
		await act();
		let next: string | undefined;
		await until(async () => {
			const all = await executions.list(workflow);
			next = all.find(({ id }) => !known.has(id))?.id;
			return next !== undefined;
		});
		return await executions.ended(String(next), WITHIN);
	}

	/** Follows an example from its link to an execution that an event has started. */
	async function follow(name: string): Promise<void> {
		const example = readExample(name);
		const { nodes, pinData } = example;
		const steps = nodes.filter(({ type }) => type !== STICKY_NOTE);
		const real = realEventOf(name);
		const venues: Venue[] = [];
		for (let venue = 1; venue <= (real.outcome.venues ?? 1); venue++) {
			const called = `Venue ${venue} of ${example.name}`;
			venues.push(await lab.addVenue(called, undefined, real.platform?.(lab)));
		}
		const accounts = (await real.accounts?.(lab)) ?? {};
		const credentialOf = (node: ExampleNode) =>
			accounts[node.name] ??
			(isOurs(node) ? venues[node.name === 'Second Venue' ? 1 : 0].credential : undefined);

		await editor.importFromUrl(importLinkOf(name));
		for (const step of steps) await editor.node(step.name).waitFor();
		await shoot(name, '1-imported');
		await editor.page.keyboard.press('Control+s');
		const saved = await savedWorkflow(nodes.length);
		// An editor that is still open would overwrite what is filled in.
		await editor.leave();
		const imported = await lab.fillIn(saved, name, credentialOf, real.change);
		const at: AtWork = {
			lab,
			example: name,
			imported,
			venues: venues.map(({ account }) => account),
			call: async () => {},
		};
		await editor.show(saved);

		const execute = async (trigger: string) => {
			const { status, error, items } = await nextExecution(
				at,
				async () => await editor.executeFrom(trigger),
			);
			expect({ trigger, status, said: error?.message }).toEqual({ trigger, status: 'success' });
			return items(MAP_FIELDS);
		};
		if (steps.some((step) => step.name === SET_UP)) await execute(SET_UP);
		await real.outcome.prepare?.(at, [1, 2]);
		await real.beforeTrying?.(at);
		const [triedFrom = real.triedFrom] = Object.keys(pinData);
		if (triedFrom !== undefined) {
			const [mapped] = await execute(triedFrom);
			const empty = Object.entries(mapped).filter(([, value]) => value === '' || value === null);
			expect(empty).toEqual([]);
			await editor.openNode(MAP_FIELDS);
			await editor
				.byTestId('output-panel')
				.getByText(String(Object.values(mapped)[0]))
				.first()
				.waitFor();
			await shoot(name, '2-tried');
			await editor.closeNode();
		}

		if (!real.isAskedInEditor) {
			await editor.publish();
			const triggers = steps.filter(({ type }) => type.endsWith('.venuePlatformTrigger'));
			await until(() =>
				at.venues.slice(0, triggers.length).every(({ webhooks }) => webhooks.all().length > 0),
			);
		}
		const { status, error } = await nextExecution(at, async () => await real.happen(at, editor));
		expect({ status, said: error?.message }).toEqual({ status: 'success' });
		await editor.showExecutions(saved);
		await shoot(name, '3-started-by-an-event');
		if (!real.isAskedInEditor) await lab.n8n.workflows.unpublish(imported.workflow);
	}

	it.each(examples)(
		'%s is imported from its link, tried, published and started by an event',
		async (name) => {
			try {
				await follow(name);
			} catch (error) {
				// Shows where a user would be stuck.
				await shoot(name, 'stuck');
				throw error;
			}
		},
		WITHIN,
	);
}
