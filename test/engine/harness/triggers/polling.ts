import { ErrorReporter, PollContext } from 'n8n-core';
import {
	WorkflowActivationError,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import type { EngineParts } from '../engineParts';
import { failedStart, runWorkflow, startWith } from '../execution';
import { Container } from '../n8n';

export interface PollResult {
	/** What the poll emitted; empty if it found nothing. */
	items: INodeExecutionData[];
	/** n8n saves it as a failed execution and polls again at the next turn. */
	error?: Error;
}

/**
 * n8n keeps the workflow and the context of a poller between polls. It saves the static data if a
 * poll emits something, but not if it finds nothing.
 */
export class Poller {
	private readonly context: PollContext;
	private isCurrent = true;

	constructor(
		private readonly parts: EngineParts,
		private readonly workflow: Workflow,
		private readonly node: INode,
		activation: WorkflowActivateMode,
	) {
		const additionalData = parts.additionalData({ workflowId: workflow.id });
		this.context = new PollContext(workflow, node, additionalData, 'trigger', activation);
		const { helpers } = this.context;
		const { httpRequest } = helpers;
		helpers.httpRequest = async ({ url, ...options }) =>
			await httpRequest({ ...options, url: this.whereItLeads(url) });
	}

	/** The internet leads n8n's public address back to it, if the test does not say otherwise. */
	private whereItLeads(url: string): string {
		const { publicUrl, publicUrlLeadsTo, receiver } = this.parts;
		return url.replace(publicUrl, publicUrlLeadsTo ?? receiver().url);
	}

	/** What it has under way starts nothing anymore. */
	supersede(): void {
		this.isCurrent = false;
	}

	/**
	 * n8n polls once to activate the workflow. If that throws, the workflow does not become active.
	 */
	async firstPoll(): Promise<INodeExecutionData[]> {
		try {
			return await this.run();
		} catch (error) {
			const { message } = error as Error;
			throw new WorkflowActivationError(
				`There was a problem activating the workflow: "${message}"`,
				{ cause: error as Error, node: this.node },
			);
		}
	}

	async poll(): Promise<PollResult> {
		try {
			return { items: await this.run() };
		} catch (error) {
			if (!this.isCurrent) return { items: [] };
			Container.get(ErrorReporter).error(error);
			this.parts.output.record('failed poll', error);
			await this.start(failedStart(this.node, error as Error));
			return { items: [], error: error as Error };
		}
	}

	private async run(): Promise<INodeExecutionData[]> {
		const { workflow, node, parts } = this;
		const nodeType = parts.types.getByNameAndVersion(node.type, node.typeVersion);
		const data = await nodeType.poll!.call(this.context);
		if (data === null || !this.isCurrent) return [];
		await parts.workflows.saveStaticData(workflow);
		await this.start(startWith(node, data));
		return data.flat();
	}

	private async start(data: IRunExecutionData) {
		const row = await this.parts.workflows.load(this.workflow.id);
		await this.parts.acceptExecution();
		const execution = runWorkflow(this.parts, row, data, 'trigger', this.node.name);
		this.parts.executions.add(row.id, execution);
	}
}
