import { ErrorReporter, HookContext } from 'n8n-core';
import {
	NodeHelpers,
	sleep,
	type INode,
	type IWebhookData,
	type IWebhookDescription,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { EngineParts } from '../engineParts';
import { Container, isN8n1, Logger } from '../n8n';

const SECOND = 1000;

/** The routes that a node declares, as n8n finds them. */
export function webhooksOf(parts: EngineParts, workflow: Workflow, node: INode): IWebhookData[] {
	const { description } = parts.types.getByNameAndVersion(node.type, node.typeVersion);
	return (description.webhooks ?? []).map((webhookDescription) => {
		const value = (property: keyof IWebhookDescription) =>
			workflow.expression.getSimpleParameterValue(
				node,
				webhookDescription[property] as string,
				'internal',
				{},
			);
		const isFullPath = value('isFullPath') === true;
		return {
			httpMethod: String(value('httpMethod') ?? 'GET') as IWebhookData['httpMethod'],
			node: node.name,
			path: NodeHelpers.getNodeWebhookPath(workflow.id, node, String(value('path')), isFullPath),
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: parts.additionalData({ workflowId: workflow.id }),
		};
	});
}

/**
 * n8n ignores what checkExists, create and delete return, except for true from checkExists. If
 * create throws, it calls delete. 2.x makes up to five attempts, waiting 1, 2, 4 and 8 seconds.
 */
export async function register(
	parts: EngineParts,
	workflow: Workflow,
	webhook: IWebhookData,
	activation: WorkflowActivateMode,
	attempts: number,
	ended?: AbortSignal,
): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		ended?.throwIfAborted();
		try {
			await parts.routes.save({ ...routeOf(webhook), workflowId: workflow.id, node: webhook.node });
			await createIfMissing(parts, workflow, webhook, 'trigger', activation);
			return;
		} catch (error) {
			await clearAfterFailure(parts, workflow, webhook);
			if (attempt >= attempts || ended?.aborted) throw error;
			await sleep(SECOND * 2 ** (attempt - 1));
		}
	}
}

export async function createIfMissing(
	parts: EngineParts,
	workflow: Workflow,
	webhook: IWebhookData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<void> {
	const exists = await call('checkExists', parts, workflow, webhook, mode, activation);
	if (!exists) await call('create', parts, workflow, webhook, mode, activation);
}

export async function deleteWebhook(
	parts: EngineParts,
	workflow: Workflow,
	webhook: IWebhookData,
): Promise<void> {
	await call('delete', parts, workflow, webhook, 'internal', 'update');
}

/**
 * 2.x first forgets its own route; 1.x keeps the route of a webhook that it could not delete. The
 * failure is logged, in 2.x after three attempts.
 */
export async function deregister(
	parts: EngineParts,
	workflow: Workflow,
	webhook: IWebhookData,
): Promise<void> {
	const forgetRoute = async () => await parts.routes.remove(routeOf(webhook).id);
	if (!isN8n1) await forgetRoute();
	try {
		await deleteWebhook(parts, workflow, webhook);
		if (isN8n1) await forgetRoute();
	} catch (error) {
		reportFailedDelete(workflow, error as Error);
	} finally {
		await parts.workflows.saveStaticData(workflow);
	}
}

export const routeOf = ({ httpMethod, path }: Pick<IWebhookData, 'httpMethod' | 'path'>) => ({
	id: `${httpMethod} ${path}`,
});

async function clearAfterFailure(parts: EngineParts, workflow: Workflow, webhook: IWebhookData) {
	try {
		// 1.x begins the cleanup with what is stored, not with what create has just remembered.
		const cleaned = isN8n1
			? parts.workflows.open(await parts.workflows.load(workflow.id))
			: workflow;
		await deleteWebhook(parts, cleaned, webhook);
		await parts.workflows.saveStaticData(cleaned);
		await parts.routes.remove(routeOf(webhook).id);
	} catch (error) {
		reportFailedDelete(workflow, error as Error);
	}
}

function reportFailedDelete({ id }: Workflow, error: Error) {
	Container.get(ErrorReporter).error(error);
	Container.get(Logger).error(
		`Could not remove webhook of workflow "${id}" because of error: "${error.message}"`,
	);
}

async function call(
	method: 'checkExists' | 'create' | 'delete',
	parts: EngineParts,
	workflow: Workflow,
	webhook: IWebhookData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<boolean | undefined> {
	const node = workflow.getNode(webhook.node)!;
	const nodeType = parts.types.getByNameAndVersion(node.type, node.typeVersion);
	const { name } = webhook.webhookDescription;
	const context = new HookContext(
		workflow,
		node,
		webhook.workflowExecuteAdditionalData,
		mode,
		activation,
		webhook,
	);
	return await nodeType.webhookMethods?.[name]?.[method]?.call(context);
}
