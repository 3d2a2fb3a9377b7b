import axios from 'axios';

import { bookingUpdated } from '../../n8n/fixtures/bookingUpdated';
import { end, trigger } from '../../n8n/fixtures/nodes';
import { removeDuplicates } from '../../n8n/fixtures/removeDuplicates';
import { WEBHOOK_API_KEY } from '../../n8n/fixtures/triggerFixture';
import { until } from '../../n8n/fixtures/until';
import type { Lab } from '../../n8n/lab/lab';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from '../../n8n/lab/rest/workflows';
import type { Database, Saved } from './database';

/** A workflow that each delivery starts, and its memory before the first one. */
interface Receiver {
	path: string;
	nodes: WorkflowNode[];
	staticData?: object;
}

export const remembering = (
	webhookId: string,
	credential: StoredCredential,
	staticData: object,
): Receiver => ({
	path: `${webhookId}/venue-platform`,
	nodes: [trigger(credential, webhookId), end],
	staticData,
});

/** What a user would build today. */
export const withoutDuplicates: Receiver = {
	path: 'deduplicated',
	nodes: [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: 'deduplicated',
			parameters: { path: 'deduplicated', httpMethod: 'POST' },
		},
		removeDuplicates('={{ $json.body.id }}'),
		end,
	],
};

/** Publishes them, stores their memory, and delivers this many messages to each. */
export async function saveExecutions(
	lab: Lab,
	database: Database,
	receivers: Receiver[],
	messages: number,
): Promise<Saved[]> {
	const workflows = new Map<Receiver, StoredWorkflow>();
	for (const receiver of receivers) {
		const workflow = await lab.workflows.create('Receiver', receiver.nodes);
		await lab.workflows.publish(workflow);
		await lab.untilRouted(receiver.path);
		workflows.set(receiver, workflow);
	}
	await lab.main.stop();
	for (const [{ staticData }, { id }] of workflows) {
		if (staticData) await database.storeStaticData(id, { global: staticData });
	}
	await lab.startAgain();

	const saved: Saved[] = [];
	for (const [receiver, workflow] of workflows) {
		await lab.untilRouted(receiver.path);
		for (let message = 0; message < messages; message++) await deliver(lab, receiver);
		await until(async () => await lab.executions.haveEnded(workflow));
		saved.push(await database.savedBy(workflow.id));
	}
	return saved;
}

async function deliver({ webhookUrl }: Lab, { path }: Receiver): Promise<void> {
	const headers = { 'x-api-key': WEBHOOK_API_KEY };
	await axios.post(`${webhookUrl}/webhook/${path}`, bookingUpdated(), { headers, proxy: false });
}
