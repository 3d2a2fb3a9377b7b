import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import type { Authentication } from '../settings';
import { identityOf } from '../trigger';
import { AuthCache } from './authCache';
import { type DeliveryAuth, readDeliveryAuth } from './deliveryAuth';

type Headers = ReturnType<IWebhookFunctions['getHeaderData']>;

const BASIC = /^Basic +(\S+)$/i;

const authCache = new AuthCache();

export async function isFromVenue(
	context: IWebhookFunctions,
	authentication: Authentication,
): Promise<boolean> {
	const headers = context.getHeaderData();
	return await authCache.agree(
		keyOf(context, authentication),
		(auth) => shows(headers, auth),
		async () => await readDeliveryAuth(context, authentication),
	);
}

/** What the venue reads in its list of failed messages. */
export function reasonAgainst(authentication: Authentication): string {
	const shown =
		authentication === 'basicAuth' ? 'user name and password' : 'API key in the header x-api-key';
	return `This delivery does not show the ${shown} that this trigger has given to the venue. Publish the workflow again in n8n.`;
}

/** Without anything to compare with, nobody is believed. */
export function shows(headers: Headers, auth: DeliveryAuth | undefined): boolean {
	if (auth === undefined) return false;
	if (auth.kind === 'apiKey') return isSame(headers['x-api-key'], auth.apiKey);
	const pair = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
	return isSame(BASIC.exec(headers.authorization ?? '')?.[1], pair);
}

/** Takes as long for a near miss as for a far one: digests have one length whatever was sent. */
function isSame(sent: unknown, expected: string): boolean {
	if (typeof sent !== 'string' || expected === '') return false;
	return timingSafeEqual(digestOf(sent), digestOf(expected));
}

function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

function keyOf(context: IWebhookFunctions, authentication: Authentication): string {
	const node = context.getNode();
	const credentialId = node.credentials?.[CREDENTIAL_TYPE]?.id;
	return JSON.stringify([context.getWorkflow().id, identityOf(node), credentialId, authentication]);
}
