import axios from 'axios';

import type { Lab } from '../lab/lab';
import type { StoredWorkflow } from '../lab/rest/workflows';

const PAGE = 250;

interface Page {
	data: Array<{
		id: string;
		status: string;
		data?: RunData;
		workflowData?: { staticData?: unknown };
	}>;
	nextCursor: string | null;
}

interface RunData {
	resultData: {
		runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: unknown }>> } }>>;
	};
}

/** One execution that a delivery has started. */
export interface Started {
	executionId: string;
	status: string;
	/** The node that it started with. */
	trigger: string;
	messageId: string;
	/** The static data that n8n has copied into it. */
	staticData: string;
}

/** Everything that n8n has saved of a workflow's executions, through its public API, page by page. */
export class ExecutionReader {
	private constructor(
		private readonly lab: Lab,
		private readonly apiKey: string,
	) {}

	static async open(lab: Lab): Promise<ExecutionReader> {
		const { rawApiKey } = await lab.session.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'reader',
			expiresAt: null,
			scopes: ['execution:list', 'execution:read'],
		});
		return new ExecutionReader(lab, rawApiKey);
	}

	async of(workflow: StoredWorkflow): Promise<Started[]> {
		const started: Started[] = [];
		let cursor: string | null = null;
		do {
			const page: Page = await this.page(workflow, cursor);
			started.push(...page.data.map(asStarted));
			cursor = page.nextCursor;
		} while (cursor !== null);
		return started;
	}

	private async page({ id }: StoredWorkflow, cursor: string | null): Promise<Page> {
		const { data } = await axios.get<Page>(`${this.lab.main.url}/api/v1/executions`, {
			params: { workflowId: id, limit: PAGE, includeData: true, ...(cursor ? { cursor } : {}) },
			headers: { 'X-N8N-API-KEY': this.apiKey },
			proxy: false,
		});
		return data;
	}
}

function asStarted({ id, status, data, workflowData }: Page['data'][number]): Started {
	const runs = Object.entries(data?.resultData.runData ?? {});
	const [trigger, run] =
		runs.find(([, [first]]) => hasMessage(first.data?.main?.[0]?.[0]?.json)) ?? [];
	const message = run?.[0].data?.main?.[0]?.[0]?.json;
	return {
		executionId: id,
		status,
		trigger: trigger ?? '',
		messageId: hasMessage(message) ? message.id : '',
		staticData: JSON.stringify(workflowData?.staticData ?? null),
	};
}

function hasMessage(json: unknown): json is { id: string } {
	return typeof json === 'object' && json !== null && 'sendDate' in json && 'id' in json;
}
