import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionBaseError,
	type IDataObject,
	type INode,
	type INodeCredentials,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type NodeExecutionHint,
	type OnError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { itemsStart } from './nodes/builtInNodes';
import type { EngineParts } from './engineParts';
import type { NodeClass } from './nodes/nodeTypes';
import type { WorkflowRow } from './storage/workflows';

export interface NodeSetup {
	node: NodeClass;
	parameters?: INodeParameters;
	credentials?: INodeCredentials;
	/** The name that the user gave the node in the workflow. */
	name?: string;
	/** Part of a trigger's address. It stays the same when the workflow is published again. */
	webhookId?: string;
	/** Made through n8n's API instead of the editor, so it has no webhook ID. */
	isFromApi?: boolean;
}

export interface ExecutionRequest extends NodeSetup {
	/** The input of the node, one empty item by default. */
	items?: INodeExecutionData[];
	onError?: OnError;
	continueOnFail?: boolean;
	/** Retry On Fail in the settings of the node. */
	retryOnFail?: boolean;
	/** That of the workflow. */
	timezone?: string;
}

export interface Execution {
	id: string;
	status: IRun['status'];
	items: INodeExecutionData[][];
	error?: ExecutionBaseError;
	hints: NodeExecutionHint[];
	/** The node's run, as the execution view shows it. */
	task?: ITaskData;
	run: IRun;
}

export interface RunningExecution {
	id: string;
	done: Promise<Execution>;
	cancel: () => void;
}

export function nodeFrom(parts: EngineParts, setup: NodeSetup): INode {
	const type = parts.types.add(setup.node);
	const { description } = parts.types.getByNameAndVersion(type);
	const newest = [description.version].flat().at(-1);
	return {
		id: randomUUID(),
		name: setup.name ?? description.displayName,
		type,
		typeVersion: newest ?? 1,
		position: [200, 0],
		parameters: setup.parameters ?? {},
		credentials: setup.credentials,
		...(description.webhooks && !setup.isFromApi
			? { webhookId: setup.webhookId ?? randomUUID() }
			: {}),
	};
}

export function workflowOf(nodes: INode[], connections: WorkflowRow['connections']): WorkflowRow {
	return {
		id: randomUUID(),
		name: 'A workflow',
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
		staticData: null,
		active: false,
	};
}

/** A workflow of a start node and our node, like a user who clicks Execute workflow. */
export async function startNode(
	parts: EngineParts,
	request: ExecutionRequest,
): Promise<RunningExecution> {
	const node: INode = {
		...nodeFrom(parts, request),
		...(request.onError ? { onError: request.onError } : {}),
		...(request.continueOnFail ? { continueOnFail: true } : {}),
		...(request.retryOnFail ? { retryOnFail: true } : {}),
	};
	const start: INode = {
		id: randomUUID(),
		name: 'Start',
		type: itemsStart.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const row = workflowOf([start, node], {
		[start.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
	});
	if (request.timezone) row.settings.timezone = request.timezone;

	const nodeType = parts.types.getByNameAndVersion(node.type, node.typeVersion);
	const startsByItself = nodeType.poll !== undefined || nodeType.trigger !== undefined;
	const items = request.items ?? [{ json: {} }];
	const data = { ...startWith(startsByItself ? node : start, [items]), startData: {} };
	const running = runWorkflow(parts, row, data, 'manual', node.name);
	return parts.executions.add(row.id, running);
}

export function startWith(node: INode, main: INodeExecutionData[][]): IRunExecutionData {
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
	});
}

/** An error that a trigger throws is saved as an execution that failed in the trigger. */
export function failedStart(node: INode, error: Error): IRunExecutionData {
	const data = startWith(node, [[{ json: {} }]]);
	Object.assign(data.resultData, {
		lastNodeExecuted: node.name,
		error: { ...error, message: error.message, stack: error.stack },
	});
	return data;
}

/** Runs a workflow from its prepared data and saves what n8n would save. */
export function runWorkflow(
	parts: EngineParts,
	row: WorkflowRow,
	data: IRunExecutionData,
	mode: WorkflowExecuteMode,
	nodeName: string,
): RunningExecution {
	const id = parts.nextExecutionId();
	const hooks = new ExecutionLifecycleHooks(mode, id, {
		...row,
		createdAt: new Date(),
		updatedAt: new Date(),
		isArchived: false,
		activeVersionId: null,
		staticData: row.staticData ?? undefined,
	});
	let savedAs: IRun['status'] | undefined;
	hooks.addHandler('workflowExecuteAfter', async (run, newStaticData?: IDataObject) => {
		// A canceled execution is saved at once; a later error of the node changes nothing.
		savedAs = savedAs === 'canceled' ? savedAs : run.status;
		if (mode === 'manual' || newStaticData === undefined) return;
		await parts.workflows.update(row.id, { staticData: newStaticData });
	});
	const additionalData = parts.additionalData({ hooks, executionId: id, workflowId: row.id });
	const running = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(
		parts.workflows.open(row),
	);
	const done = running.then((run) => executionFrom(id, savedAs ?? run.status, run, nodeName));
	void done.then((execution) =>
		parts.output.record(`execution ${id}`, { ...savedForm(execution), workflowData: row }),
	);
	return { id, done, cancel: () => running.cancel() };
}

function executionFrom(id: string, status: IRun['status'], run: IRun, nodeName: string): Execution {
	const task = run.data.resultData.runData[nodeName]?.at(-1);
	return {
		id,
		status,
		items: (task?.data?.main ?? []).map((items) => items ?? []),
		error: run.data.resultData.error as ExecutionBaseError | undefined,
		hints: task?.hints ?? [],
		task,
		run,
	};
}

/** The saved execution, plus the error object as a log or a debugger would print it. */
function savedForm({ run, error, task }: Execution) {
	return { data: run.data, error, nodeError: task?.error };
}
