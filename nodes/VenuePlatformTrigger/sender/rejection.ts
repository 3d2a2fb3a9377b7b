import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../venueApi/connection';
import { notFromVenue, type TriggerAuthentication } from '../../venueApi/messages/notFromVenue';
import { identityOf } from '../settings';
import { AuthCache } from './authCache';
import { basicPairIn, type DeliveryAuth, isKeyHeader, readDeliveryAuth } from './deliveryAuth';

type Headers = ReturnType<IWebhookFunctions['getHeaderData']>;

/** A credential that cannot be read is logged once a minute, however many deliveries arrive. */
const BETWEEN_LINES_MS = 60_000;

const authCache = new AuthCache();

/** When that was last logged, by cache key. */
const loggedAt = new Map<string, number>();

interface Rejection {
	status: 401 | 503;
	/** The venue shows it in its list of failed messages. Any other sender can read it, too. */
	reason: string;
}

/** Undefined if the delivery comes from the venue. */
export async function rejectionOf(
	context: IWebhookFunctions,
	authentication: TriggerAuthentication,
): Promise<Rejection | undefined> {
	try {
		if (await isFromVenue(context, authentication)) return undefined;
		return { status: 401, reason: notFromVenue(authentication) };
	} catch (thrown) {
		// If this were thrown, n8n would save a failed execution for each request, from any sender.
		logOnceAMinute(context, authentication, thrown);
		return { status: 503, reason: 'n8n cannot take this delivery at the moment. Send it again.' };
	}
}

async function isFromVenue(
	context: IWebhookFunctions,
	authentication: TriggerAuthentication,
): Promise<boolean> {
	const headers = context.getHeaderData();
	if (!showsAnything(headers, authentication)) return false;
	const key = cacheKeyOf(context, authentication);
	const read = async () => await readDeliveryAuth(context, authentication);
	const isAccepted = await authCache.accepts(key, (auth) => shows(headers, auth), read);
	if (isAccepted) {
		const response = context.getResponseObject();
		response.once('close', () => void authCache.rereadIfStale(key, read));
	}
	return isAccepted;
}

function logOnceAMinute(
	context: IWebhookFunctions,
	authentication: TriggerAuthentication,
	thrown: unknown,
): void {
	const key = cacheKeyOf(context, authentication);
	const passed = Date.now() - (loggedAt.get(key) ?? -Infinity);
	if (passed >= 0 && passed < BETWEEN_LINES_MS) return;
	loggedAt.set(key, Date.now());
	context.logger.warn(credentialNotReadable(context.getNode().name, thrown));
}

/** For n8n's log. */
function credentialNotReadable(name: string, thrown: unknown): string {
	const { message } = thrown as Error;
	return `“${name}” cannot read its credential, so the venue has to send its events again later: ${message} Open the node, choose its credential and publish the workflow.`;
}

/** A sender without a key is rejected before the credential is read. */
function showsAnything(headers: Headers, authentication: TriggerAuthentication): boolean {
	if (authentication === 'basicAuth') return Boolean(headers.authorization);
	return apiKeysIn(headers).some((key) => key !== '');
}

/** Without a key to compare with, no sender is trusted. A proxy may have added a key of its own. */
export function shows(headers: Headers, auth: DeliveryAuth | undefined): boolean {
	if (auth === undefined) return false;
	if (auth.kind === 'apiKey') {
		const keys = bytesOf(auth.apiKey).map((bytes) => bytes.toString('latin1'));
		return apiKeysIn(headers).some((sent) => keys.some((key) => isSameSecret(sent, key)));
	}
	const pairs = bytesOf(`${auth.username}:${auth.password}`);
	const sent = basicPairIn(headers.authorization);
	return pairs.some((pair) => isSameSecret(sent, pair.toString('base64')));
}

/** Letters beyond ASCII come in UTF-8 or in Latin-1. Node.js reads any header as Latin-1. */
function bytesOf(secret: string): Buffer[] {
	const isLatin1 = [...secret].every((letter) => letter <= '\u00ff');
	const inUtf8 = Buffer.from(secret);
	const inLatin1 = Buffer.from(secret, 'latin1');
	return isLatin1 && !inLatin1.equals(inUtf8) ? [inUtf8, inLatin1] : [inUtf8];
}

function apiKeysIn(headers: Headers): unknown[] {
	return Object.entries(headers)
		.filter(([name]) => isKeyHeader(name))
		.map(([, value]) => value);
}

/** In constant time: digests have the same length, whatever was sent. */
function isSameSecret(sent: unknown, expected: string): boolean {
	if (typeof sent !== 'string' || expected === '') return false;
	return timingSafeEqual(digestOf(sent), digestOf(expected));
}

function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

function cacheKeyOf(context: IWebhookFunctions, authentication: TriggerAuthentication): string {
	const node = context.getNode();
	const credentialId = node.credentials?.[CREDENTIAL_TYPE]?.id;
	return JSON.stringify([context.getWorkflow().id, identityOf(node), credentialId, authentication]);
}
