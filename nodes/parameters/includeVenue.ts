import type { INode, INodeProperties } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../venueApi/connection';

export const includeVenue: INodeProperties = {
	displayName: 'Include Venue',
	name: 'includeVenue',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the name of the credential to each item, as “venue”. With several venues, name each credential after its venue. A trigger reads it only when you publish the workflow.',
};

/** The venue's name is that of its credential, so no value of the credential is read. */
export function nameOfVenue({ credentials }: INode): string {
	return credentials?.[CREDENTIAL_TYPE]?.name ?? '';
}
