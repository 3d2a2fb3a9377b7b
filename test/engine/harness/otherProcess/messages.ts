import type { INodeExecutionData } from 'n8n-workflow';
import type { ExecutionRequest } from '../execution';

/** What a process is told to run. A class cannot be sent, so its source file is. */
export interface RemoteRequest extends Omit<ExecutionRequest, 'node'> {
	/** From the root of the repository, like `nodes/VenuePlatform/VenuePlatform.node`. */
	source: string;
}

export interface RemoteExecution {
	status: string;
	items: INodeExecutionData[][];
	error?: string;
	/** The longest turn of the event loop in the meantime: the megabytes that could be parsed in it. */
	longestTurnMb: number;
	/**
	 * The most memory in the meantime, in addition to what it held before; NaN without `--expose-gc`.
	 */
	mostMemoryMb: number;
}

export interface StartArguments {
	folder: string;
	publicUrl: string;
}

export type ToProcess = { id: number; request: RemoteRequest };

export type FromProcess =
	| { kind: 'ready' }
	| { kind: 'result'; id: number; result: RemoteExecution };
