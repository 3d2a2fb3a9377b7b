/**
 * What JSON costs in bytes of n8n's memory until the execution is saved, such as thirty times the
 * text for `{}`. Records become items, which n8n wraps and writes.
 */
export const COST = {
	character: 1,
	characterOfText: 3,
	otherText: 7,
	/** Once as it arrives, once in one piece and once as n8n stores it. */
	byteOfFile: 4,
	text: 120,
	newName: 100,
	container: 200,
	separator: 16,
	record: 500,
	/** For an object with many fields that arrives in several parts: V8 moves all of them as it grows. */
	field: 300,
	/** More than any execution may take, but a number, because the memory is given back. */
	tooLong: 2 ** 40,
};

/** A booking that is split between two parts has fewer fields than this. */
export const FEW_FIELDS = 100;

/** The same estimate for a value that has been read. */
export function costOf(value: unknown): number {
	if (typeof value === 'string') return COST.text + value.length * COST.characterOfText;
	if (typeof value !== 'object' || value === null) return COST.separator;
	const inner = Object.entries(value).map(([name, of]) => name.length + costOf(of));
	return inner.reduce((sum, cost) => sum + cost + COST.separator, COST.container);
}

/**
 * Which field names have been seen, as far as a few bytes can tell: V8 keeps each name once. One
 * part in four is checked for all, and a server can predict neither it nor which names look alike.
 */
export class Names {
	private readonly seen = new Uint8Array(8_192);
	private readonly factor = Math.floor(Math.random() * 2 ** 31) | 1;
	private count = 0;
	private part = -1;
	private lookedAt = 0;

	/** How many times each name of this part counts: 0 if the part is not checked. */
	beginPart(): number {
		this.part = (this.part + 1) % 4;
		if (this.part === 0) this.lookedAt = Math.floor(Math.random() * 4);
		return this.part === this.lookedAt ? 4 : 0;
	}

	isNew(part: string, begin: number, end: number): boolean {
		// A name that was split between two parts counts as new, and so does any after the first 2,000.
		if (begin < 0 || this.count > 2_000) return true;
		let hash = 0;
		for (let at = begin; at < end; at++) {
			hash = Math.imul(hash ^ part.charCodeAt(at), this.factor);
			hash ^= hash >>> 15;
		}
		const place = hash & 8_191;
		if (this.seen[place] === 1) return false;
		this.seen[place] = 1;
		this.count++;
		return true;
	}
}
