import type { WorkflowNode } from '../lab/rest/workflows';

/** As the README has users set it, for items whose message has its id there. */
export function removeDuplicates(dedupeValue: string): WorkflowNode {
	return {
		name: 'Remove Duplicates',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue,
			options: {},
		},
	};
}
