/** Deeper than any payload of a service, and less than what makes n8n stumble over it. */
export const DEEPEST = 100;

export const QUOTE = 0x22;
export const OPENING_SQUARE = 0x5b;
export const CLOSING_SQUARE = 0x5d;
export const OPENING_CURLY = 0x7b;
export const CLOSING_CURLY = 0x7d;
const BACKSLASH = 0x5c;

/** Where the texts of JSON end while it arrives in parts. */
export class Texts {
	isInText = false;
	private isEscaped = false;

	/** Where the quote is that ends the text: JSON consists of texts for the most part. */
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

/** Whether the backslashes in front of it are an odd number. */
function isEscapedAt(part: string, begin: number, at: number): boolean {
	let first = at;
	while (first > begin && part.charCodeAt(first - 1) === BACKSLASH) first--;
	return (at - first) % 2 === 1;
}

/** Parsing such a text would take n8n's time and memory, whatever is then done with it. */
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
				if (++depth > DEEPEST) return true;
				break;
			case CLOSING_SQUARE:
			case CLOSING_CURLY:
				depth--;
		}
	}
	return false;
}

/** Level by level: a function that calls itself would break on what it is meant to find. */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isObject);
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > DEEPEST) return true;
		level = level.flatMap((object) => Object.values(object).filter(isObject));
	}
	return false;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** Adds the elements to what they belong to, if they are any. How many records or fields that are. */
export function append(
	value: unknown[] | Record<string, unknown>,
	elements: string,
): number | undefined {
	if (Array.isArray(value)) {
		const more = parse(`[${elements}]`) as unknown[] | undefined;
		if (more === undefined || more.length === 0) return undefined;
		let records = 0;
		for (const element of more) {
			value.push(element);
			if (typeof element === 'object') records++;
		}
		return records;
	}
	const fields = parse(`{${elements}}`) as Record<string, unknown> | undefined;
	const names = Object.keys(fields ?? {});
	for (const name of names) setField(value, name, fields?.[name]);
	return names.length || undefined;
}

/** Like `JSON.parse`, for which even this name means nothing. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
	if (name !== '__proto__') record[name] = value;
	else {
		const plain = { value, configurable: true, enumerable: true, writable: true };
		Object.defineProperty(record, name, plain);
	}
}

/** Of an object or a list in an object, from the text in front of its bracket. */
export function nameIn(text: string): string | undefined {
	const trimmed = text.trim();
	const name = trimmed.endsWith(':') ? parse(trimmed.slice(0, -1)) : undefined;
	return typeof name === 'string' ? name : undefined;
}

export function isBlank(text: string): boolean {
	return text.trim() === '';
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
