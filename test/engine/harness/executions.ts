import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution, RunningExecution } from './execution';

/** The executions of each workflow. A trigger has answered before its execution is there to see. */
export class Executions {
	private readonly started = new Map<string, RunningExecution[]>();

	private readonly beingStarted = new Set<Promise<unknown>>();

	add(workflowId: string, execution: RunningExecution): RunningExecution {
		this.started.set(workflowId, [...(this.started.get(workflowId) ?? []), execution]);
		return execution;
	}

	/** Work that may start an execution: whoever asks for executions waits for it. */
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

	/** What successful executions started with, in their order. */
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
