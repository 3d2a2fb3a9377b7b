import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { VenuePlatform } from '../../../../nodes/VenuePlatform/VenuePlatform.node';
import type { SimulatedVenue, VenueOptions } from '../../../venue';
import type { Engine, SavedCredential } from '../../harness/engine';
import type { Execution, ExecutionRequest, RunningExecution } from '../../harness/execution';
import { letTheClockRun, stopTheClock, whileTimeMoves } from '../../harness/time';
import { connectN8n } from '../../support/connectedN8n';

// Moving the clock takes real time, and more of it on a busy machine.
jest.setTimeout(120_000);

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each venue opens days after the one before so that no pace or cooldown of that one is left. */
let noon = Date.UTC(2026, 10, 21, 12);

type Call = [resource: string, operation: string, parameters?: INodeParameters];
type Settings = Omit<Partial<ExecutionRequest>, 'parameters' | 'credentials'>;

/** The action node in a real n8n-core, with its own venue and clock. */
export class ActionNode {
	private constructor(
		readonly venue: SimulatedVenue,
		readonly engine: Engine,
		readonly credential: SavedCredential,
		/** When the clock was stopped. */
		readonly start: number,
	) {}

	static async open(options: VenueOptions = {}): Promise<ActionNode> {
		noon += 3 * DAY;
		stopTheClock(noon);
		const { venue, engine, credential } = await connectN8n(options);
		return new ActionNode(venue, engine, credential, noon);
	}

	async close(): Promise<void> {
		letTheClockRun();
		await this.engine.stop();
		await this.venue.stop();
	}

	begin([resource, operation, parameters = {}]: Call, settings: Settings = {}) {
		return this.engine.start({
			node: VenuePlatform,
			...settings,
			parameters: { resource, operation, ...parameters },
			credentials: { venuePlatformApi: this.credential },
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
