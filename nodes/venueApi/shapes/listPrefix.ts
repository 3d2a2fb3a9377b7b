import { USUAL_NAMES } from './records';

const LONGEST_HEAD = 4_096;
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = ['[', '{'].map((bracket) => bracket.charCodeAt(0));
const CLOSING = [']', '}'].map((bracket) => bracket.charCodeAt(0));

/**
 * Looks at the text of a list while it arrives, and knows when the first records are complete. Then
 * the rest of the text, which may be a hundred times as long, need neither be read nor be kept.
 */
export class ListPrefix {
	private readonly parts: string[] = [];
	private readonly head: RegExp;
	private closing: string | undefined;
	private isWhole = false;
	private records = 0;
	private depth = 0;
	private isInText = false;
	private isEscaped = false;

	/** The list is bare, or lies under a usual name or this one in an object. */
	constructor(
		private readonly atMost: number,
		name: string,
	) {
		const names = [...USUAL_NAMES, name].join('|');
		const scalar = '(?:"(?:[^"\\\\]|\\\\.)*"|[-+.\\w]+)';
		const before = `(?:"[^"\\\\]*"\\s*:\\s*${scalar}\\s*,\\s*)*`;
		this.head = new RegExp(`^\\uFEFF?\\s*(\\{\\s*${before}"(?:${names})"\\s*:\\s*)?\\[`);
	}

	/** JSON of the first records as soon as they are there. */
	add(part: string): string | undefined {
		this.parts.push(part);
		if (this.isWhole) return undefined;
		const end = this.closing === undefined ? this.findList() : this.findEnd(part, 0);
		return end === undefined ? undefined : this.textUntil(end);
	}

	/** All of the text, where the list was shorter, or in another form. */
	rest(): string {
		return this.parts.join('');
	}

	private findList(): number | undefined {
		const text = this.parts.join('');
		this.parts.splice(0, Infinity, text);
		const found = this.head.exec(text.slice(0, LONGEST_HEAD));
		if (!found) {
			this.isWhole = text.length >= LONGEST_HEAD;
			return undefined;
		}
		this.closing = found[1] === undefined ? ']' : ']}';
		return this.findEnd(text, found[0].length);
	}

	/** Where in this part the last wanted record ends. */
	private findEnd(part: string, from: number): number | undefined {
		for (let at = from; at < part.length; at++) {
			const code = part.charCodeAt(at);
			if (this.isEscaped) this.isEscaped = false;
			else if (this.isInText && code === BACKSLASH) this.isEscaped = true;
			else if (code === QUOTE) this.isInText = !this.isInText;
			else if (this.isInText) continue;
			else if (OPENING.includes(code)) this.depth++;
			else if (CLOSING.includes(code) && this.endsRecord()) return at + 1;
			if (this.isWhole) return undefined;
		}
		return undefined;
	}

	private endsRecord(): boolean {
		if (this.depth === 0) this.isWhole = true;
		else this.depth--;
		if (this.depth > 0 || this.isWhole) return false;
		this.records++;
		return this.records >= this.atMost;
	}

	private textUntil(endInLastPart: number): string {
		const last = this.parts.length - 1;
		const parts = [...this.parts.slice(0, last), this.parts[last].slice(0, endInLastPart)];
		return parts.join('') + this.closing;
	}
}
