import { setField } from '../records';

/** Deeper than any payload of a service. n8n's own copying fails on values that are too deep. */
export const DEEPEST_JSON = 100;

export const QUOTE = 0x22;
export const OPENING_SQUARE = 0x5b;
export const CLOSING_SQUARE = 0x5d;
export const OPENING_CURLY = 0x7b;
export const CLOSING_CURLY = 0x7d;
const BACKSLASH = 0x5c;

/** Finds the ends of JSON strings while the JSON arrives in parts. */
export class Texts {
	isInText = false;
	private isEscaped = false;

	/** Where the closing quote is. `indexOf` is fast, and most of JSON is strings. */
	end(part: string, from: number): number {
		const begin = this.isEscaped ? from + 1 : from;
		this.isEscaped = false;
		for (let end = part.indexOf('"', begin); end >= 0; end = part.indexOf('"', end + 1)) {
			if (isEscapedAt(part, begin, end)) continue;
			this.isInText = false;
			return end;
		}
		this.isEscaped = isEscapedAt(part, begin, part.length);
		return part.length;
	}
}

/** Whether an odd number of backslashes stands in front of it. */
function isEscapedAt(part: string, begin: number, at: number): boolean {
	let first = at;
	while (first > begin && part.charCodeAt(first - 1) === BACKSLASH) first--;
	return (at - first) % 2 === 1;
}

/** Checked before parsing, which would already take n8n's time and memory. */
export function isTextTooDeep(text: string): boolean {
	const texts = new Texts();
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		if (texts.isInText) {
			at = texts.end(text, at);
			continue;
		}
		switch (text.charCodeAt(at)) {
			case QUOTE:
				texts.isInText = true;
				break;
			case OPENING_SQUARE:
			case OPENING_CURLY:
				if (++depth > DEEPEST_JSON) return true;
				break;
			case CLOSING_SQUARE:
			case CLOSING_CURLY:
				depth--;
		}
	}
	return false;
}

/** Level by level: recursion would overflow on the very values that this looks for. */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isObject);
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > DEEPEST_JSON) return true;
		level = level.flatMap((object) => Object.values(object).filter(isObject));
	}
	return false;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/**
 * Adds elements to the object or list. Returns how many records or fields these are, or undefined
 * if there are none.
 */
export function append(
	value: unknown[] | Record<string, unknown>,
	elements: string,
): number | undefined {
	if (Array.isArray(value)) {
		const more = parseJson(`[${elements}]`) as unknown[] | undefined;
		if (more === undefined || more.length === 0) return undefined;
		let records = 0;
		for (const element of more) {
			value.push(element);
			if (typeof element === 'object') records++;
		}
		return records;
	}
	const fields = parseJson(`{${elements}}`) as Record<string, unknown> | undefined;
	const names = Object.keys(fields ?? {});
	// At once takes a hundredth of the time, but would set the prototype.
	if (!Object.hasOwn(fields ?? {}, '__proto__')) Object.assign(value, fields);
	else for (const name of names) setField(value, name, fields?.[name]);
	return names.length || undefined;
}

/** The name of an inner object or list, from the text in front of its bracket. */
export function nameIn(text: string): string | undefined {
	const trimmed = text.trim();
	const name = trimmed.endsWith(':') ? parseJson(trimmed.slice(0, -1)) : undefined;
	return typeof name === 'string' ? name : undefined;
}

export function isBlank(text: string): boolean {
	return text.trim() === '';
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
