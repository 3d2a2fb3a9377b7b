import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution, RunningExecution } from './execution';

/** The executions of each workflow. A trigger answers before its execution appears here. */
export class Executions {
	private readonly started = new Map<string, RunningExecution[]>();

	private readonly beingStarted = new Set<Promise<unknown>>();

	add(workflowId: string, execution: RunningExecution): RunningExecution {
		this.started.set(workflowId, [...(this.started.get(workflowId) ?? []), execution]);
		return execution;
	}

	/** Runs work that may start an execution. Callers that ask for executions wait for it. */
	async startedBy<T>(work: Promise<T>): Promise<T> {
		this.beingStarted.add(work);
		try {
			return await work;
		} finally {
			this.beingStarted.delete(work);
		}
	}

	async finished(workflowId: string): Promise<Execution[]> {
		await Promise.allSettled(this.beingStarted);
		const executions = this.started.get(workflowId) ?? [];
		return await Promise.all(executions.map(async ({ done }) => await done));
	}

	/** What the successful executions started with, in order. */
	async items(workflowId: string): Promise<INodeExecutionData[]> {
		const executions = await this.finished(workflowId);
		return executions.flatMap(({ status, items }) => (status === 'success' ? items.flat() : []));
	}

	forget(): void {
		this.started.clear();
	}

	cancelAll(): void {
		for (const execution of [...this.started.values()].flat()) execution.cancel();
	}
}
