import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import { derivedKey } from '../../venueApi/resources/webhookSecrets';
import { type Authentication, identityOf, WEBHOOK_PATH } from '../settings';

/** What a delivery has to present to prove that it comes from the venue. */
export type DeliveryAuth =
	| { kind: 'apiKey'; apiKey: string }
	| { kind: 'basicAuth'; username: string; password: string };

/** The API document names `x-api-key`. A venue may put the name of its service into it. */
export function isKeyHeader(name: string): boolean {
	return /^x-.*api-?key$/i.test(name);
}

/** Undefined if the credential lacks a value for it. */
export async function readDeliveryAuth(
	context: IHookFunctions | IWebhookFunctions,
	authentication: Authentication,
): Promise<DeliveryAuth | undefined> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	return deliveryAuthFor(context.getNode(), authentication, credential);
}

export function deliveryAuthFor(
	node: INode,
	authentication: Authentication,
	credential: ICredentialDataDecryptedObject,
): DeliveryAuth | undefined {
	if (authentication === 'basicAuth') {
		const username = textOf(credential.webhookUsername);
		const password = textOf(credential.webhookPassword);
		return username && password ? { kind: 'basicAuth', username, password } : undefined;
	}
	const apiKey = textOf(credential.webhookApiKey);
	if (apiKey) return { kind: 'apiKey', apiKey };
	// Derived: every n8n process gets the same key, for test and production, without storing it.
	const clientSecret = textOf(credential.clientSecret);
	if (clientSecret === '') return undefined;
	return {
		kind: 'apiKey',
		apiKey: derivedKey(clientSecret, `${identityOf(node)}/${WEBHOOK_PATH}`),
	};
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
