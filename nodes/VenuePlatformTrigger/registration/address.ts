import { type Connection, CREDENTIAL_TYPE } from '../../venueApi/connection';
import { isLoopback } from '../../venueApi/address';

const ADVICE =
	'Set N8N_WEBHOOK_URL (in an earlier n8n: WEBHOOK_URL) to the https address at which the internet reaches n8n and restart it. Then unpublish the workflow, if it is published, and publish it.';

/** The address at which the venue is to deliver, or why it cannot be given one. */
export function readWebhookUrl(url: string | undefined): { url: string } | { reason: string } {
	const address = URL.canParse(url ?? '') ? new URL(url ?? '') : undefined;
	if (address === undefined) return { reason: `n8n has no address for this trigger. ${ADVICE}` };
	if (address.protocol !== 'https:') {
		return {
			reason: `The venue delivers events to https addresses only, and this n8n is at ${address.origin}. ${ADVICE}`,
		};
	}
	if (isLoopback(address)) {
		return {
			reason: `The venue cannot reach ${address.origin}, which is this machine itself. ${ADVICE}`,
		};
	}
	return { url: address.href };
}

export function isSameUrl(one: string, other: unknown): boolean {
	return (
		typeof other === 'string' && URL.canParse(other) && new URL(other).href === new URL(one).href
	);
}

/** Where n8n listens for a test event, unless its environment names it otherwise. */
export function testUrlOf(url: string): string {
	return url.replace(/\/webhook(\/[^/]+\/[^/]+)$/, '/webhook-test$1');
}

/** Where n8n’s environment names both otherwise, a test address is taken for the other kind. */
export function isTestUrl(url: string): boolean {
	return testUrlOf(url) === url;
}

/** What makes two venues different to n8n. New client credentials in the same record change nothing. */
export interface Venue {
	credentialId: string;
	/** Empty while it is unknown, since the credential cannot be read. */
	baseUrl: string;
}

/** An address as one venue knows it: another venue may have the same one on record. */
export interface Place {
	venue: Venue;
	url: string;
}

export function placeAt({ node, baseUrl }: Connection, url: string): Place {
	const credentialId = node.credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return { venue: { credentialId, baseUrl }, url };
}

export function isSameVenue(one: Venue, other: Venue): boolean {
	const isUnknown = one.baseUrl === '' || other.baseUrl === '';
	return one.credentialId === other.credentialId && (isUnknown || one.baseUrl === other.baseUrl);
}

/** The places at which this process listens, for good or for a test event. */
const places = new Map<string, Place>();

export function listensAt(place: Place): void {
	places.set(keyOf(place), place);
}

export function listensNoMoreAt(place: Place): void {
	places.delete(keyOf(place));
}

/** Where this process listens at an address with one credential record. */
export function placesOf(url: string, credentialId: string): Place[] {
	return [...places.values()].filter(
		(place) => place.url === url && place.venue.credentialId === credentialId,
	);
}

/**
 * The test address, if no listener is open there: n8n unregisters none of its test listeners when it
 * is stopped, and none when it starts again. A test address has nothing beside it.
 */
export function abandonedBeside({ venue, url }: Place): string | undefined {
	const testUrl = testUrlOf(url);
	return isTestUrl(url) || places.has(keyOf({ venue, url: testUrl })) ? undefined : testUrl;
}

/** The last piece of work for each trigger at each venue. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Works on one trigger at one venue one after the other: n8n does not wait until a test listener has
 * been unregistered before it registers the next.
 */
export async function inTurn<T>({ venue, url }: Place, work: () => Promise<T>): Promise<T> {
	const key = keyOf({ venue, url: triggerIn(url) });
	const turn = after(lastOf.get(key), work);
	lastOf.set(key, turn);
	try {
		return await turn;
	} finally {
		if (lastOf.get(key) === turn) lastOf.delete(key);
	}
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>) {
	try {
		await before;
	} catch {
		// Whoever began it has been told.
	}
	return await work();
}

/** The end of an address, which the test address of the same trigger shares. */
function triggerIn(url: string): string {
	return url.split('/').slice(-2).join('/');
}

function keyOf({ venue, url }: Place): string {
	return JSON.stringify([venue.credentialId, venue.baseUrl, url]);
}
