import { createHash } from 'node:crypto';

import axios from 'axios';

import type { Lab } from '../../n8n/lab/lab';
import { definition, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { Contender } from './contenders';

export type PublishedWorkflows = Map<Contender, StoredWorkflow>;

/** Publishes all contenders in one n8n, with what they already remember. */
export async function setUp(lab: Lab, contenders: Contender[]): Promise<PublishedWorkflows> {
	const workflows: PublishedWorkflows = new Map();
	const { rawApiKey } = await lab.session.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
		label: 'Workflows with a past',
		expiresAt: null,
		scopes: ['workflow:create'],
	});
	for (const contender of contenders) {
		// Only n8n's public API accepts a workflow together with its static data.
		const { name, nodes, connections, settings } = definition(contender.name, contender.nodes);
		const { data: created } = await axios.post<StoredWorkflow>(
			`${lab.main.url}/api/v1/workflows`,
			{
				name,
				nodes,
				connections,
				settings,
				staticData: { global: memoryOf(contender) },
			},
			{ headers: { 'X-N8N-API-KEY': rawApiKey }, proxy: false },
		);
		await lab.workflows.publish(created);
		workflows.set(contender, created);
	}
	for (const { path } of contenders) await lab.untilRouted(path);
	return workflows;
}

const BYTES_EACH = 8;

/** As the trigger stores it: eight characters for each message. */
function memoryOf({ remembered, nodes, isStoring }: Contender): object {
	if (isStoring) {
		return { messages: 'x'.repeat(BYTES_EACH * Number(nodes[0].parameters?.storedMessages)) };
	}
	if (remembered === 0) return {};
	const fingerprints = Array.from({ length: remembered }, (_, index) =>
		createHash('sha256').update(String(index)).digest('base64url').slice(0, BYTES_EACH),
	);
	return { venuePlatformTrigger: { emitted: fingerprints.join(''), newest: '' } };
}
