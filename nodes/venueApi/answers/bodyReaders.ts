import { NOTHING, type ReadBody, readJsonOrText } from './answer';
import { BodyDecoder } from './bodyDecoder';
import { charsetOf, type Form, formOf, type ResponseFormat } from './contentType';
import { COST } from './jsonCost';
import { JsonReader } from './jsonReader';
import type { LongList } from './longList';

/** Reads a body while it arrives. */
export interface BodyReader {
	/** Estimated memory of what was read and kept. */
	readonly cost: number;
	/** The same estimate for all that was read. */
	readonly work: number;
	/** Returns whether the rest is not needed. */
	add(part: Uint8Array): boolean;
	result(): ReadBody;
}

/** What the caller expects of a body. */
interface Expected {
	format?: ResponseFormat;
	list?: LongList;
}

/** Reads a body as the user wants it, or otherwise as the venue declares it. */
export function bodyReader({ format, list }: Expected, contentType: unknown): BodyReader {
	switch (formFor(format, contentType)) {
		case 'jsonLines':
			return new JsonBody(list, new JsonLines(list));
		case 'text':
			return new TextBody(charsetOf(contentType));
		case 'file':
			return new FileBody();
		case 'json':
		case 'unknown':
			return new JsonBody(list);
	}
}

function formFor(format: ResponseFormat | undefined, contentType: unknown): Form {
	if (format === 'text' || format === 'file') return format;
	if (format === undefined) return 'unknown';
	const declared = formOf(contentType);
	return format === 'json' && declared !== 'jsonLines' ? 'json' : declared;
}

/** JSON, or JSON Lines. Where they are declared as JSON, the first line is a whole value. */
class JsonBody implements BodyReader {
	private readonly decoder = new BodyDecoder();
	private readonly reader: JsonReader;
	private place: 'before' | 'firstLine' | 'behindFirstLine' | 'inside';
	/** Blanks that no reader gets. They have to cost something, or a body of them would not end. */
	private blanks = 0;

	constructor(
		private readonly list?: LongList,
		private lines?: JsonLines,
	) {
		this.reader = new JsonReader(list);
		this.place = lines ? 'inside' : 'before';
	}

	get cost(): number {
		return this.blanks + (this.lines?.cost ?? this.reader.cost);
	}

	get work(): number {
		return this.blanks + this.reader.work + (this.lines?.work ?? 0);
	}

	add(part: Uint8Array): boolean {
		return this.addText(this.decoder.decode(part));
	}

	result(): ReadBody {
		this.addText(this.decoder.end());
		return this.lines?.result() ?? readResult(this.reader);
	}

	private addText(added: string): boolean {
		let text = added;
		if (this.place === 'before') {
			text = added.trimStart();
			this.blanks += (added.length - text.length) * COST.character;
			if (text !== '') this.place = 'firstLine';
		}
		if (this.place === 'firstLine') {
			const end = text.indexOf('\n') + 1;
			if (end === 0) return this.reader.add(text);
			if (this.reader.add(text.slice(0, end))) return true;
			const isWhole = typeof this.reader.result() === 'object' && this.reader.leftOut === 0;
			this.place = isWhole ? 'behindFirstLine' : 'inside';
			text = text.slice(end);
		}
		if (this.place === 'behindFirstLine') {
			if (text.trim() === '') {
				this.blanks += text.length * COST.character;
				return false;
			}
			this.place = 'inside';
			if (/^\s*[[{]/.test(text)) {
				this.lines = new JsonLines(this.list);
				this.lines.add(`${JSON.stringify(this.reader.result())}\n`);
			}
		}
		return (this.lines ?? this.reader).add(text);
	}
}

/** One record on each line. The lines are read as the entries of one list. */
class JsonLines {
	private readonly reader: JsonReader;
	private isInLine = false;
	private next = '[';
	/** Breaks and blank lines. */
	private leftOut = 0;

	constructor(list?: LongList) {
		this.reader = new JsonReader(list);
	}

	get cost(): number {
		return this.leftOut + this.reader.cost;
	}

	get work(): number {
		return this.leftOut + this.reader.work;
	}

	add(text: string): boolean {
		const entries = this.asEntries(text);
		this.leftOut += (text.length - entries.length) * COST.character;
		return this.reader.add(entries);
	}

	result(): ReadBody {
		if (this.next === '[') return { body: [], isBroken: false, form: 'json' };
		this.reader.add(']');
		return readResult(this.reader);
	}

	private asEntries(text: string): string {
		return text
			.split('\n')
			.map((line, index) => {
				if (index > 0) this.isInLine = false;
				if (this.isInLine) return line;
				if (line.trim() === '') return '';
				this.isInLine = true;
				const before = this.next;
				this.next = ',';
				return before + line;
			})
			.join('');
	}
}

function readResult(reader: JsonReader): ReadBody {
	const { leftOut } = reader;
	return { ...readJsonOrText(reader.result()), ...(leftOut > 0 ? { leftOut } : {}) };
}

class TextBody implements BodyReader {
	private readonly decoder: BodyDecoder;
	private readonly parts: string[] = [];
	cost = 0;

	constructor(charset?: string) {
		this.decoder = new BodyDecoder(charset);
	}

	get work(): number {
		return this.cost;
	}

	add(part: Uint8Array): boolean {
		const text = this.decoder.decode(part);
		this.parts.push(text);
		this.cost += text.length * COST.otherText;
		return false;
	}

	result(): ReadBody {
		const text = this.parts.join('') + this.decoder.end();
		return text === '' ? NOTHING : { body: text, isBroken: false, form: 'text' };
	}
}

/** A part that is kept by itself takes 200 bytes more than it has, and may have only one. */
const BLOCK = 64 * 2 ** 10;

class FileBody implements BodyReader {
	private readonly blocks: Buffer[] = [];
	private length = 0;

	get cost(): number {
		return this.length * COST.byteOfFile;
	}

	get work(): number {
		return this.cost;
	}

	add(part: Uint8Array): boolean {
		for (let at = 0; at < part.length; ) {
			const used = this.length % BLOCK;
			if (used === 0) this.blocks.push(Buffer.allocUnsafe(BLOCK));
			const fitting = part.subarray(at, at + BLOCK - used);
			this.blocks[this.blocks.length - 1].set(fitting, used);
			this.length += fitting.length;
			at += fitting.length;
		}
		return false;
	}

	result(): ReadBody {
		const bytes = Buffer.concat(this.blocks, this.length);
		return bytes.length === 0 ? NOTHING : { body: bytes, isBroken: false, form: 'file' };
	}
}
