import type { IDataObject } from 'n8n-workflow';

import { MASK, redactor, withTexts } from '../messages/redact';
import { derivedKey, triggerIn } from './triggerKeys';

const SECRET_NAME =
	/key|pass(word|phrase|wd|code)|^pass$|pwd|secret|token|credential|bearer|cookie|hmac|signature|^sig$/i;

/** Everything in these is secret, except what says who or how: most of the names are not documented. */
const AUTHENTICATION_NAME = /^(auth(entication|orization)?|signature|hmac)$/i;
const OPEN_NAME = /^(user(name)?|name|type|kind|method|scheme|header(name)?)$/i;

const PASSWORD_IN_ADDRESS = /^(https?:\/\/[^\s/?#:@]*:)([^\s/?#@]+)@/i;
const USER_IN_ADDRESS = /^(https?:\/\/)([^\s/?#:@]+)@/i;
const QUERY_VALUE = /([?&#])([^\s=&#?]*)=([^\s&#]+)/g;
const HTTP_ADDRESS = /^https?:/i;

/** Shorter secrets are parts of ordinary words, so they are only hidden if they are the whole value. */
const SHORTEST_PART = 6;

type FieldKind = 'open' | 'authentication' | 'secret';
type Veil = (secret: string) => string;

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

/** What stands between keys of most kinds, and between those with dots or slashes in them. */
const SEPARATORS = [/[^\w-]/g, /[\s"',;<>()[\]{}|]/g];

/** A response of any form, with configurations anywhere in it, without their secrets. */
export function withoutSecrets<T>(answer: T, known: string[] = []): T {
	return secretsHider(known)(answer);
}

/**
 * The same for many responses, or for each webhook of a list. The secrets of the credential and
 * derived keys are hidden in every field. Each text is read once, however many secrets there
 * are: a venue chooses both.
 */
export function secretsHider(known: string[]): <T>(answer: T) => T {
	const hideKnown = redactor(known, SHORTEST_PART);
	return <T>(answer: T): T => {
		const found: string[] = [];
		const masked = replaceSecrets(answer, (secret) => {
			found.push(secret);
			return MASK;
		});
		const whole = new Set([...known, ...found]);
		const parts = new Set([...whole].filter(({ length }) => length >= SHORTEST_PART));
		return withTexts(masked, (text) => {
			if (whole.has(text)) return MASK;
			const hidden = SEPARATORS.reduce(
				(rest, separator) => maskWords(rest, separator, parts),
				text,
			);
			return hideKnown(hidden);
		}) as T;
	};
}

/** Not with a pattern for whole words: one of 20 MB is too long for it. */
function maskWords(text: string, separator: RegExp, secrets: Set<string>): string {
	if (secrets.size === 0) return text;
	const shown: string[] = [];
	let shownUntil = 0;
	let wordFrom = 0;
	const endWord = (at: number) => {
		if (!secrets.has(text.slice(wordFrom, at))) return;
		shown.push(text.slice(shownUntil, wordFrom), MASK);
		shownUntil = at;
	};
	for (const { index } of text.matchAll(separator)) {
		endWord(index);
		wordFrom = index + 1;
	}
	endWord(text.length);
	return [...shown, text.slice(shownUntil)].join('');
}

/**
 * Replaces the key when n8n switches a webhook off. Every n8n that has the Client Secret, such as
 * one that was restarted, can then see that n8n did it and not a user in the console.
 */
export function switchedOffKey([clientSecret = '']: string[], url: string): string {
	return derivedKey(clientSecret, `retired/${triggerIn(url)}`);
}

export function isRetired(configuration: IDataObject, secrets: string[]): boolean {
	const { url, authentication } = configuration;
	return secretsIn({ authentication }).includes(switchedOffKey(secrets, String(url ?? '')));
}

function replaceSecrets(value: unknown, replace: Veil, place: FieldKind = 'open'): unknown {
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

function inAddress(text: string, replace: Veil): string {
	if (!HTTP_ADDRESS.test(text)) return text;
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

function placeOf(name: string, value: unknown, outer: FieldKind): FieldKind {
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
