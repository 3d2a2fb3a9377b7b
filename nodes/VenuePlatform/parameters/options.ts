import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import { readSwitch } from './switch';

const includeVenue: INodeProperties = {
	displayName: 'Include Venue',
	name: 'includeVenue',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the name of the credential to each item, as “venue”. With several venues, name each credential after its venue.',
};

/** What may be left alone, in every operation at the same place. */
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

/** The venue’s name, where the items are to have it. */
export function readVenue(context: IExecuteFunctions, itemIndex: number): { venue?: string } {
	const wanted = readOptions(context, itemIndex).includeVenue ?? false;
	if (!readSwitch(context, 'Include Venue', wanted)) return {};
	return { venue: context.getNode().credentials?.[CREDENTIAL_TYPE]?.name ?? '' };
}
