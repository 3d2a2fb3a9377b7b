import type { INode } from 'n8n-workflow';

import { type Connection, CREDENTIAL_TYPE } from '../../venueApi/connection';
import { isLoopback } from '../../venueApi/address';
import { oneAtATime } from '../../venueApi/oneAtATime';
import { triggerIn } from '../../venueApi/resources/triggerKeys';

const SET_WEBHOOK_URL =
	'Set N8N_WEBHOOK_URL (in an earlier n8n: WEBHOOK_URL) to the https address at which the internet reaches n8n and restart it. Then unpublish the workflow, if it is published, and publish it.';

/** The address for the venue's deliveries, or the reason why the venue cannot use it. */
export function readWebhookUrl(url: string | undefined): { url: string } | { reason: string } {
	const address = URL.canParse(url ?? '') ? new URL(url ?? '') : undefined;
	if (address === undefined)
		return { reason: `n8n has no address for this trigger. ${SET_WEBHOOK_URL}` };
	if (address.protocol !== 'https:') {
		return {
			reason: `The venue delivers events to https addresses only, and this n8n is at ${address.origin}. ${SET_WEBHOOK_URL}`,
		};
	}
	if (isLoopback(address)) {
		return {
			reason: `The venue cannot reach ${address.origin}, which is this machine itself. ${SET_WEBHOOK_URL}`,
		};
	}
	return { url: address.href };
}

/**
 * Without a webhook ID, the address has the name of the node, which n8n has stored as an address writes
 * it, and then looks for as a person does.
 */
export function isFoundByN8n({ webhookId, name }: INode): boolean {
	const inAddress = name.toLowerCase();
	return webhookId !== undefined || encodeURIComponent(inAddress) === inAddress;
}

/**
 * The same address: the case of a host has no meaning. A webhook has it so for a moment, to find out
 * whether two credentials lead to one venue.
 */
export function inCapitals(url: string): string {
	const { host } = new URL(url);
	return url.replace(host, host.toUpperCase());
}

/** False for an address without letters in its host, such as an IP address. */
export function isInCapitals(found: unknown, url: string): boolean {
	const otherSpelling = inCapitals(url);
	return otherSpelling !== url && found === otherSpelling;
}

/** An address of n8n at one venue: another venue may have the same address on record. */
export interface Place {
	credentialId: string;
	/** Empty while it is unknown, because the credential cannot be read. */
	baseUrl: string;
	url: string;
}

export function placeAt({ node, baseUrl }: Connection, url: string): Place {
	return { credentialId: credentialIdOf(node), baseUrl, url };
}

export function credentialIdOf({ credentials }: INode): string {
	return credentials?.[CREDENTIAL_TYPE]?.id ?? '';
}

/** New client credentials in the same record do not make it another venue. */
export function isSameVenue(one: Place, other: Place): boolean {
	const isUnknown = one.baseUrl === '' || other.baseUrl === '';
	return one.credentialId === other.credentialId && (isUnknown || one.baseUrl === other.baseUrl);
}

/**
 * Runs the tasks of one trigger at one venue one after the other, for production and for test events:
 * n8n does not wait until a test listener is unregistered before it registers the next.
 */
export async function inTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
	return await oneAtATime(placeKeyOf({ ...place, url: triggerIn(place.url) }), work);
}

export function placeKeyOf({ credentialId, baseUrl, url }: Place): string {
	return JSON.stringify([credentialId, baseUrl, url]);
}
