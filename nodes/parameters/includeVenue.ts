import type { INode, INodeProperties } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../venueApi/connection';

export const includeVenue: INodeProperties = {
	displayName: 'Include Venue',
	name: 'includeVenue',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the name of the credential to each item, as “venue”. With several venues, name each credential after its venue.',
};

/** How the user calls the venue: the credential is read for nothing else. */
export function venueOf({ credentials }: INode): string {
	return credentials?.[CREDENTIAL_TYPE]?.name ?? '';
}
