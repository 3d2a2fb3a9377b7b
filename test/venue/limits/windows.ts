/**
 * Counts requests over time and rejects those that exceed the limit, together with others'
 * requests.
 */
export interface RequestWindow {
	admit(at: number, byOthers: number): boolean;
}

/**
 * The strictest reading of "n per minute": no span of that length contains more, wherever it
 * begins.
 */
export class SlidingWindow implements RequestWindow {
	readonly #lengthMs: number;
	readonly #admitted: Float64Array;
	#oldest = 0;

	constructor(limit: number, lengthMs: number) {
		this.#lengthMs = lengthMs;
		this.#admitted = new Float64Array(limit).fill(-Infinity);
	}

	admit(at: number, byOthers = 0): boolean {
		const limit = this.#admitted.length;
		if (byOthers >= limit) return false;
		if (at - this.#admitted[(this.#oldest + byOthers) % limit] < this.#lengthMs) return false;
		this.#admitted[this.#oldest] = at;
		this.#oldest = (this.#oldest + 1) % limit;
		return true;
	}
}

/** The lenient reading: the count restarts with every full minute of the clock. */
export class FixedWindow implements RequestWindow {
	readonly #limit: number;
	readonly #lengthMs: number;
	#current = -1;
	#count = 0;

	constructor(limit: number, lengthMs: number) {
		this.#limit = limit;
		this.#lengthMs = lengthMs;
	}

	admit(at: number, byOthers = 0): boolean {
		const window = Math.floor(at / this.#lengthMs);
		if (window !== this.#current) {
			this.#current = window;
			this.#count = 0;
		}
		if (this.#count + byOthers >= this.#limit) return false;
		this.#count += 1;
		return true;
	}
}
