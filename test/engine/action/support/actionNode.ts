import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { VenuePlatform } from '../../../../nodes/VenuePlatform/VenuePlatform.node';
import type { SavedCredential } from '../../harness/engine';
import type { Execution, ExecutionRequest, RunningExecution } from '../../harness/execution';
import { whileTimeMoves } from '../../harness/time';
import { TimedN8n } from '../../support/timedN8n';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

type Call = [resource: string, operation: string, parameters?: INodeParameters];
type Settings = Omit<Partial<ExecutionRequest>, 'parameters' | 'credentials'> & {
	credential?: SavedCredential;
};

/** The action node in a real n8n-core, with its own venue and clock. */
export class ActionNode extends TimedN8n {
	begin([resource, operation, parameters = {}]: Call, settings: Settings = {}) {
		const { credential = this.credential, ...others } = settings;
		return this.engine.start({
			node: VenuePlatform,
			...others,
			parameters: { resource, operation, ...parameters },
			credentials: { venuePlatformApi: credential },
		}) as Promise<RunningExecution>;
	}

	/** Runs the whole execution, whether it succeeds or fails. */
	async execute(call: Call, settings: Settings = {}): Promise<Execution> {
		return await this.whileTimeMoves(
			this.begin(call, settings).then(async ({ done }) => await done),
		);
	}

	async whileTimeMoves<T>(promise: Promise<T>): Promise<T> {
		return await whileTimeMoves(promise);
	}

	/** The output of an execution that succeeds. */
	async items(...call: Call): Promise<IDataObject[]> {
		const { status, items, error } = await this.execute(call);
		if (status !== 'success') throw error ?? new Error(`The execution ended as ${status}`);
		return items[0].map(({ json }) => json);
	}

	/** What the user reads if the execution fails. */
	async errorOf(...call: Call): Promise<{ message: string; description: string }> {
		const { status, error } = await this.execute(call);
		expect(status).toBe('error');
		return { message: error?.message ?? '', description: error?.description ?? '' };
	}
}

/** What n8n makes of a node for AI agents: a second type, whose name ends in “Tool”. */
export class VenuePlatformTool extends VenuePlatform {
	constructor() {
		super();
		this.description.name += 'Tool';
	}
}

export const itemsOf = (...jsons: IDataObject[]): INodeExecutionData[] =>
	jsons.map((json) => ({ json }));

export const byId = (value: string | number) => ({ __rl: true, mode: 'id', value });
