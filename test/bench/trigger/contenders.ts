import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';
import { end, TRIGGER_NODE } from '../../n8n/fixtures/nodes';
import { removeDuplicates } from '../../n8n/fixtures/removeDuplicates';
import { EARLIER_TRIGGER } from './earlierPackage';
import { EMPTY_TRIGGER } from './emptyPackage';

export interface Contender {
	name: string;
	/** Below n8n's address for webhooks. */
	path: string;
	nodes: WorkflowNode[];
	copies: 1 | 2;
	/** How many messages it remembers before the first round. */
	remembered: number;
}

export const empty: Contender = {
	name: 'Empty trigger',
	path: 'empty/empty',
	nodes: [{ name: 'Trigger', type: EMPTY_TRIGGER, webhookId: 'empty' }, end],
	copies: 1,
	remembered: 0,
};

const webhookNode = (path: string): WorkflowNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { path, httpMethod: 'POST' },
});

export const webhook: Contender = {
	name: 'Webhook',
	path: 'plain',
	nodes: [webhookNode('plain'), end],
	copies: 1,
	remembered: 0,
};

/** What a user would build today. */
export const webhookWithoutDuplicates = (copies: 1 | 2): Contender => ({
	name: `Webhook, Remove Duplicates${copies === 2 ? ', each sent twice' : ''}`,
	path: `deduplicated-${copies}`,
	nodes: [webhookNode(`deduplicated-${copies}`), removeDuplicates('={{ $json.body.id }}'), end],
	copies,
	remembered: 0,
});

export const venuePlatformTrigger = (
	credential: StoredCredential,
	remembered: number,
	copies: 1 | 2 = 1,
): Contender => {
	const webhookId = `venue-${remembered}-${copies}`;
	const parameters = { events: ['*'] };
	return {
		name: copies === 2 ? 'Venue, each sent twice' : `Venue, ${remembered} remembered`,
		path: `${webhookId}/venue-platform`,
		nodes: [
			{ name: 'Trigger', type: TRIGGER_NODE, typeVersion: 1.1, parameters, credential, webhookId },
			end,
		],
		copies,
		remembered,
	};
};

export const earlierTrigger = (credential: StoredCredential, remembered: number): Contender => {
	const contender = venuePlatformTrigger(credential, remembered);
	const webhookId = `earlier-${remembered}`;
	const [trigger, ...others] = contender.nodes;
	return {
		...contender,
		name: `Earlier version, ${remembered} remembered`,
		path: `${webhookId}/venue-platform`,
		nodes: [{ ...trigger, type: EARLIER_TRIGGER, webhookId }, ...others],
	};
};
