import type {
	IDataObject,
	INodeExecutionData,
	IWebhookData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { send, type DeliveryAnswer } from './deliverySender';
import type { EngineParts } from '../engineParts';
import { nodeFrom, workflowOf, type Execution, type NodeSetup } from '../execution';
import { isN8n1 } from '../n8n';
import type { NodeClass } from '../nodes/nodeTypes';
import { Poller, type PollResult } from './polling';
import { deregister, register, webhooksOf } from './registration';

export interface ActivationOptions {
	/**
	 * How often n8n tries. n8n 2.41 publishes with 5 attempts (waiting 1, 2, 4, 8 s), 1.x with one.
	 */
	attempts?: number;
}

/** A published workflow that consists of one trigger. */
export class ActiveTrigger {
	private poller?: Poller;

	private constructor(
		private readonly parts: EngineParts,
		readonly workflowId: string,
		private readonly setup: NodeSetup,
		private readonly options: ActivationOptions,
	) {}

	static async activate(
		parts: EngineParts,
		setup: NodeSetup,
		options: ActivationOptions,
	): Promise<ActiveTrigger> {
		const row = { ...workflowOf([nodeFrom(parts, setup)], {}), active: true };
		await parts.workflows.save(row);
		const { webhookId } = row.nodes[0];
		const trigger = new ActiveTrigger(parts, row.id, { ...setup, webhookId }, options);
		await trigger.publish('activate');
		return trigger;
	}

	/** Publishes a changed node: n8n deletes with the old one and creates with the new one. */
	async republish(
		changes: Partial<NodeSetup>,
		inBetween: () => Promise<void> = async () => {},
	): Promise<void> {
		await this.teardown();
		await inBetween();
		Object.assign(this.setup, changes);
		const [{ id }] = (await this.parts.workflows.load(this.workflowId)).nodes;
		const node = { ...nodeFrom(this.parts, this.setup), id };
		await this.parts.workflows.update(this.workflowId, { nodes: [node] });
		await this.publish('update');
	}

	/**
	 * Restarts n8n. 1.x runs checkExists, and create if necessary, at every start; 2.x does not. A
	 * class given here is that of a new process.
	 */
	async restart(node?: NodeClass): Promise<void> {
		if (node !== undefined) this.parts.types.add(node);
		if (isN8n1 || this.poller !== undefined) await this.publish('init');
	}

	/** As n8n 1.x starts, in any n8n. */
	async startLikeN8n1(): Promise<void> {
		await this.publish('init');
	}

	/**
	 * Another process becomes the leader, with this class. n8n discards the poll that the former leader
	 * has under way. 1.x also looks after webhooks then, as at a start.
	 */
	async takeOver(node: NodeClass): Promise<void> {
		this.parts.types.add(node);
		this.poller?.supersede();
		await this.publish('leadershipChange');
	}

	async deactivate(): Promise<void> {
		await this.teardown();
		await this.parts.workflows.update(this.workflowId, { active: false });
	}

	/** The address that the service knows. */
	async url(): Promise<string> {
		const [{ path }] = await this.webhooks();
		return `${this.parts.publicUrl}/webhook/${path}`;
	}

	/** Delivers over HTTP, as the service does. */
	async deliver(body: unknown, headers: Record<string, string> = {}): Promise<DeliveryAnswer> {
		const [{ httpMethod, path }] = await this.webhooks();
		return await send(`${this.parts.receiver().url}/webhook/${path}`, httpMethod, body, headers);
	}

	/** What the node has stored, as it is in the database now. */
	async memory(): Promise<IDataObject> {
		const staticData = await this.parts.workflows.staticDataOf(this.workflowId);
		const { nodes } = await this.parts.workflows.load(this.workflowId);
		return (staticData[`node:${nodes[0].name}`] ?? {}) as IDataObject;
	}

	async poll(): Promise<PollResult> {
		if (this.poller === undefined) throw new Error('This trigger does not poll');
		return await this.poller.poll();
	}

	async executions(): Promise<Execution[]> {
		return await this.parts.executions.finished(this.workflowId);
	}

	async emitted(): Promise<INodeExecutionData[]> {
		return await this.parts.executions.items(this.workflowId);
	}

	private async publish(activation: WorkflowActivateMode) {
		const row = await this.parts.workflows.load(this.workflowId);
		const workflow = this.parts.workflows.open(row);
		const [node] = row.nodes;
		for (const webhook of webhooksOf(this.parts, workflow, node)) {
			await register(this.parts, workflow, webhook, activation, this.options.attempts ?? 1);
		}
		if (this.parts.types.getByNameAndVersion(node.type, node.typeVersion).poll) {
			this.poller = new Poller(this.parts, workflow, node, activation);
			await this.poller.firstPoll();
		}
		await this.parts.workflows.saveStaticData(workflow);
	}

	private async teardown() {
		this.poller = undefined;
		const workflow = this.parts.workflows.open(await this.parts.workflows.load(this.workflowId));
		for (const webhook of await this.webhooks()) {
			await deregister(this.parts, workflow, webhook);
		}
	}

	private async webhooks(): Promise<IWebhookData[]> {
		const row = await this.parts.workflows.load(this.workflowId);
		return webhooksOf(this.parts, this.parts.workflows.open(row), row.nodes[0]);
	}
}
