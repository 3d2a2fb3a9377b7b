import type { IDataObject } from 'n8n-workflow';

import { inAllTexts, MASK, redactor, withEntries } from '../messages/redact';
import { isRecord, setField, textOf } from '../records';
import { derivedKey, triggerIn } from './triggerKeys';

const SECRET_NAME =
	/key|pass(word|phrase|wd|code)|^pass$|pwd|secret|token|credential|bearer|cookie|hmac|signature|^sig$|^auth(entication|orization)?$/i;

/** Everything in these is secret, except what says who or how: most of the names are not documented. */
const AUTHENTICATION_NAME = /^(auth(entication|orization)?|signature|hmac)$/i;
const OPEN_NAME = /^(user(name)?|name|type|kind|method|scheme|header(name)?)$/i;

/** Headers are often listed as pairs of a name and a value. */
const PAIR_NAMES = ['name', 'key', 'header', 'headerName', 'field'];

const PASSWORD_IN_ADDRESS = /^(https?:\/\/[^\s/?#:@]*:)([^\s/?#@]+)@/i;
const USER_IN_ADDRESS = /^(https?:\/\/)([^\s/?#:@]+)@/i;
const QUERY_VALUE = /([?&#])([^\s=&#?]*)=([^\s&#]+)/g;
const HTTP_ADDRESS = /^https?:/i;
const MAY_HOLD_SECRET = /[@=]/;

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
const SEPARATORS = [/[^\w-]/, /[\s"',;<>()[\]{}|]/].map(characterIn);

type IsIn = (text: string, at: number) => boolean;

/** Most characters are ASCII, and a pattern takes ten times as long for each. */
function characterIn(pattern: RegExp): IsIn {
	const inAscii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
	return (text, at) => inAscii[text.charCodeAt(at)] ?? pattern.test(text[at]);
}

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
	const hiderOf = hiderWith(known);
	return <T>(answer: T): T => {
		const found = new Set<string>();
		const masked = replaceSecrets(answer, (secret) => {
			found.add(secret);
			return MASK;
		}) as T;
		return hiderOf(found)(masked);
	};
}

/** Only the address of each webhook, as it is shown with the rest: the rest tells what is secret in it. */
export function urlHider(): (webhook: IDataObject) => IDataObject[string] {
	const hiderOf = hiderWith([]);
	return (webhook) => {
		const url = replaceSecrets(webhook.url, () => MASK) as IDataObject[string];
		return hiderOf(new Set(secretsIn(webhook)))(url);
	};
}

/** Hides the secrets that an answer has, in addition to those that are known. */
function hiderWith(known: string[]): (found: Set<string>) => <T>(answer: T) => T {
	const knownWhole = new Set(known.filter((secret) => secret !== ''));
	const shortest = Math.min(...[...knownWhole].map(({ length }) => length));
	const hideParts = redactor(known, SHORTEST_PART);
	const hideKnown = (text: string) =>
		text.length >= shortest && knownWhole.has(text) ? MASK : hideParts(text);
	const hideKnownIn = inAllTexts(hideKnown);
	return (found) => {
		if (found.size === 0) return hideKnownIn;
		const hideWords = wordHider([...found].filter(({ length }) => length >= SHORTEST_PART));
		return inAllTexts((text) => (found.has(text) ? MASK : hideKnown(hideWords(text))));
	};
}

function wordHider(secrets: string[]): Veil {
	const words = new Set(secrets);
	const lengths = new Set(secrets.map(({ length }) => length));
	const isSecret = (text: string, from: number, to: number) =>
		lengths.has(to - from) && words.has(text.slice(from, to));
	return (text) =>
		SEPARATORS.reduce((rest, isBetween) => maskWords(rest, isBetween, isSecret), text);
}

/** Not with a pattern for whole words: one of 20 MB is too long for it. */
function maskWords(
	text: string,
	isBetween: IsIn,
	isSecret: (text: string, from: number, to: number) => boolean,
): string {
	let shown = '';
	let shownUntil = 0;
	let wordFrom = 0;
	for (let at = 0; at <= text.length; at++) {
		if (at < text.length && !isBetween(text, at)) continue;
		if (isSecret(text, wordFrom, at)) {
			shown += text.slice(shownUntil, wordFrom) + MASK;
			shownUntil = at;
		}
		wordFrom = at + 1;
	}
	return shown + text.slice(shownUntil);
}

/**
 * Replaces the key when n8n switches a webhook off. Every n8n that has the Client Secret, such as
 * one that was restarted, can then see that n8n did it and not a user in the console.
 */
export function switchedOffKey([clientSecret = '']: string[], url: string): string {
	return derivedKey(clientSecret, `retired/${triggerIn(url)}`);
}

export function hasMark(configuration: IDataObject, secrets: string[]): boolean {
	const { url, authentication } = configuration;
	return secretsIn({ authentication }).includes(switchedOffKey(secrets, textOf(url)));
}

/** What has no secret in it stays as it is. */
function replaceSecrets(value: unknown, replace: Veil, place: FieldKind = 'open'): unknown {
	if (Array.isArray(value)) {
		return withEntries(value, (entry) => replaceSecrets(entry, replace, place));
	}
	if (isRecord(value)) {
		let shown = value;
		const secretOfPair = 'value' in value && namesSecret(value) ? 'value' : undefined;
		for (const name of Object.keys(value)) {
			const { [name]: inner } = value;
			// What holds no secret under any name.
			if (inner === null || typeof inner === 'boolean') continue;
			const innerPlace = name === secretOfPair ? 'secret' : placeOf(name, inner, place);
			const replaced = replaceSecrets(inner, replace, innerPlace);
			if (replaced === inner) continue;
			if (shown === value) shown = { ...value };
			setField(shown, name, replaced);
		}
		return shown;
	}
	if (place === 'open') return typeof value === 'string' ? inAddress(value, replace) : value;
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && value !== '' ? replace(String(value)) : value;
}

function inAddress(text: string, replace: Veil): string {
	if (!HTTP_ADDRESS.test(text) || !MAY_HOLD_SECRET.test(text)) return text;
	return text
		.replace(PASSWORD_IN_ADDRESS, (_, before: string, password: string) => {
			return `${before}${replace(password)}@`;
		})
		.replace(USER_IN_ADDRESS, (_, before: string, user: string) => `${before}${replace(user)}@`)
		.replace(QUERY_VALUE, (whole, mark: string, name: string, value: string) =>
			SECRET_NAME.test(name) ? `${mark}${name}=${replace(value)}` : whole,
		);
}

function placeOf(name: string, value: unknown, outer: FieldKind): FieldKind {
	if (outer === 'secret') return 'secret';
	if (SECRET_NAME.test(name)) return AUTHENTICATION_NAME.test(name) ? 'authentication' : 'secret';
	if (outer === 'open') return 'open';
	return typeof value === 'string' && OPEN_NAME.test(name) ? 'open' : 'authentication';
}

function namesSecret(pair: IDataObject): boolean {
	return PAIR_NAMES.some((name) => SECRET_NAME.test(textOf(pair[name])));
}

/** Whether the venue or this package has put a mask in place of the secret. */
export function isMasked(secret: string): boolean {
	return MASKED.test(secret);
}
