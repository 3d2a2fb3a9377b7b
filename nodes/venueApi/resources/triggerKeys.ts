import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { oneSpelling } from '../address';
import { DERIVED_KEY_PREFIX } from '../messages/redact';
import { trimmedText } from '../records';

/** The last part of the address of each trigger, after its ID. */
export const WEBHOOK_PATH = 'venue-platform';

/** The end of an n8n address: the ID of the trigger and its path. */
export function triggerIn(url: string): string {
	return (oneSpelling(url) ?? url).split('/').slice(-2).join('/');
}

/**
 * Whether it is the address of a trigger of this package, for good or for a test event. With a query,
 * the address of any other workflow could end like one.
 */
export function isOfTrigger(url: unknown): boolean {
	const spelled = oneSpelling(url) ?? '';
	return spelled.endsWith(`/${WEBHOOK_PATH}`) && !spelled.includes('?');
}

/**
 * What follows n8n's own path: the ID and the path of the trigger. A node that was not made in the editor
 * may have no such ID, and n8n puts the workflow's ID and the node's name there.
 */
const TEST_ADDRESS = /\/webhook-test(\/(?!webhook(?:-test)?\/)(?:[^/]+\/){1,2}[^/]+)$/;
const PRODUCTION_ADDRESS = /\/webhook(\/(?!webhook(?:-test)?\/)(?:[^/]+\/){1,2}[^/]+)$/;

/** Whether n8n only listens there for a test event. If its environment renames the path, nothing shows it. */
export function isTestAddress(url: unknown): boolean {
	return isOfTrigger(url) && TEST_ADDRESS.test(oneSpelling(url) ?? '');
}

/** Where n8n listens for a test event, unless its environment changes the path. */
export function testUrlOf(url: string): string {
	return url.replace(PRODUCTION_ADDRESS, '/webhook-test$1');
}

/** Whether a trigger of this package may listen there for good. */
export function isTriggerAddress(url: string): boolean {
	return isOfTrigger(url) && !isTestAddress(url);
}

/** What deliveries to a trigger present if the credential has no Webhook API Key. */
export function derivedKey(clientSecret: string, trigger: string): string {
	const key = createHmac('sha256', clientSecret).update(trigger).digest('base64url');
	return DERIVED_KEY_PREFIX + key;
}

/**
 * What deliveries to a trigger present. The derived key needs no storing: every n8n process gets the
 * same one, for test and production. Undefined if the credential lacks a value for it.
 */
export function deliveryKey(
	{ webhookApiKey, clientSecret }: IDataObject,
	trigger: string,
): string | undefined {
	const secret = trimmedText(clientSecret);
	return trimmedText(webhookApiKey) || (secret === '' ? undefined : derivedKey(secret, trigger));
}
