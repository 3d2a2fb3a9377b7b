import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { oneSpelling } from '../address';
import { MASK, redact } from '../messages/redact';
import { isRecord } from '../records';

const SECRET_NAME =
	/key|pass(word|phrase|wd|code)|^pass$|pwd|secret|token|credential|bearer|cookie|hmac|signature|^sig$/i;

/** Everything in these is secret, except what says who or how: most of the names are not documented. */
const AUTHENTICATION_NAME = /^(auth(entication|orization)?|signature|hmac)$/i;
const OPEN_NAME = /^(user(name)?|name|type|kind|method|scheme|header(name)?)$/i;

const PASSWORD_IN_ADDRESS = /^(https?:\/\/[^\s/?#:@]*:)([^\s/?#@]+)@/i;
const USER_IN_ADDRESS = /^(https?:\/\/)([^\s/?#:@]+)@/i;
const QUERY_VALUE = /([?&#])([^\s=&#?]*)=([^\s&#]+)/g;
const ADDRESS = /^https?:/i;

/** Shorter secrets are parts of ordinary words, so they are only hidden if they are the whole value. */
const SHORTEST_PART = 6;

type Place = 'open' | 'authentication' | 'secret';
type Replace = (secret: string) => string;

const MASKED = /[*•●]{3,}|^[.xX]+$/;

/** The secrets in a webhook configuration. */
export function secretsIn(configuration: IDataObject): string[] {
	const secrets: string[] = [];
	replaceSecrets(configuration, (secret) => {
		secrets.push(secret);
		return secret;
	});
	return secrets;
}

/** The configuration without secrets. Those of the credential are hidden in every field. */
export function withoutSecrets(configuration: IDataObject, known: string[] = []): IDataObject {
	const url = typeof configuration.url === 'string' ? configuration.url : '';
	const derived = known.map((secret) => derivedKey(secret, triggerIn(url)));
	const secrets = [...known, ...derived, ...secretsIn(configuration)];
	const parts = secrets.filter(({ length }) => length >= SHORTEST_PART);
	const shown = replaceSecrets(configuration, () => MASK) as IDataObject;
	return JSON.parse(JSON.stringify(shown), (_, value: unknown) => {
		if (typeof value !== 'string') return value;
		return secrets.includes(value) ? MASK : redact(value, parts);
	}) as IDataObject;
}

/** The same for a response of any form, with configurations anywhere in it. */
export function withoutSecretsInside(answer: unknown, known: string[] = []): unknown {
	if (Array.isArray(answer)) return answer.map((entry) => withoutSecretsInside(entry, known));
	if (!isRecord(answer)) return typeof answer === 'string' ? redact(answer, known) : answer;
	const shown = Object.entries(answer).map(([name, value]) => {
		return [name, holdsRecords(value) ? withoutSecretsInside(value, known) : value];
	});
	const derived = urlsIn(answer).flatMap((url) => {
		return known.map((secret) => derivedKey(secret, triggerIn(url)));
	});
	return withoutSecrets(Object.fromEntries(shown) as IDataObject, [...known, ...derived]);
}

/** What deliveries to a trigger present if the credential has no Webhook API Key. */
export function derivedKey(clientSecret: string, trigger: string): string {
	return createHmac('sha256', clientSecret).update(trigger).digest('base64url');
}

/**
 * Replaces the key when n8n switches a webhook off. Every n8n that has the Client Secret, such as
 * one that was restarted, can then see that n8n did it and not a user in the console.
 */
export function retiredKey([clientSecret = '']: string[], url: string): string {
	return derivedKey(clientSecret, `retired/${triggerIn(url)}`);
}

export function isRetired(configuration: IDataObject, secrets: string[]): boolean {
	const { url, authentication } = configuration;
	return secretsIn({ authentication }).includes(retiredKey(secrets, String(url ?? '')));
}

/** The end of an n8n address: the ID of the trigger and its path. */
function triggerIn(url: string): string {
	return (oneSpelling(url) ?? url).split('/').slice(-2).join('/');
}

function holdsRecords(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(isRecord);
	return isRecord(value) && Object.values(value).some(holdsRecords);
}

function urlsIn(record: IDataObject): string[] {
	return Object.entries(record).flatMap(([name, value]) => {
		if (isRecord(value)) return urlsIn(value);
		return name.toLowerCase() === 'url' && typeof value === 'string' ? [value] : [];
	});
}

function replaceSecrets(value: unknown, replace: Replace, place: Place = 'open'): unknown {
	if (Array.isArray(value)) return value.map((entry) => replaceSecrets(entry, replace, place));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]: [string, unknown]) => [
				name,
				replaceSecrets(inner, replace, placeOf(name, inner, place)),
			]),
		);
	}
	if (place === 'open') return typeof value === 'string' ? inAddress(value, replace) : value;
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && value !== '' ? replace(String(value)) : value;
}

function inAddress(text: string, replace: Replace): string {
	if (!ADDRESS.test(text)) return text;
	return text
		.replace(PASSWORD_IN_ADDRESS, (_, before: string, password: string) => {
			return `${before}${replace(password)}@`;
		})
		.replace(USER_IN_ADDRESS, (_, before: string, user: string) => `${before}${replace(user)}@`)
		.replace(QUERY_VALUE, (whole, mark: string, name: string, value: string) =>
			SECRET_NAME.test(name) || AUTHENTICATION_NAME.test(name)
				? `${mark}${name}=${replace(value)}`
				: whole,
		);
}

function placeOf(name: string, value: unknown, outer: Place): Place {
	if (outer === 'secret') return 'secret';
	if (AUTHENTICATION_NAME.test(name)) return 'authentication';
	if (SECRET_NAME.test(name)) return 'secret';
	if (outer === 'open') return 'open';
	return typeof value === 'string' && OPEN_NAME.test(name) ? 'open' : 'authentication';
}

/** Whether the venue or this package has put a mask in place of the secret. */
export function isMasked(secret: string): boolean {
	return MASKED.test(secret);
}
