import { NOTHING, type ReadBody, readJsonOrText } from './answer';
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
			return new JsonLinesBody();
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

type Decoder = InstanceType<typeof TextDecoder>;

class JsonBody implements BodyReader {
	private readonly decoder = new TextDecoder();
	private readonly reader: JsonReader;

	constructor(list?: LongList) {
		this.reader = new JsonReader(list);
	}

	get cost(): number {
		return this.reader.cost;
	}

	get work(): number {
		return this.reader.work;
	}

	add(part: Uint8Array): boolean {
		return this.reader.add(this.decoder.decode(part, { stream: true }));
	}

	result(): ReadBody {
		const { leftOut } = this.reader;
		return { ...readJsonOrText(this.reader.result()), ...(leftOut > 0 ? { leftOut } : {}) };
	}
}

/** One record on each line. The lines are read as the entries of one list. */
class JsonLinesBody implements BodyReader {
	private readonly decoder = new TextDecoder();
	private readonly reader = new JsonReader();
	private isInLine = false;
	private next = '[';

	get cost(): number {
		return this.reader.cost;
	}

	get work(): number {
		return this.reader.cost;
	}

	add(part: Uint8Array): boolean {
		return this.reader.add(this.asEntries(this.decoder.decode(part, { stream: true })));
	}

	result(): ReadBody {
		if (this.next === '[') return { body: [], isBroken: false, form: 'json' };
		this.reader.add(']');
		return readJsonOrText(this.reader.result());
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

class TextBody implements BodyReader {
	private readonly decoder: Decoder;
	private readonly parts: string[] = [];
	cost = 0;

	constructor(charset: string) {
		this.decoder = decoderFor(charset);
	}

	get work(): number {
		return this.cost;
	}

	add(part: Uint8Array): boolean {
		const text = this.decoder.decode(part, { stream: true });
		this.parts.push(text);
		this.cost += text.length * COST.otherText;
		return false;
	}

	result(): ReadBody {
		const text = this.parts.join('') + this.decoder.decode();
		return text === '' ? NOTHING : { body: text, isBroken: false, form: 'text' };
	}
}

class FileBody implements BodyReader {
	private readonly parts: Uint8Array[] = [];
	cost = 0;

	get work(): number {
		return this.cost;
	}

	add(part: Uint8Array): boolean {
		this.parts.push(part);
		this.cost += part.length * COST.byteOfFile;
		return false;
	}

	result(): ReadBody {
		const bytes = Buffer.concat(this.parts);
		return bytes.length === 0 ? NOTHING : { body: bytes, isBroken: false, form: 'file' };
	}
}

/** A server may name an unknown charset. */
function decoderFor(charset: string): Decoder {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}
