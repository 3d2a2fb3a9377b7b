import { randomUUID } from 'node:crypto';

import axios from 'axios';

import type { Session } from './session';
import type { StoredWorkflow } from './workflows';

/** An execution as n8n has saved it, without results if n8n has not finished it. */
export interface SavedExecution {
	id: string;
	status: string;
	data?: {
		resultData?: {
			error?: { message?: string };
			runData?: Record<string, NodeRun[] | undefined>;
		};
	};
	workflowData?: { staticData?: unknown };
}

interface NodeRun {
	data?: { main?: Array<Array<{ json: Record<string, unknown> }> | null> };
}

interface Page {
	data: SavedExecution[];
	nextCursor: string | null;
}

/** n8n’s public API, which lists all executions of a workflow with their data. */
export class PublicApi {
	private constructor(
		private readonly n8n: string,
		private readonly apiKey: string,
	) {}

	static async open(session: Session): Promise<PublicApi> {
		const { rawApiKey } = await session.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			// n8n keeps names apart, also in a copy of itself.
			label: `Executions ${randomUUID()}`,
			expiresAt: null,
			scopes: ['execution:list', 'execution:read'],
		});
		return new PublicApi(session.url, rawApiKey);
	}

	/** The newest executions first. */
	async executions(workflow: StoredWorkflow): Promise<SavedExecution[]> {
		const all: SavedExecution[] = [];
		for await (const page of this.pages(workflow, { limit: 20, includeData: true })) {
			all.push(...page);
		}
		return all;
	}

	async *pages(
		{ id: workflowId }: StoredWorkflow,
		params: { limit: number; includeData?: boolean },
	): AsyncGenerator<SavedExecution[], void> {
		let cursor: string | null = null;
		do {
			const { data: page }: { data: Page } = await axios.get<Page>(
				`${this.n8n}/api/v1/executions`,
				{
					params: { workflowId, ...params, ...(cursor ? { cursor } : {}) },
					headers: { 'X-N8N-API-KEY': this.apiKey },
					proxy: false,
				},
			);
			yield page.data;
			cursor = page.nextCursor;
		} while (cursor !== null);
	}
}

/** The items that a node has put out in this execution. */
export const itemsOf = ({ data }: SavedExecution, node: string) =>
	(data?.resultData?.runData?.[node] ?? [])
		.flatMap((run) => run.data?.main ?? [])
		.flatMap((items) => (items ?? []).map(({ json }) => json));
