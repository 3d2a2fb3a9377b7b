import { ACTION_NODE } from '../../n8n/fixtures/nodes';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

export interface Contender {
	name: string;
	path: string;
	/** Fetches all bookings of a venue. */
	node(baseUrl: string, credential: StoredCredential): WorkflowNode;
}

export const getAll: Contender = {
	name: 'Booking → Get Many, all',
	path: 'get-all',
	node: (_, credential) => ({
		name: 'Fetch',
		type: ACTION_NODE,
		parameters: { resource: 'booking', operation: 'getAll', returnAll: true },
		credential,
	}),
};

/** What a user would build today. */
export const httpRequest: Contender = {
	name: 'HTTP Request',
	path: 'http-request',
	node: (baseUrl, credential) => ({
		name: 'Fetch',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${baseUrl}/bookings`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'venuePlatformApi',
		},
		credential,
	}),
};
