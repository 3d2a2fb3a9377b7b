import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { includeVenue, nameOfVenue } from '../../parameters/includeVenue';
import { readNumber, readSwitch } from '../../parameters/reading';

/** The optional fields, at the same place in every operation. */
export function optionsWith(...fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...fields, includeVenue].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

export function readOptions(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}

/** The venue's name, if the user wants it in the items. */
export function readVenue(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const wanted = readOptions(context, itemIndex).includeVenue ?? false;
	return readSwitch(context, 'Include Venue', wanted) ? nameOfVenue(context.getNode()) : undefined;
}

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

/** How many records of this item's list the user wants. */
export function limitOf(context: IExecuteFunctions, itemIndex: number): number {
	const returnAll = context.getNodeParameter('returnAll', itemIndex, false);
	if (readSwitch(context, 'Return All', returnAll)) return Infinity;
	const limit = context.getNodeParameter('limit', itemIndex, 50);
	return Math.floor(readNumber(context, 'Limit', limit, 1));
}
