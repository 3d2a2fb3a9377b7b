import type { IDataObject, INodeExecutionData, IWebhookData, Workflow } from 'n8n-workflow';
import { receive, type Answer } from './delivery';
import { send, type DeliveryAnswer } from './deliverySender';
import type { EngineParts } from '../engineParts';
import { nodeFrom, workflowOf, type NodeSetup } from '../execution';
import { createIfMissing, deleteWebhook, routeOf, webhooksOf } from './registration';
import type { WebhookRequest, WebhookResponse } from './webhookRequest';
import type { WorkflowRow } from '../storage/workflows';

const TWO_MINUTES = 120_000;

/** "Listen for test event": a temporary address, no memory, one event or two minutes. */
export class TestListener {
	private readonly timeout = setTimeout(() => void this.stop(), TWO_MINUTES);

	private remembered?: IDataObject;

	private constructor(
		private readonly parts: EngineParts,
		readonly row: WorkflowRow,
		private readonly webhook: IWebhookData,
	) {}

	static async listen(parts: EngineParts, setup: NodeSetup): Promise<TestListener> {
		const row = workflowOf([nodeFrom(parts, setup)], {});
		await parts.workflows.save(row);
		const workflow = parts.workflows.open(row, {});
		const [webhook] = webhooksOf(parts, workflow, row.nodes[0]);
		webhook.isTest = true;
		const listener = new TestListener(parts, row, webhook);
		parts.listeners.set(routeOf(webhook).id, listener);
		try {
			await createIfMissing(parts, workflow, webhook, 'manual', 'manual');
			listener.remembered = workflow.staticData;
		} catch (error) {
			await listener.end(workflow);
			throw error;
		}
		return listener;
	}

	private get isListening(): boolean {
		return this.parts.listeners.has(routeOf(this.webhook).id);
	}

	/** The address that the service knows. */
	url(): string {
		return `${this.parts.publicUrl}/webhook-test/${this.webhook.path}`;
	}

	async deliver(body: unknown): Promise<DeliveryAnswer> {
		const { httpMethod, path } = this.webhook;
		const url = `${this.parts.receiver().url}/webhook-test/${path}`;
		return await send(url, httpMethod, body, {});
	}

	/** An event that starts the workflow ends the listening; one that is dropped does not. */
	async take(request: WebhookRequest, response: WebhookResponse): Promise<Answer> {
		const { parts, row, webhook } = this;
		const workflow = parts.workflows.open(row, {});
		if (this.remembered) workflow.setTestStaticData(this.remembered);
		const delivery = { row, workflow, webhook, mode: 'manual' as const, request, response };
		return await new Promise((resolve, reject) => {
			const endAfterStart = async () => {
				const execution = await receive(parts, delivery, resolve);
				if (execution !== undefined) await this.end(workflow);
			};
			parts.executions.startedBy(endAfterStart()).catch(reject);
		});
	}

	async emitted(): Promise<INodeExecutionData[]> {
		return await this.parts.executions.items(this.row.id);
	}

	/** The user stops listening, or the two minutes are over. */
	async stop(): Promise<void> {
		if (this.isListening) await this.end(this.parts.workflows.open(this.row, {}));
	}

	/** n8n stops before that: what is registered at the service stays there. */
	forget(): void {
		clearTimeout(this.timeout);
	}

	private async end(workflow: Workflow) {
		clearTimeout(this.timeout);
		this.parts.listeners.delete(routeOf(this.webhook).id);
		if (this.remembered) workflow.staticData = this.remembered;
		await deleteWebhook(this.parts, workflow, this.webhook);
	}
}
