import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Requests a path once per item, all items at once. */
export class Caller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Caller',
		name: 'caller',
		group: ['transform'],
		version: 1,
		description: 'Requests a path',
		defaults: { name: 'Caller' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: ['unguarded', 'plainSpoken'].map((name) => ({
			name,
			required: true,
			displayOptions: { show: { credentialType: [name] } },
		})),
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: '/me' },
			{
				displayName: 'Credential Type',
				name: 'credentialType',
				type: 'string',
				default: 'unguarded',
			},
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const call = async (_item: INodeExecutionData, index: number): Promise<INodeExecutionData> => {
			try {
				const type = this.getNodeParameter('credentialType', index) as string;
				const { baseUrl } = await this.getCredentials(type, index);
				const answer = await this.helpers.httpRequestWithAuthentication.call(this, type, {
					url: `${String(baseUrl)}${String(this.getNodeParameter('path', index))}`,
				});
				return { json: { answer }, pairedItem: index };
			} catch (error) {
				if (!this.continueOnFail()) {
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: index });
				}
				return { json: { error: (error as Error).message }, pairedItem: index };
			}
		};
		return [await Promise.all(this.getInputData().map(call))];
	}
}
