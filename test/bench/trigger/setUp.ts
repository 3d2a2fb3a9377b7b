import axios from 'axios';

import type { Lab } from '../../n8n/lab/lab';
import { definition, type StoredWorkflow } from '../../n8n/lab/rest/workflows';
import type { Contender } from './contenders';

/** Publishes all contenders in one n8n, with what they already remember. */
export async function setUp(lab: Lab, contenders: Contender[]): Promise<void> {
	const { rawApiKey } = await lab.session.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
		label: 'Workflows with a past',
		expiresAt: null,
		scopes: ['workflow:create'],
	});
	for (const contender of contenders) {
		// Only n8n's public API accepts a workflow together with its static data.
		const { name, nodes, connections, settings } = definition(contender.name, contender.nodes);
		const staticData = { global: contender.staticData };
		const { data: created } = await axios.post<StoredWorkflow>(
			`${lab.main.url}/api/v1/workflows`,
			{ name, nodes, connections, settings, staticData },
			{ headers: { 'X-N8N-API-KEY': rawApiKey }, proxy: false },
		);
		await lab.workflows.publish(created);
	}
	for (const { path } of contenders) await lab.untilRouted(path);
}
