import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type JsonObject,
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import { connect, PATIENCE_MS } from '../venueApi/connection';
import { toErrorItem, withItemIndex } from './itemErrors';
import { searchBookings } from './lists/searchBookings';
import { searchWebhooks } from './lists/searchWebhooks';
import { chosenOperation, findOperation, properties } from './operations';
import { readVenue } from './parameters/options';

export class VenuePlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Venue Platform',
		name: 'venuePlatform',
		icon: {
			light: 'file:../../icons/venuePlatform.svg',
			dark: 'file:../../icons/venuePlatform.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: chosenOperation,
		description:
			'Get the bookings of a venue, find and recover what it could not deliver, manage its webhooks and request its reports',
		defaults: { name: 'Venue Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'venuePlatformApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchBookings, searchWebhooks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const connection = await connect(this, PATIENCE_MS.execution);
		const results: INodeExecutionData[] = [];

		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			try {
				const resource = this.getNodeParameter('resource', itemIndex) as string;
				const name = this.getNodeParameter('operation', itemIndex) as string;
				const operation = findOperation(resource, name);
				if (!operation) {
					throw new NodeOperationError(
						this.getNode(),
						`“${name}” is not an operation of this node`,
						{
							description: 'Open the node and choose the operation again.',
						},
					);
				}
				const venue = readVenue(this, itemIndex);
				const records = await operation.execute({ context: this, connection, itemIndex });
				for (const record of records) {
					results.push({ json: { ...record, ...venue }, pairedItem: { item: itemIndex } });
				}
			} catch (thrown) {
				const reason = withItemIndex(this.getNode(), thrown as Error, itemIndex);
				if (!this.continueOnFail() || connection.signal?.aborted) {
					if (reason instanceof NodeOperationError) {
						throw new NodeOperationError(this.getNode(), reason);
					}
					throw new NodeApiError(this.getNode(), reason as unknown as JsonObject);
				}
				results.push(toErrorItem(this.getNode(), reason, itemIndex));
			}
		}
		return [results];
	}
}
