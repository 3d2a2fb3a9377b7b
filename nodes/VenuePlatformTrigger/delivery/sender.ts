import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Proof } from '../proof';
import type { Authentication } from '../settings';

type Headers = ReturnType<IWebhookFunctions['getHeaderData']>;

const BASIC = /^Basic +(\S+)$/i;

/** Whether the delivery shows the proof. Without anything to compare with, nobody is believed. */
export function isFromVenue(headers: Headers, proof: Proof | undefined): boolean {
	if (proof === undefined) return false;
	if (proof.kind === 'apiKey') return isSame(headers['x-api-key'], proof.apiKey);
	const pair = Buffer.from(`${proof.username}:${proof.password}`).toString('base64');
	return isSame(BASIC.exec(headers.authorization ?? '')?.[1], pair);
}

/** What the venue reads in its list of failed messages. */
export function reasonAgainst(authentication: Authentication): string {
	const shown =
		authentication === 'basicAuth' ? 'user name and password' : 'API key in the header x-api-key';
	return `This delivery does not show the ${shown} that this trigger has given to the venue. Publish the workflow again in n8n.`;
}

/** Takes as long for a near miss as for a far one: digests have one length whatever was sent. */
function isSame(sent: unknown, expected: string): boolean {
	if (typeof sent !== 'string' || expected === '') return false;
	return timingSafeEqual(digestOf(sent), digestOf(expected));
}

function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
