import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

/**
 * Sends with our credential like n8n's HTTP Request node, through the older of n8n's two functions,
 * or like an agent's HTTP Request tool, through the newer one.
 */
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
			{ displayName: 'Options', name: 'options', type: 'string', default: '{}' },
			{ displayName: 'Is Newer', name: 'isNewer', type: 'boolean', default: false },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const method = this.getNodeParameter('method', 0) as IHttpRequestMethods;
		const address = this.getNodeParameter('url', 0) as string;
		const options = JSON.parse(String(this.getNodeParameter('options', 0))) as object;
		const body = (
			this.getNodeParameter('isNewer', 0)
				? await this.helpers.httpRequestWithAuthentication.call(this, 'venuePlatformApi', {
						method,
						json: true,
						...(address ? { url: address } : {}),
						...options,
					} as IHttpRequestOptions)
				: await this.helpers.requestWithAuthentication.call(this, 'venuePlatformApi', {
						method,
						json: true,
						gzip: true,
						...(address ? { uri: address } : {}),
						...options,
					})
		) as IDataObject;
		return [[{ json: { body } }]];
	}
}
