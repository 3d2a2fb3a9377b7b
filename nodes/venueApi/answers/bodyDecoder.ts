interface Decoder {
	decode(part?: Uint8Array, options?: { stream: boolean }): string;
}

/** How a text may begin, byte by byte. */
const MARKS = Object.entries({
	'utf-8': '\xef\xbb\xbf',
	'utf-16le': '\xff\xfe',
	'utf-16be': '\xfe\xff',
});

/**
 * Reads bytes as text while they arrive. A byte order mark says how, or else the charset that the
 * venue declares. Without either it is UTF-8.
 */
export class BodyDecoder {
	private decoder?: Decoder;
	private head = Buffer.alloc(0);

	constructor(private readonly charset = 'utf-8') {}

	decode(part: Uint8Array): string {
		if (this.decoder) return this.decoder.decode(part, { stream: true });
		this.head = Buffer.concat([this.head, part]);
		const begins = this.head.toString('latin1', 0, 3);
		const mayBeMark = MARKS.some(([, mark]) => mark !== begins && mark.startsWith(begins));
		return mayBeMark ? '' : this.begin(begins);
	}

	/** The text of bytes that were waiting for others. */
	end(): string {
		const text = this.decoder ? '' : this.begin('');
		return text + (this.decoder?.decode() ?? '');
	}

	private begin(begins: string): string {
		const [charset, mark] = MARKS.find(([, each]) => begins.startsWith(each)) ?? [this.charset, ''];
		const behindMark = this.head.subarray(mark.length);
		this.head = Buffer.alloc(0);
		this.decoder = decoderFor(charset);
		return this.decoder.decode(behindMark, { stream: true });
	}
}

/** A server may name an unknown charset. */
function decoderFor(charset: string): Decoder {
	try {
		const decoder = new TextDecoder(charset);
		return decoder.encoding === 'utf-8' ? new Utf8() : decoder;
	} catch {
		return new Utf8();
	}
}

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The beginning of a character whose other bytes have not arrived. */
const UNFINISHED = /([\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/;

/**
 * UTF-8 in which a byte that cannot be UTF-8 is read as Windows-1252, as in many exports. So no
 * letter is lost if the venue does not say what it sends, or sends some of both.
 */
class Utf8 implements Decoder {
	private unfinished = Buffer.alloc(0);

	decode(part?: Uint8Array): string {
		const bytes = this.withUnfinished(part);
		const ends = bytes.toString('latin1', Math.max(bytes.length - 3, 0));
		const waiting = part ? (UNFINISHED.exec(ends)?.[0].length ?? 0) : 0;
		const complete = bytes.subarray(0, bytes.length - waiting);
		this.unfinished = Buffer.from(bytes.subarray(complete.length));
		try {
			return strictly.decode(complete);
		} catch {
			return inUtf8(complete).toString('utf8');
		}
	}

	private withUnfinished(part?: Uint8Array): Buffer {
		if (!part) return this.unfinished;
		if (this.unfinished.length > 0) return Buffer.concat([this.unfinished, part]);
		return Buffer.from(part.buffer, part.byteOffset, part.length);
	}
}

/** By byte, from 0x80 on. The others up to 0xff are the characters of the same number. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const ofWindows1252 = Array.from({ length: 128 }, (_, index) =>
	Buffer.from(WINDOWS_1252[index] ?? String.fromCharCode(0x80 + index), 'utf8'),
);

function inUtf8(mixed: Buffer): Buffer {
	// A character of Windows-1252 has three bytes in UTF-8 at most.
	const bytes = Buffer.allocUnsafe(3 * mixed.length);
	let length = 0;
	for (let at = 0; at < mixed.length; ) {
		const end = at + sizeAt(mixed, at);
		if (end === at) {
			for (const byte of ofWindows1252[mixed[at++] - 0x80]) bytes[length++] = byte;
		}
		while (at < end) bytes[length++] = mixed[at++];
	}
	return bytes.subarray(0, length);
}

/** The bytes of the character of UTF-8 that begins here: 0 if there is none. */
function sizeAt(bytes: Buffer, at: number): number {
	const first = bytes[at];
	if (first < 0x80) return 1;
	if (first < 0xc2 || first > 0xf4) return 0;
	const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	// Longer than necessary, half of a pair, or behind the last character of Unicode.
	const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
	const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
	if (!(bytes[at + 1] >= lowest && bytes[at + 1] <= highest)) return 0;
	for (let next = at + 2; next < at + size; next++) {
		if (!(bytes[next] >= 0x80 && bytes[next] <= 0xbf)) return 0;
	}
	return size;
}
