import { randomUUID } from 'node:crypto';

import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { inParallel } from '../fixtures/inParallel';
import { definition, type StoredWorkflow } from '../lab/rest/workflows';
import type { ExampleLab, Imported } from './exampleLab';

const SENDERS = 8;
const ASK_MS = 500;

/** A workflow that fails this many times at its last step, with `watcher` as error workflow. */
export async function stopExecutions(
	lab: ExampleLab,
	watcher: Imported,
	times: number,
	errorMessage = 'The app did not answer',
): Promise<void> {
	const path = randomUUID();
	const { settings, ...workflow } = definition('A workflow that stops', [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, options: {} },
			webhookId: path,
		},
		{
			name: 'Last Step',
			type: 'n8n-nodes-base.stopAndError',
			parameters: { errorMessage },
		},
	]);
	const stopping = await lab.n8n.session.call<StoredWorkflow>('POST', '/rest/workflows', {
		...workflow,
		settings: { ...settings, errorWorkflow: watcher.workflow.id },
	});
	await lab.n8n.workflows.publish(stopping);
	await lab.n8n.untilRouted(path);
	const noted = async () => await lab.n8n.executions.count(watcher.workflow, 'success');
	const before = await noted();
	await inParallel(SENDERS, Array.from({ length: times }), async () => {
		await axios.get(`${lab.n8n.webhookUrl}/webhook/${path}`, { proxy: false });
	});
	while ((await noted()) < before + times) await sleep(ASK_MS);
}
