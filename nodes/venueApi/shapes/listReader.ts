import { listBeginning } from './records';

const LONGEST_HEAD = 4_096;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_SQUARE = 0x5b;
const CLOSING_SQUARE = 0x5d;
const OPENING_CURLY = 0x7b;
const CLOSING_CURLY = 0x7d;

type Place = 'beforeList' | 'inList' | 'afterList' | 'elsewhere';

/**
 * Reads a list while its text arrives. A record is kept as soon as it is complete, and its text is
 * not: a list of 100,000 bookings never lies in memory as a whole text. And the rest need not come
 * once the wanted records are there.
 */
export class ListReader {
	private place: Place = 'beforeList';
	private readonly records: unknown[] = [];
	/** Text that is not yet, or not at all, a record. */
	private text: string[] = [];
	private head = '';
	private readonly headPattern: RegExp;
	private recordsSeen = 0;
	private depth = 0;
	private isInText = false;
	private isEscaped = false;
	private isBroken = false;

	/** The list is bare, or lies under a usual name or this one in an object. */
	constructor(
		private readonly atMost: number,
		name: string,
	) {
		this.headPattern = listBeginning(name);
	}

	/** Whether the wanted records are there. */
	add(part: string): boolean {
		switch (this.place) {
			case 'beforeList':
				return this.findList(part);
			case 'inList':
				return this.readRecords(part);
			default:
				this.text.push(part);
				return false;
		}
	}

	/**
	 * The list with what is around it, as far as that has come; or the text, where it holds no such
	 * list; or the broken beginning of it.
	 */
	result(): unknown {
		if (this.place === 'beforeList' || this.place === 'elsewhere') return this.text.join('');
		const head = this.head.replace(/^\uFEFF/, '');
		const around = this.isBroken ? undefined : parseJson(head + this.tail());
		const name = /"([^"]+)"\s*:\s*\[$/.exec(head)?.[1];
		if (around === undefined || name === undefined) return around ? this.records : this.head;
		return { ...around, [name]: this.records };
	}

	/** What stands behind the list, or has to stand there where nobody waited for it. */
	private tail(): string {
		if (this.place === 'afterList') return this.text.join('');
		if (this.recordsSeen < this.atMost) return '';
		return this.head.includes('{') ? ']}' : ']';
	}

	private findList(part: string): boolean {
		const text = this.text.join('') + part;
		const found = this.headPattern.exec(text.slice(0, LONGEST_HEAD));
		if (!found) {
			this.text = [text];
			if (text.length >= LONGEST_HEAD) this.place = 'elsewhere';
			return false;
		}
		[this.head] = found;
		this.text = [];
		this.place = 'inList';
		return this.readRecords(text.slice(this.head.length));
	}

	private readRecords(part: string): boolean {
		let end = 0;
		for (
			let at = this.nextClosing(part, 0);
			at < part.length;
			at = this.nextClosing(part, at + 1)
		) {
			if (this.depth < 0) {
				this.keep(part.slice(0, at));
				this.place = 'afterList';
				this.text = [part.slice(at)];
				return false;
			}
			if (this.depth > 0) continue;
			end = at + 1;
			this.recordsSeen++;
			if (this.recordsSeen >= this.atMost) break;
		}
		if (end > 0) this.keep(part.slice(0, end));
		this.text.push(part.slice(end));
		return this.recordsSeen >= this.atMost;
	}

	/** Makes records of the text so far and this last piece of it. */
	private keep(piece: string): void {
		const text = this.text.join('') + piece;
		this.text = [];
		const records = parseJson(`[${this.records.length > 0 ? text.replace(/^\s*,/, '') : text}]`);
		if (!Array.isArray(records)) this.isBroken = true;
		else for (const record of records as unknown[]) this.records.push(record);
	}

	/** Where a bracket closes next; the depth is then that outside of it. */
	private nextClosing(part: string, from: number): number {
		for (let at = from; at < part.length; at++) {
			if (this.isInText) at = this.endOfText(part, at);
			else {
				switch (part.charCodeAt(at)) {
					case QUOTE:
						this.isInText = true;
						break;
					case OPENING_SQUARE:
					case OPENING_CURLY:
						this.depth++;
						break;
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

function parseJson(text: string): object | undefined {
	try {
		return JSON.parse(text) as object;
	} catch {
		return undefined;
	}
}
