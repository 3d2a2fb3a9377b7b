import { ErrorReporter, establishExecutionContext, WebhookContext } from 'n8n-core';
import {
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { EngineParts } from '../engineParts';
import { failedStart, runWorkflow, startWith, type RunningExecution } from '../execution';
import { Container, isN8n1 } from '../n8n';
import { readBody, type WebhookRequest, type WebhookResponse } from './webhookRequest';
import type { WorkflowRow } from '../storage/workflows';

/** A request whose webhook has been found. */
export interface Delivery {
	row: WorkflowRow;
	workflow: Workflow;
	webhook: IWebhookData;
	mode: WorkflowExecuteMode;
	request: WebhookRequest;
	response: WebhookResponse;
}

/** What n8n sends; `undefined` if the node has answered by itself. */
export type Answer = { status: number; body: unknown } | undefined;

/**
 * How n8n takes a delivery with `responseMode: 'onReceived'`. The order matters to a trigger: its
 * changes of the static data are saved just before the answer is sent. By then 2.x has accepted the
 * execution, while 1.x accepts it at the same time.
 */
export async function receive(
	parts: EngineParts,
	delivery: Delivery,
	respond: (answer: Answer) => void,
): Promise<RunningExecution | undefined> {
	const answer = async (content: Answer) => {
		if (delivery.mode !== 'manual') await parts.workflows.saveStaticData(delivery.workflow);
		respond(content);
	};

	const { workflow, webhook } = delivery;
	const node = workflow.getNode(webhook.node)!;
	await readBody(delivery.request, node.typeVersion);
	let result: IWebhookResponseData;
	try {
		result = await runWebhook(parts, delivery);
	} catch (error) {
		Container.get(ErrorReporter).error(error);
		respond(brokenTrigger);
		return await startExecution(parts, delivery, failedStart(node, error as Error));
	}

	const isAnswered = result.noWebhookResponse === true;
	if (isAnswered) await answer(undefined);
	if (result.workflowData === undefined) {
		// n8n reads the answer even then.
		const has = result.webhookResponse !== undefined;
		if (isAnswered) return undefined;
		const body = has ? result.webhookResponse : { message: 'Webhook call received' };
		await answer({ status: 200, body });
		return undefined;
	}
	const data = startWith(node, result.workflowData);
	if ((parts.answersFirst ?? isN8n1) && !isAnswered) {
		const answered = answer(answerTo(delivery, result));
		const execution = await startExecution(parts, delivery, data);
		await answered;
		return execution;
	}
	const execution = await startExecution(parts, delivery, data);
	// The node's own answer is read only now, right before the static data is saved.
	if (!isAnswered) await answer(answerTo(delivery, result));
	return execution;
}

const brokenTrigger = {
	status: 500,
	body: { code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' },
};

async function runWebhook(
	parts: EngineParts,
	{ workflow, webhook, mode, request, response }: Delivery,
): Promise<IWebhookResponseData> {
	const node = workflow.getNode(webhook.node)!;
	const nodeType = parts.types.getByNameAndVersion(node.type, node.typeVersion);
	const express = { httpRequest: request, httpResponse: response } as unknown;
	const additionalData = parts.additionalData(express as Partial<IWorkflowExecuteAdditionalData>);
	const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], null);
	return await nodeType.webhook!.call(context);
}

function answerTo({ workflow, webhook, mode }: Delivery, result: IWebhookResponseData): Answer {
	const node = workflow.getNode(webhook.node)!;
	const { responseCode, responseData } = webhook.webhookDescription;
	const value = (of: string | undefined, fallback: string) =>
		workflow.expression.getComplexParameterValue(node, of, mode, {}, undefined, fallback);
	return {
		status: Number(value(responseCode as string, '200')),
		body: value(responseData, 'firstEntryJson') || bodyOf(result),
	};
}

/** n8n checks for an answer before it reads it, so the node computes the answer twice. */
function bodyOf(result: IWebhookResponseData): unknown {
	const has = result.webhookResponse !== undefined;
	return has ? result.webhookResponse : { message: 'Workflow was started' };
}

async function startExecution(
	parts: EngineParts,
	{ row, webhook, mode }: Delivery,
	data: IRunExecutionData,
): Promise<RunningExecution> {
	if (!isN8n1) {
		// Because of this second workflow with the same static data, 2.x only saves the changes of the
		// first delivery: wrapping the data again resets the flag that it has changed.
		await establishExecutionContext(parts.workflows.open(row), data, {}, mode);
	}
	await parts.acceptExecution();
	const staticData = await parts.workflows.staticDataOf(row.id);
	const execution = runWorkflow(parts, { ...row, staticData }, data, mode, webhook.node);
	return parts.executions.add(row.id, execution);
}
