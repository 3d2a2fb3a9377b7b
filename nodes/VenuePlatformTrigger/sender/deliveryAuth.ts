import { createHmac } from 'node:crypto';
import {
	type ICredentialDataDecryptedObject,
	type IHookFunctions,
	type INode,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import type { Authentication } from '../settings';
import { identityOf, WEBHOOK_PATH } from '../trigger';

/** What a delivery has to show so that it is believed to come from the venue. */
export type DeliveryAuth =
	| { kind: 'apiKey'; apiKey: string }
	| { kind: 'basicAuth'; username: string; password: string };

/** Undefined where the credential does not hold what it takes. */
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
	const apiKey = textOf(credential.webhookApiKey) || derivedKey(node, credential);
	return apiKey ? { kind: 'apiKey', apiKey } : undefined;
}

/** Every process of n8n comes to the same key, for test and production, and nothing is stored. */
function derivedKey(node: INode, credential: ICredentialDataDecryptedObject): string {
	const clientSecret = textOf(credential.clientSecret);
	if (clientSecret === '') return '';
	return createHmac('sha256', clientSecret)
		.update(`${identityOf(node)}/${WEBHOOK_PATH}`)
		.digest('base64url');
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
