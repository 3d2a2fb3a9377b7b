/** What the package promises, and whether the figures of this run keep it. */
export interface Claim {
	claim: string;
	isKept: boolean;
}

export interface BenchContext {
	/** The packed package to install into n8n. */
	tarball: string;
	/** Another version of it, to be measured beside. */
	earlier?: string;
	say(line: string): void;
}

export type Bench = (context: BenchContext) => Promise<Claim[]>;

export function median(figures: number[]): number {
	const sorted = [...figures].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
