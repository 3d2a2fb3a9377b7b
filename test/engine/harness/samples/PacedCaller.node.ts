import {
	NodeConnectionTypes,
	sleep,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Sends one request after another, with a pause in between, like a well-behaved client. */
export class PacedCaller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paced Caller',
		name: 'pacedCaller',
		group: ['transform'],
		version: 1,
		description: 'Requests a path many times, slowly',
		defaults: { name: 'Paced Caller' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'unguarded', required: true }],
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: '/me' },
			{ displayName: 'Calls', name: 'calls', type: 'number', default: 1 },
			{ displayName: 'Pause', name: 'pause', type: 'number', default: 100 },
			{ displayName: 'Timeout', name: 'timeout', type: 'number', default: 30_000 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const calls = this.getNodeParameter('calls', 0) as number;
		const pause = this.getNodeParameter('pause', 0) as number;
		const { baseUrl } = await this.getCredentials('unguarded');
		const answers: INodeExecutionData[] = [];
		for (let call = 0; call < calls; call++) {
			if (call > 0) await sleep(pause);
			await this.helpers.httpRequestWithAuthentication.call(this, 'unguarded', {
				url: `${String(baseUrl)}${String(this.getNodeParameter('path', 0))}`,
				timeout: this.getNodeParameter('timeout', 0) as number,
			});
			answers.push({ json: { at: Date.now() }, pairedItem: 0 });
		}
		return [answers];
	}
}
