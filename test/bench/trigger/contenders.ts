import { createHash } from 'node:crypto';

import { end, trigger } from '../../n8n/fixtures/nodes';
import { removeDuplicates } from '../../n8n/fixtures/removeDuplicates';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

export interface Contender {
	name: string;
	/** Below n8n's address for webhooks. */
	path: string;
	nodes: WorkflowNode[];
	staticData: object;
}

/** As after a day at a large venue. */
const REMEMBERED = 2_000;

export const venuePlatformTrigger = (credential: StoredCredential): Contender => ({
	name: 'Venue Platform Trigger',
	path: 'venue/venue-platform',
	nodes: [trigger(credential, 'venue'), end],
	staticData: { venuePlatformTrigger: { emitted: fingerprints(), newest: '' } },
});

/** What a user would build today. */
export const webhookWithoutDuplicates: Contender = {
	name: 'Webhook and Remove Duplicates',
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
	staticData: {},
};

/** As the trigger stores them: eight characters for each message. */
function fingerprints(): string {
	return Array.from({ length: REMEMBERED }, (_, index) =>
		createHash('sha256').update(String(index)).digest('base64url').slice(0, 8),
	).join('');
}
