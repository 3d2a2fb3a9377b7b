import { isTextTooDeep, Nesting } from './nesting';
import { listBeginning } from './records';

const LONGEST_HEAD = 4_096;

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
	private readonly nesting = new Nesting();
	private isBroken = false;

	/** The list is bare, or lies under a usual name or this one in an object. */
	constructor(
		private readonly atMost: number,
		name: string,
	) {
		this.headPattern = listBeginning(name);
	}

	/** Whether the wanted records are there, or nothing can be made of them. */
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
		const tail = this.tail();
		const around = this.isBroken || isTextTooDeep(tail) ? undefined : parseJson(head + tail);
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
		const { nesting } = this;
		let end = 0;
		for (
			let at = nesting.nextClosing(part, 0);
			at < part.length;
			at = nesting.nextClosing(part, at + 1)
		) {
			if (nesting.depth < 0) {
				this.keep(part.slice(0, at));
				this.place = 'afterList';
				this.text = [part.slice(at)];
				return false;
			}
			if (nesting.depth > 0) continue;
			end = at + 1;
			this.recordsSeen++;
			if (this.recordsSeen >= this.atMost) break;
		}
		if (nesting.isTooDeep) {
			this.isBroken = true;
			return true;
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
}

function parseJson(text: string): object | undefined {
	try {
		return JSON.parse(text) as object;
	} catch {
		return undefined;
	}
}
