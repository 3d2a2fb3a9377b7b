import { setTimeout as sleep } from 'node:timers/promises';

import type { Session } from './session';
import type { StoredWorkflow } from './workflows';

interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	startedAt: string;
	stoppedAt: string;
	waitTill?: string | null;
}

interface NodeError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
}

interface NodeRun {
	data?: { main?: Array<Array<{ json: Record<string, unknown> }> | null> };
	error?: NodeError;
}

export interface Execution extends ExecutionSummary {
	/** Everything that n8n saved of it, as it was saved, to search for secrets. */
	saved: string;
	error?: NodeError;
	items(node: string): Array<Record<string, unknown>>;
}

interface RunData {
	resultData: { runData: Record<string, NodeRun[] | undefined>; error?: NodeError };
}

export type ParseSaved = (saved: string) => unknown;

const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);
const POLL_MS = 100;

export class Executions {
	constructor(
		private readonly session: Session,
		private readonly parseSaved: ParseSaved,
	) {}

	async list(workflow: StoredWorkflow): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await this.session.call<{ results: ExecutionSummary[] }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return results;
	}

	/** How many executions there are, in total or with one of these statuses. */
	async count({ id }: StoredWorkflow, ...status: string[]): Promise<number> {
		const filter = { workflowId: id, ...(status.length > 0 && { status }) };
		const asked = encodeURIComponent(JSON.stringify(filter));
		const path = `/rest/executions?filter=${asked}&limit=1`;
		return (await this.session.call<{ count: number }>('GET', path)).count;
	}

	async haveEnded(workflow: StoredWorkflow): Promise<boolean> {
		return (await this.list(workflow)).every(({ status }) => ENDED.has(status));
	}

	async read(id: string): Promise<Execution> {
		const { data: saved, ...summary } = await this.session.call<
			ExecutionSummary & { data: string }
		>('GET', `/rest/executions/${id}`);
		const { resultData } = this.parseSaved(saved) as RunData;
		return {
			...summary,
			saved,
			error: resultData.error,
			items: (node) =>
				(resultData.runData[node] ?? []).flatMap(({ data }) =>
					(data?.main ?? []).flatMap((output) => (output ?? []).map(({ json }) => json)),
				),
		};
	}

	/** The IDs of all that have stopped, the newest first. */
	async stopped({ id: workflowId }: StoredWorkflow): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['error'] }));
		const found: string[] = [];
		let cursor = '';
		do {
			const { results, nextCursor } = await this.session.call<{
				results: ExecutionSummary[];
				nextCursor?: string | null;
			}>('GET', `/rest/executions?filter=${filter}&limit=100${cursor}`);
			found.push(...results.map(({ id }) => id));
			cursor = nextCursor ? `&cursor=${encodeURIComponent(nextCursor)}` : '';
		} while (cursor);
		return found;
	}

	/**
	 * What the choice “with currently saved workflow” of **Retry execution** asks for. Resolves with
	 * the status in which the retry has ended.
	 */
	async retry(id: string): Promise<string> {
		const path = `/rest/executions/${id}/retry`;
		const { status } = await this.session.call<ExecutionSummary>('POST', path, {
			loadWorkflow: true,
		});
		return status;
	}

	async ended(id: string, withinMs = 60_000): Promise<Execution> {
		const giveUpAt = Date.now() + withinMs;
		for (;;) {
			const status = await this.statusOf(id);
			if (ENDED.has(status)) return await this.read(id);
			if (Date.now() > giveUpAt) throw new Error(`Execution ${id} is still ${status}`);
			await sleep(POLL_MS);
		}
	}

	/** From the list of the newest, because n8n 2.20 cannot read an execution that is running by its ID. */
	private async statusOf(id: string): Promise<string> {
		const { results } = await this.session.call<{ results: ExecutionSummary[] }>(
			'GET',
			'/rest/executions?filter=%7B%7D&limit=100',
		);
		const listed = results.find((execution) => execution.id === id);
		if (listed) return listed.status;
		const { status } = await this.session.call<ExecutionSummary>('GET', `/rest/executions/${id}`);
		return status;
	}
}
