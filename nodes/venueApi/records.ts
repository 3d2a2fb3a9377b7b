import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

/** A record of the venue, passed on unchanged: the API document does not show most of its fields. */
export type VenueRecord = IDataObject;

/** What went wrong is no record, even if nothing else is there, nor is where the pages are or their order. */
export const NOT_LISTED = /^(errors?|warnings|_?links|sort)$/i;

const USUAL_NAMES = 'items data results records value values list content _embedded'.split(' ');

export function isRecord(value: unknown): value is VenueRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The records of a list: a bare array, or an array in an object under a usual name, under `name`, as
 * the only array, or under `name` in an object inside. All of that may be in an envelope. Undefined
 * if it is not clearly a list. An empty body is not one either: a response that was cut short would
 * seem to remove everything.
 */
export function readList(body: unknown, name?: string): VenueRecord[] | undefined {
	const list = Array.isArray(body) ? (body as unknown[]) : listInside(body, name);
	return list?.every(isRecord) ? list : undefined;
}

/** The names that a list in an object may have. Its own comes first: beside bookings, `items` are theirs. */
export function listNames(name?: string): string[] {
	return name === undefined ? USUAL_NAMES : [name, ...USUAL_NAMES];
}

/** Empty for what has no text: an object may have a field of its own that is called “toString”. */
export function textOf(value: unknown): string {
	try {
		return String(value ?? '');
	} catch {
		return '';
	}
}

/** Pasted values often come with blanks and line breaks, and an expression may give a number. */
export function trimmedText(value: unknown): string {
	return textOf(value).trim();
}

/** The beginning of a text. Half of an emoji at its end would make a model refuse the whole request. */
export function beginningOfText(text: string, most: number): string {
	return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** Where a text was cut off. */
export const ELLIPSIS = '…';

export function shortened(text: string, most: number): string {
	return text.length > most ? beginningOfText(text, most) + ELLIPSIS : text;
}

/** To compare names, which may have hyphens, underscores or capitals between their words. */
export function lettersOf(name: unknown): string {
	return textOf(name)
		.toLowerCase()
		.replace(/[^a-z]/g, '');
}

/**
 * The record with these names, where the venue has them in other letters, such as `WebhookId` or
 * `webhook_id`. Other fields stay as they are.
 */
export function spelledAs(names: readonly string[], record: VenueRecord): VenueRecord {
	const missing = names.filter((name) => !Object.hasOwn(record, name));
	const wanted = new Map(missing.map((name) => [lettersOf(name), name]));
	const nameFor = new Map<string, string>();
	for (const field of wanted.size > 0 ? Object.keys(record) : []) {
		const letters = /^[a-z_-]+$/i.test(field) ? lettersOf(field) : '';
		const name = wanted.get(letters);
		if (name !== undefined && wanted.delete(letters)) nameFor.set(field, name);
	}
	if (nameFor.size === 0) return record;
	const spelled: VenueRecord = {};
	for (const [field, value] of Object.entries(record)) {
		setField(spelled, nameFor.get(field) ?? field, value);
	}
	return spelled;
}

/** Empty for what is not a text. */
export function trimmed(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

const NIL_UUID = /^0{8}-(0{4}-){3}0{12}$/;

/**
 * Whether an ID says anything. Some services write zeros where they have set none. JSON.parse rounds
 * a longer number, which may then be the ID of something else.
 */
export function isSetId(id: unknown): id is string | number {
	if (typeof id === 'number') return Number.isSafeInteger(id) && id !== 0;
	return typeof id === 'string' && id.trim() !== '' && !NIL_UUID.test(id.trim());
}

const UUID = /^\s*\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?\s*$/i;

/** One text for all spellings of an ID. A database may write a UUID in capitals, and a program not. */
export function oneTextOf(id: string | number): string {
	const [, uuid] = UUID.exec(String(id)) ?? [];
	return uuid?.toLowerCase() ?? String(id);
}

/** A switch that a person, an expression or the venue may have written as a number or a text. */
export function booleanIn(value: unknown): boolean | undefined {
	if (typeof value === 'boolean' || value === undefined) return value;
	const text = textOf(value).trim().toLowerCase();
	if (['true', '1'].includes(text)) return true;
	return ['false', '0'].includes(text) ? false : undefined;
}

/** Like `JSON.parse`, it takes `__proto__` for an ordinary name. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
	if (name !== '__proto__') record[name] = value;
	else {
		const plain = { value, configurable: true, enumerable: true, writable: true };
		Object.defineProperty(record, name, plain);
	}
}

/** One record, which some services put into a list of one. */
export function readRecord(body: unknown): VenueRecord | undefined {
	const [first, ...others]: unknown[] = Array.isArray(body) ? body : [body];
	return isRecord(first) && others.length === 0 ? first : undefined;
}

function listInside(body: unknown, name?: string): unknown[] | undefined {
	if (!isRecord(body)) return undefined;

	const named = listNames(name)
		.map((usual) => body[usual])
		.filter((value) => value !== undefined);
	const list = named.find((value) => Array.isArray(value));
	if (list !== undefined) return list as unknown[];
	const wrapper = named.find(isRecord);
	if (wrapper) return listInside(wrapper, name);

	const lists = Object.entries(body).filter(
		([field, value]) => Array.isArray(value) && !NOT_LISTED.test(field),
	);
	if (lists.length > 1) return undefined;
	return lists.length === 1 ? (lists[0][1] as unknown[]) : listDeeper(body, name);
}

/** What some services put each of their answers into. It may also hold no more than a status. */
const ENVELOPE = /^(result|response|d)$/i;

function listDeeper(body: VenueRecord, name = ''): unknown[] | undefined {
	const letters = lettersOf(name);
	const inner = Object.entries(body).filter((field): field is [string, VenueRecord] =>
		isRecord(field[1]),
	);
	const found = inner
		.flatMap(([, record]) => Object.entries(record))
		.filter(([field, value]) => Array.isArray(value) && lettersOf(field) === letters);
	if (letters !== '' && found.length > 0) {
		return found.length === 1 ? (found[0][1] as unknown[]) : undefined;
	}
	const envelopes = inner.filter(([field]) => ENVELOPE.test(field));
	return envelopes.length === 1 ? listInside(envelopes[0][1], name) : undefined;
}

/** In hexadecimal digits; the same for the same content, in any order of its fields. */
export function contentHash(content: unknown): string {
	return hash('sha256', JSON.stringify(withSortedFields(content ?? null)), 'hex');
}

function withSortedFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedFields);
	if (!isRecord(value)) return value;
	const sorted: VenueRecord = {};
	for (const name of Object.keys(value).sort()) {
		setField(sorted, name, withSortedFields(value[name]));
	}
	return sorted;
}
