import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { connect } from '../../../nodes/venueApi/connection';
import { request } from '../../../nodes/venueApi/transport/request';

/** Makes one call per item through `request`, which all our operations use. */
export class VenueCaller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Caller',
		name: 'venueCaller',
		group: ['transform'],
		version: 1,
		description: 'Makes one call to the venue',
		defaults: { name: 'Venue Caller' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'Path', name: 'path', type: 'string', default: '/bookings' },
			{ displayName: 'Body', name: 'body', type: 'json', default: '' },
			{ displayName: 'Scope', name: 'scope', type: 'string', default: '' },
			{ displayName: 'Entity', name: 'entity', type: 'string', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const connection = await connect(this, 'execution');
		const results: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			const text = (name: string) => this.getNodeParameter(name, item, '') as string;
			const answer = await request(connection, {
				method: text('method') as IHttpRequestMethods,
				path: text('path'),
				...(text('body') ? { body: JSON.parse(text('body')) as unknown } : {}),
				...(text('scope') ? { scope: text('scope') } : {}),
				...(text('entity') ? { entity: text('entity') } : {}),
			});
			results.push({ json: { body: answer.body } as IDataObject, pairedItem: { item } });
		}
		return [results];
	}
}
