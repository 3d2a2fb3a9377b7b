import type { INode } from 'n8n-workflow';

export const WEBHOOK_PATH = 'venue-platform';

/** What stays the same when the node is renamed, the workflow published again or n8n restarted. */
export function identityOf({ webhookId, id }: INode): string {
	return webhookId ?? id;
}
