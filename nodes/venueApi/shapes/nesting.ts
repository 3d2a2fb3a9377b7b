/** Deeper than any payload of a service, and less than what makes n8n stumble over it. */
export const DEEPEST = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_SQUARE = 0x5b;
const CLOSING_SQUARE = 0x5d;
const OPENING_CURLY = 0x7b;
const CLOSING_CURLY = 0x7d;

/** How deep JSON is nested, found while its text arrives and before anything is made of it. */
export class Nesting {
	depth = 0;
	isTooDeep = false;
	private isInText = false;
	private isEscaped = false;

	/** Where a bracket closes next; the depth is then that outside of it. The end, where none does. */
	nextClosing(part: string, from: number): number {
		for (let at = from; at < part.length; at++) {
			if (this.isInText) at = this.endOfText(part, at);
			else {
				switch (part.charCodeAt(at)) {
					case QUOTE:
						this.isInText = true;
						break;
					case OPENING_SQUARE:
					case OPENING_CURLY:
						if (++this.depth <= DEEPEST) break;
						this.isTooDeep = true;
						return part.length;
					case CLOSING_SQUARE:
					case CLOSING_CURLY:
						this.depth--;
						return at;
				}
			}
		}
		return part.length;
	}

	/** Where the quote is that ends the text: a list consists of texts for the most part. */
	private endOfText(part: string, from: number): number {
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
	const nesting = new Nesting();
	for (let at = 0; at < text.length; at++) at = nesting.nextClosing(text, at);
	return nesting.isTooDeep;
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
