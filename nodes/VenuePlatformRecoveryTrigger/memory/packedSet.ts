import { contentHash } from '../../venueApi/records';

const FINGERPRINT_BITS = 36;

/** As many as a JavaScript number holds without loss. */
const CONTENT_BITS = 52;

/**
 * A number of 36 bits that stands for something. With 5,000 messages in the memory, one new message
 * in 14 million is taken for a known one and not reported.
 */
export function shortFingerprintOf(content: unknown): number {
	return fingerprintIn(contentNumberOf(content));
}

/**
 * A number of 52 bits, for what is not stored. Of 100,000 bookings in one list, two have the same
 * number once in a million lists, and the same fingerprint once in fourteen lists.
 */
export function contentNumberOf(content: unknown): number {
	return parseInt(contentHash(content).slice(0, CONTENT_BITS / 4), 16);
}

export function fingerprintIn(number: number): number {
	return Math.floor(number / 2 ** (CONTENT_BITS - FINGERPRINT_BITS));
}

/** Stands for a row of a list beside the fingerprint of the whole record. */
export function besideWhole(row: number): number {
	return (row + 2 ** (FINGERPRINT_BITS - 1)) % 2 ** FINGERPRINT_BITS;
}

const FORM = /^(\d{1,5})\.(\d{1,2})\.([\w-]*)$/;

/**
 * Fingerprints as a text that is as short as possible: the distances of the sorted numbers, in Rice
 * coding. 5,000 of them take just under 21 kB. At eight characters each, they would take 40.
 */
export function pack(fingerprints: Iterable<number>): string {
	const sorted = [...fingerprints].sort((a, b) => a - b);
	const lowBits = lowBitsFor(sorted.length);
	const bits = new BitWriter();
	let previous = 0;
	for (const fingerprint of sorted) {
		const distance = fingerprint - previous;
		const high = Math.floor(distance / 2 ** lowBits);
		for (let one = 0; one < high; one++) bits.add(1, 1);
		bits.add(0, 1);
		bits.add(distance % 2 ** lowBits, lowBits);
		previous = fingerprint;
	}
	return `${sorted.length}.${lowBits}.${bits.text()}`;
}

/** Reads as much as it can: any node of the workflow may write to its static data. */
export function unpack(text: string): Set<number> {
	const fingerprints = new Set<number>();
	const [, count, lowBits, packed] = FORM.exec(text) ?? [];
	if (packed === undefined) return fingerprints;
	const bits = Buffer.from(packed, 'base64url');
	let at = 0;
	const next = () => (bits[at >> 3] >> (7 - (at++ & 7))) & 1;
	let previous = 0;
	for (let left = Number(count); left > 0 && at < bits.length * 8; left--) {
		let distance = 0;
		while (at < bits.length * 8 && next() === 1) distance++;
		for (let bit = Number(lowBits); bit > 0; bit--) distance = distance * 2 + next();
		previous += distance;
		fingerprints.add(previous);
	}
	return fingerprints;
}

/** This many bits of an average distance are as good as random. */
function lowBitsFor(count: number): number {
	if (count === 0) return 0;
	return Math.max(0, Math.floor(FINGERPRINT_BITS + Math.log2(Math.LN2 / count)));
}

class BitWriter {
	private readonly bytes: number[] = [];
	private length = 0;

	/** The lowest bits of a number, which may have more than the 32 of an operator. */
	add(number: number, count: number): void {
		for (let left = count; left > 0; ) {
			const free = 8 - (this.length & 7);
			if (free === 8) this.bytes.push(0);
			const taken = Math.min(free, left);
			left -= taken;
			const bits = Math.floor(number / 2 ** left) & (2 ** taken - 1);
			this.bytes[this.length >> 3] |= bits << (free - taken);
			this.length += taken;
		}
	}

	text(): string {
		return Buffer.from(this.bytes).toString('base64url');
	}
}
