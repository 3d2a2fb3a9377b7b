import { ACTION_NODE } from '../../n8n/fixtures/nodes';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

export interface Contender {
	name: string;
	/** The node that fetches all bookings of the venue. */
	node(baseUrl: string, credential: StoredCredential): WorkflowNode;
}

const venuePlatform = (parameters: Record<string, unknown>): Contender['node'] => {
	return (_, credential) => ({
		name: 'Fetch',
		type: ACTION_NODE,
		parameters: { resource: 'booking', operation: 'getAll', ...parameters },
		credential,
	});
};

/** What a user would build today. */
export const httpRequest: Contender = {
	name: 'HTTP Request',
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

export const getAll: Contender = {
	name: 'Booking → Get Many, all',
	node: venuePlatform({ returnAll: true }),
};

export const getFifty: Contender = {
	name: 'Booking → Get Many, Limit 50',
	node: venuePlatform({ returnAll: false, limit: 50 }),
};
