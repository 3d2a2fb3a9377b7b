import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';
import { end, trigger } from '../../n8n/fixtures/nodes';
import { removeDuplicates } from '../../n8n/fixtures/removeDuplicates';
import { EARLIER_TRIGGER } from '../packages/earlierPackage';
import { EMPTY_TRIGGER } from './emptyPackage';

/** When a message is sent again: never, at the same moment, or after all have been sent once. */
export type Copies = 'none' | 'together' | 'afterwards';

export interface Contender {
	name: string;
	/** Below n8n's address for webhooks. */
	path: string;
	nodes: WorkflowNode[];
	copies: Copies;
	/** How many messages it remembers before the first round. */
	remembered: number;
	/** The base that our trigger is compared with. */
	isEmpty?: boolean;
	/**
	 * The base for exactly-once: it stores as many bytes with each delivery, and does nothing else.
	 */
	isStoring?: boolean;
	/** Its figures are promised. */
	isOurs?: boolean;
}

export const empty: Contender = {
	name: 'Empty trigger',
	path: 'empty/empty',
	nodes: [{ name: 'Trigger', type: EMPTY_TRIGGER, webhookId: 'empty' }, end],
	copies: 'none',
	remembered: 0,
	isEmpty: true,
};

/**
 * What our trigger could reach if it did nothing: n8n evaluates no expression of version 1, and
 * checks its credential for each execution.
 */
export const emptyLikeOurs = (credential: StoredCredential): Contender => ({
	name: 'Empty trigger of version 2 with a credential',
	path: 'empty-credential/empty',
	nodes: [
		{
			name: 'Trigger',
			type: EMPTY_TRIGGER,
			typeVersion: 2,
			webhookId: 'empty-credential',
			credential,
		},
		end,
	],
	copies: 'none',
	remembered: 0,
	isEmpty: true,
});

/** How many of the remembered messages our trigger keeps across a restart. */
const MOST_STORED = 3_000;

/** Exactly-once cannot be cheaper: what is not stored is forgotten at the next restart. */
export const emptyThatStores = (credential: StoredCredential, remembered: number): Contender => {
	const webhookId = `storing-${remembered}`;
	const amount = remembered.toLocaleString('en-US');
	const [trigger, ...others] = emptyLikeOurs(credential).nodes;
	const parameters = { storedMessages: Math.max(1, Math.min(remembered, MOST_STORED)) };
	return {
		name: `Empty trigger that stores as much as ours with ${amount} remembered`,
		path: `${webhookId}/empty`,
		nodes: [{ ...trigger, webhookId, parameters }, ...others],
		copies: 'none',
		remembered,
		isStoring: true,
	};
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
	copies: 'none',
	remembered: 0,
};

const sentTwice = (copies: Copies) => (copies === 'none' ? '' : ', each sent twice');

/** What a user would build today. */
export const webhookWithoutDuplicates = (copies: Copies): Contender => ({
	name: `Webhook, Remove Duplicates${sentTwice(copies)}`,
	path: `deduplicated-${copies}`,
	nodes: [webhookNode(`deduplicated-${copies}`), removeDuplicates('={{ $json.body.id }}'), end],
	copies,
	remembered: 0,
});

export const venuePlatformTrigger = (
	credential: StoredCredential,
	remembered: number,
	copies: Copies = 'none',
): Contender => {
	const webhookId = `venue-${remembered}-${copies}`;
	const amount = remembered.toLocaleString('en-US');
	return {
		name: `Venue Platform Trigger${sentTwice(copies) || `, ${amount} remembered`}`,
		path: `${webhookId}/venue-platform`,
		nodes: [trigger(credential, webhookId), end],
		copies,
		remembered,
		isOurs: true,
	};
};

export const earlierTrigger = (credential: StoredCredential, remembered: number): Contender => {
	const contender = venuePlatformTrigger(credential, remembered);
	const webhookId = `earlier-${remembered}`;
	const [trigger, ...others] = contender.nodes;
	return {
		...contender,
		isOurs: false,
		name: contender.name.replace(/^Venue Platform Trigger/, 'Earlier version'),
		path: `${webhookId}/venue-platform`,
		nodes: [{ ...trigger, type: EARLIER_TRIGGER, webhookId }, ...others],
	};
};
