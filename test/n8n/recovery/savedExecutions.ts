import axios from 'axios';

import type { StoredWorkflow } from '../lab/rest/workflows';
import type { Item } from './tally';

export interface SavedExecution {
	id: string;
	status: string;
	data?: {
		resultData?: {
			error?: { message?: string };
			runData?: Record<
				string,
				Array<{ data?: { main?: Array<Array<{ json: Item }> | null> } }> | undefined
			>;
		};
	};
}

/** Uses n8n's public API, page by page. */
export async function savedExecutions(
	n8n: string,
	apiKey: string,
	{ id }: StoredWorkflow,
): Promise<SavedExecution[]> {
	const all: SavedExecution[] = [];
	let cursor: string | null = null;
	do {
		const page: { data: SavedExecution[]; nextCursor: string | null } = (
			await axios.get(`${n8n}/api/v1/executions`, {
				params: { workflowId: id, includeData: true, limit: 20, ...(cursor ? { cursor } : {}) },
				headers: { 'X-N8N-API-KEY': apiKey },
				proxy: false,
			})
		).data as { data: SavedExecution[]; nextCursor: string | null };
		all.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return all;
}
