import { bookingOfItem } from '../../n8n/fixtures/nodes';
import type { StoredCredential } from '../../n8n/lab/rest/credentials';
import type { WorkflowNode } from '../../n8n/lab/rest/workflows';

/** Looks up the booking whose ID is in the item. */
export type LookUpNode = (baseUrl: string, credential: StoredCredential) => WorkflowNode;

export const bookingGet: LookUpNode = (_, credential) => bookingOfItem(credential);

/** With the encoding that an ID may need, as a careful user would write it. */
export const httpRequest =
	(options: object = {}): LookUpNode =>
	(baseUrl, credential) => ({
		name: 'Booking',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `=${baseUrl}/bookings/{{ encodeURIComponent($json.id) }}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			options,
		},
		credential,
	});
