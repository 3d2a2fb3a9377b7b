import { ExecuteContext } from 'n8n-core';
import {
	Workflow,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	type IRunExecutionData,
} from 'n8n-workflow';
import { additionalDataFor } from '../../../engine/harness/additionalData';
import { TypeRegistry } from '../../../engine/harness/nodes/nodeTypes';
import { dateThatTells, type VirtualTime } from '../../core/virtualTime';
import { type Shipped, shippedClient } from '../shipped';
import { type Differences, freshModules } from '../../core/freshModules';
import { ProcessCredentials, type CredentialRows } from './storedCredentials';

/** Our node, with only what n8n has to know here: the credential that it may use. */
class Caller implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Caller',
		name: 'caller',
		group: ['transform'],
		version: 1,
		description: 'Calls the venue',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		properties: [],
	};
}

/** A process of n8n: the real n8n-core around its own instance of the shipped client. */
export class N8nProcess {
	readonly shipped: Shipped;
	/** How far the clock of its machine is off. */
	clockOffset = 0;
	private readonly helper: ProcessCredentials;
	private readonly types = new TypeRegistry();
	private readonly nodeType: string;

	constructor(
		readonly name: string,
		/** Processes of one machine, or behind one router, share an address. */
		readonly address: string,
		private readonly time: VirtualTime,
		rows: CredentialRows,
		differences?: Differences,
	) {
		const startedAt = time.now();
		const load = freshModules(
			{
				Date: dateThatTells(() => this.clock()),
				performance: { now: () => time.now() - startedAt },
			},
			differences,
		);
		this.shipped = shippedClient(load);
		this.types.addCredential(this.shipped.VenuePlatformApi);
		this.nodeType = this.types.add(Caller);
		this.helper = new ProcessCredentials(this.types, rows, name);
	}

	clock(): number {
		return this.time.now() + this.clockOffset;
	}

	/**
	 * What n8n gives a node for one execution. The name of the operation is sent with its requests.
	 */
	execution(operation: string, credential: string, signal: AbortSignal): IExecuteFunctions {
		const node: INode = {
			id: operation,
			name: operation,
			type: this.nodeType,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { venuePlatformApi: { id: credential, name: credential } },
		};
		const workflow = new Workflow({
			id: operation,
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: this.types,
		});
		const run = { resultData: { runData: {} } } as unknown as IRunExecutionData;
		const input = { main: [[{ json: {} }]] };
		return new ExecuteContext(
			workflow,
			node,
			additionalDataFor(this.helper, 'https://n8n.example.com', { executionId: operation }),
			'trigger',
			run,
			0,
			input.main[0],
			input,
			{ data: input, node, source: null },
			[],
			signal,
		) as unknown as IExecuteFunctions;
	}
}
