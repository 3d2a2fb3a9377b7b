import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumber } from './number';
import { readSwitch } from './switch';

export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** How many records the user wants of this item's list. */
export function limitOf(context: IExecuteFunctions, itemIndex: number): number {
	const returnAll = context.getNodeParameter('returnAll', itemIndex, false);
	if (readSwitch(context, 'Return All', returnAll)) return Infinity;
	const limit = context.getNodeParameter('limit', itemIndex, 50);
	return Math.floor(readNumber(context, 'Limit', limit, 1));
}
