import type { IDataObject } from 'n8n-workflow';

import { MASK } from '../messages/redact';

const SECRET_NAME = /key|password|passphrase|secret|token|credential/i;

/** Inside `authentication` most names are not documented: all is secret but what says who or how. */
const OPEN_NAME = /^(user|name|type|kind|method|scheme|header)/i;

const PASSWORD_IN_ADDRESS = /^(https?:\/\/[^\s/?#:@]*:)([^\s/?#@]+)@/i;

type Place = 'open' | 'authentication' | 'secret';
type Replace = (secret: string) => string;

const MASKED = /[*•●]{3,}|^[.xX]+$/;

/** The secrets that a webhook configuration holds. */
export function secretsIn(configuration: IDataObject): string[] {
	const secrets: string[] = [];
	replaceSecrets(configuration, (secret) => {
		secrets.push(secret);
		return secret;
	});
	return secrets;
}

/** The same configuration, fit to be shown. */
export function withoutSecrets(configuration: IDataObject): IDataObject {
	return replaceSecrets(configuration, () => MASK) as IDataObject;
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
	return text.replace(PASSWORD_IN_ADDRESS, (_, before: string, password: string) => {
		return `${before}${replace(password)}@`;
	});
}

function placeOf(name: string, value: unknown, outer: Place): Place {
	if (outer === 'secret' || SECRET_NAME.test(name)) return 'secret';
	if (outer === 'open') return name === 'authentication' ? 'authentication' : 'open';
	return typeof value === 'string' && OPEN_NAME.test(name) ? 'open' : 'authentication';
}

/** The venue, or this package, has put a mask where the secret stood. */
export function isMasked(secret: string): boolean {
	return MASKED.test(secret);
}
