import axios from 'axios';

import type { Lab } from '../lab/lab';
import type { StoredWorkflow } from '../lab/rest/workflows';

const PAGE = 100;

interface Page {
	data: Array<{
		id: string;
		status: string;
		data?: { resultData?: { runData?: object } };
		workflowData?: { staticData?: unknown };
	}>;
	nextCursor: string | null;
}

interface PageRequest {
	workflowId: string;
	cursor: string | null;
	includeData?: boolean;
}

/** One execution that a delivery has started. */
export interface Started {
	executionId: string;
	status: string;
	messageId: string;
	/** The nodes that have run. */
	ran: string[];
	/** How much of what n8n has saved with it is static data. */
	staticBytes: number;
}

/** An envelope, wherever n8n has put it: an execution that was cut off has no results. */
const ENVELOPE = /"id":"([^"]+)","sendDate":/;

/** All executions of workflows, as n8n has saved them: through its public API, page by page. */
export class ExecutionReader {
	private constructor(
		private readonly lab: Lab,
		private readonly apiKey: string,
	) {}

	static async open(lab: Lab): Promise<ExecutionReader> {
		const { rawApiKey } = await lab.session.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'Executions',
			expiresAt: null,
			scopes: ['execution:list', 'execution:read'],
		});
		return new ExecutionReader(lab, rawApiKey);
	}

	async of(workflow: StoredWorkflow): Promise<Started[]> {
		const started: Started[] = [];
		let cursor: string | null = null;
		do {
			const page: Page = await this.page({ workflowId: workflow.id, includeData: true, cursor });
			started.push(...page.data.map(asStarted));
			cursor = page.nextCursor;
		} while (cursor !== null);
		return started;
	}

	/** Those that have come to an end; n8n's API does not list the others. */
	async count(workflow: StoredWorkflow): Promise<number> {
		let count = 0;
		let cursor: string | null = null;
		do {
			const page: Page = await this.page({ workflowId: workflow.id, cursor });
			count += page.data.length;
			cursor = page.nextCursor;
		} while (cursor !== null);
		return count;
	}

	private async page({ cursor, ...params }: PageRequest): Promise<Page> {
		const { data } = await axios.get<Page>(`${this.lab.main.url}/api/v1/executions`, {
			params: { ...params, limit: PAGE, ...(cursor ? { cursor } : {}) },
			headers: { 'X-N8N-API-KEY': this.apiKey },
			proxy: false,
		});
		return data;
	}
}

function asStarted({ id, status, data, workflowData }: Page['data'][number]): Started {
	return {
		executionId: id,
		status,
		messageId: ENVELOPE.exec(JSON.stringify(data))?.[1] ?? '',
		ran: Object.keys(data?.resultData?.runData ?? {}),
		staticBytes: JSON.stringify(workflowData?.staticData ?? null).length,
	};
}
