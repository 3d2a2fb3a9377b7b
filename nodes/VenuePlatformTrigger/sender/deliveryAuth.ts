import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import type { TriggerAuthentication } from '../../venueApi/messages/notFromVenue';
import { trimmedText } from '../../venueApi/records';
import { deliveryKey, WEBHOOK_PATH } from '../../venueApi/resources/triggerKeys';
import { identityOf } from '../settings';

/** What a delivery has to present to prove that it comes from the venue. */
export type DeliveryAuth =
	| { kind: 'apiKey'; apiKey: string }
	| { kind: 'basicAuth'; username: string; password: string };

/** The API document names `x-api-key`. A venue may put the name of its service into it. */
export function isKeyHeader(name: string): boolean {
	return /^x-.*api-?key$/i.test(name);
}

/** The encoded pair of user name and password. */
export function basicPairIn(header = ''): string | undefined {
	return /^Basic +(\S+)$/i.exec(header)?.[1];
}

/** Undefined if the credential lacks a value for it. */
export async function readDeliveryAuth(
	context: IHookFunctions | IWebhookFunctions,
	authentication: TriggerAuthentication,
): Promise<DeliveryAuth | undefined> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	return deliveryAuthFor(context.getNode(), authentication, credential);
}

export function deliveryAuthFor(
	node: INode,
	authentication: TriggerAuthentication,
	credential: ICredentialDataDecryptedObject,
): DeliveryAuth | undefined {
	if (authentication === 'basicAuth') {
		const username = trimmedText(credential.webhookUsername);
		const password = trimmedText(credential.webhookPassword);
		return username && password ? { kind: 'basicAuth', username, password } : undefined;
	}
	const apiKey = deliveryKey(credential, `${identityOf(node)}/${WEBHOOK_PATH}`);
	return apiKey === undefined ? undefined : { kind: 'apiKey', apiKey };
}
