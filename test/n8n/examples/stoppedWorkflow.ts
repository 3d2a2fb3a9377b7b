import { randomUUID } from 'node:crypto';

import axios from 'axios';

import { inParallel } from '../fixtures/inParallel';
import { until } from '../fixtures/until';
import { definition, type StoredWorkflow } from '../lab/rest/workflows';
import type { ExampleLab, Imported } from './exampleLab';

const SENDERS = 8;

/** A published workflow that stops at its last step so many times, and names `watcher` in its settings. */
export async function stopExecutions(
	lab: ExampleLab,
	watcher: Imported,
	times: number,
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
			parameters: { errorMessage: 'The app did not answer' },
		},
	]);
	const stopping = await lab.n8n.session.call<StoredWorkflow>('POST', '/rest/workflows', {
		...workflow,
		settings: { ...settings, errorWorkflow: watcher.workflow.id },
	});
	await lab.n8n.workflows.publish(stopping);
	await lab.n8n.untilRouted(path);
	const noted = async () => (await lab.rowsOf('Stopped workflows')).length;
	const before = await noted();
	await inParallel(SENDERS, Array.from({ length: times }), async () => {
		await axios.get(`${lab.n8n.webhookUrl}/webhook/${path}`, { proxy: false });
	});
	await until(async () => (await noted()) === before + times);
}
