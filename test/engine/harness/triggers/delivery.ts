import { ErrorReporter, establishExecutionContext, WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { EngineParts } from '../engineParts';
import { runWorkflow, type RunningExecution } from '../execution';
import { Container, isN8n1 } from '../n8n';
import { readBody, type WebhookRequest, type WebhookResponse } from './webhookRequest';
import type { WorkflowRow } from '../storage/workflows';

/** A request that has found its webhook. */
export interface Delivery {
	row: WorkflowRow;
	workflow: Workflow;
	webhook: IWebhookData;
	mode: WorkflowExecuteMode;
	request: WebhookRequest;
	response: WebhookResponse;
}

/** What n8n sends; `undefined` when the node has answered by itself. */
export type Answer = { status: number; body: unknown } | undefined;

/**
 * How n8n takes a delivery with `responseMode: 'onReceived'`. The order matters to a trigger: what it
 * changes in its static data is saved just before the answer leaves, and 2.x has by then accepted the
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
	await readBody(delivery.request, workflow.getNode(webhook.node)!.typeVersion);
	let result: IWebhookResponseData;
	try {
		result = await runWebhook(parts, delivery);
	} catch (error) {
		respond(brokenTrigger);
		return await startExecution(parts, delivery, failedStart(delivery, error as Error));
	}

	const ownAnswer = result.noWebhookResponse === true;
	if (result.workflowData === undefined) {
		const body = result.webhookResponse ?? { message: 'Webhook call received' };
		await answer(ownAnswer ? undefined : { status: 200, body });
		return undefined;
	}
	const data = startWith(delivery, result.workflowData);
	if (isN8n1 || ownAnswer) {
		const answered = answer(ownAnswer ? undefined : answerTo(delivery, result));
		const execution = await startExecution(parts, delivery, data);
		await answered;
		return execution;
	}
	const execution = await startExecution(parts, delivery, data);
	// The node's own answer is asked for only now, right before the static data is saved.
	await answer(answerTo(delivery, result));
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

function startWith({ workflow, webhook }: Delivery, main: INodeExecutionData[][]) {
	const node = workflow.getNode(webhook.node)!;
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
	});
}

/** What a trigger throws is saved as an execution that failed in it. */
function failedStart(delivery: Delivery, error: Error): IRunExecutionData {
	Container.get(ErrorReporter).error(error);
	const data = startWith(delivery, [[{ json: {} }]]);
	Object.assign(data.resultData, {
		lastNodeExecuted: delivery.webhook.node,
		error: { ...error, message: error.message, stack: error.stack },
	});
	return data;
}

function answerTo({ workflow, webhook, mode }: Delivery, result: IWebhookResponseData): Answer {
	const node = workflow.getNode(webhook.node)!;
	const evaluate = (value: unknown, fallback?: unknown) =>
		workflow.expression.getSimpleParameterValue(
			node,
			value as string,
			mode,
			{},
			undefined,
			fallback as string,
		);
	const { responseCode, responseData } = webhook.webhookDescription;
	return {
		status: Number(evaluate(responseCode, 200)),
		// An empty responseData asks for the node's own answer, as none does.
		body: evaluate(responseData) || (result.webhookResponse ?? { message: 'Workflow was started' }),
	};
}

async function startExecution(
	parts: EngineParts,
	{ row, webhook, mode }: Delivery,
	data: IRunExecutionData,
): Promise<RunningExecution> {
	if (!isN8n1) {
		// This second workflow around the same static data is why 2.x saves only the first delivery's
		// changes: wrapping the data again resets what says that it has changed.
		await establishExecutionContext(parts.workflows.open(row), data, {}, mode);
	}
	await parts.acceptExecution();
	const staticData = await parts.workflows.staticDataOf(row.id);
	const execution = runWorkflow(parts, { ...row, staticData }, data, mode, webhook.node);
	return parts.executions.add(row.id, execution);
}
