import { ACTION_NODE } from '../../n8n/fixtures/nodes';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

export interface Contender {
	name: string;
	/** The nodes that fetch the bookings of a venue, one after another. */
	nodes(baseUrl: string, credential: StoredCredential): WorkflowNode[];
}

/** Before all bookings changed. */
export const OUTAGE_BEGAN = '2026-01-01T00:00:00.000Z';

const venuePlatform = (parameters: Record<string, unknown>): Contender['nodes'] => {
	return (_, credential) => [{ name: 'Fetch', type: ACTION_NODE, parameters, credential }];
};

const requestNode = (name: string, url: string, credential: StoredCredential): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'venuePlatformApi',
	},
	credential,
});

/** What a user would build today. */
export const httpRequest: Contender = {
	name: 'HTTP Request',
	nodes: (baseUrl, credential) => [requestNode('Fetch', `${baseUrl}/bookings`, credential)],
};

export const getAll: Contender = {
	name: 'Booking → Get Many, all',
	nodes: venuePlatform({ resource: 'booking', operation: 'getAll', returnAll: true }),
};

export const getFifty: Contender = {
	name: 'Booking → Get Many, Limit 50',
	nodes: venuePlatform({ resource: 'booking', operation: 'getAll', returnAll: false, limit: 50 }),
};

/** A guest whom staff search for: eleven of a hundred thousand bookings have it in the email. */
const GUEST = 'guest4242';

export const findGuest: Contender = {
	name: 'Booking → Get Many, Contains Text',
	nodes: venuePlatform({
		resource: 'booking',
		operation: 'getAll',
		returnAll: true,
		filters: { containsText: GUEST },
	}),
};

/** What a user would build today to find one guest. */
export const httpRequestAndFilter: Contender = {
	name: 'HTTP Request + Filter',
	nodes: (baseUrl, credential) => [
		...httpRequest.nodes(baseUrl, credential),
		{
			name: 'Filter',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2,
			parameters: {
				conditions: {
					options: { caseSensitive: false, typeValidation: 'loose' },
					combinator: 'and',
					conditions: [
						{
							leftValue: '={{ $json.customer.email }}',
							rightValue: GUEST,
							operator: { type: 'string', operation: 'contains' },
						},
					],
				},
			},
		},
	],
};

/** What Recover asks the venue for, without its look-up of one booking. */
export const twoHttpRequests: Contender = {
	name: 'HTTP Request, twice',
	nodes: (baseUrl, credential) => [
		requestNode('Failed', `${baseUrl}/webhooks/messages/failed`, credential),
		requestNode('Fetch', `${baseUrl}/bookings?modifiedFromDate=${OUTAGE_BEGAN}`, credential),
	],
};

export const recover: Contender = {
	name: 'Failed Message → Recover',
	nodes: venuePlatform({ resource: 'failedMessage', operation: 'recover' }),
};

export const CONTENDERS = [
	httpRequest,
	getAll,
	getFifty,
	httpRequestAndFilter,
	findGuest,
	twoHttpRequests,
	recover,
];
