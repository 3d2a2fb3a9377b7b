import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** Sends with our credential as n8n's HTTP Request node does: by the older of n8n's two functions. */
export class PlainRequest implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plain Request',
		name: 'plainRequest',
		group: ['transform'],
		version: 1,
		description: 'Makes one request',
		defaults: { name: 'Plain Request' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const body = (await this.helpers.requestWithAuthentication.call(this, 'venuePlatformApi', {
			method: this.getNodeParameter('method', 0) as 'GET',
			uri: this.getNodeParameter('url', 0) as string,
			json: true,
			gzip: true,
		})) as IDataObject;
		return [[{ json: { body } }]];
	}
}
