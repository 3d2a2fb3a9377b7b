/**
 * Random numbers that a seed repeats. Each part draws from a stream of its own, by its name (`of`),
 * so leaving out one part of a story does not change what the others draw.
 */
export class Random {
	private state: number;

	constructor(private readonly seed: number) {
		this.state = mixed(seed ^ 0x9e3779b9);
	}

	/** The stream of one part: the same for the same seed and name, whatever else was drawn. */
	of(name: string): Random {
		let hash = this.seed | 0;
		for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
		return new Random(mixed(hash));
	}

	/** At least 0, below 1. */
	fraction(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		return (mixed(this.state) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
	int(from: number, to: number): number {
		return from + Math.floor(this.fraction() * (to - from + 1));
	}

	/** Between two numbers, small ones as often as large ones, for times from seconds to days. */
	scaled(from: number, to: number): number {
		return Math.round(from * (to / from) ** this.fraction());
	}

	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	pick<T>(list: readonly T[]): T {
		return list[Math.floor(this.fraction() * list.length)];
	}

	shuffled<T>(list: readonly T[]): T[] {
		return list
			.map((value) => ({ value, order: this.fraction() }))
			.sort((a, b) => a.order - b.order)
			.map(({ value }) => value);
	}
}

function mixed(value: number): number {
	let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return bits ^ (bits >>> 16);
}
