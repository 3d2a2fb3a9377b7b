export interface Spread {
	low: number;
	median: number;
	high: number;
}

export function median(figures: number[]): number {
	return quantile(figures, 0.5);
}

/** The median and the quartiles. */
export function spreadOf(figures: number[]): Spread {
	return { low: quantile(figures, 0.25), median: median(figures), high: quantile(figures, 0.75) };
}

/** Interpolates between the two figures next to the rank. */
export function quantile(figures: number[], part: number): number {
	if (figures.length === 0) throw new Error('Nothing was measured');
	const sorted = [...figures].sort((a, b) => a - b);
	const rank = (sorted.length - 1) * part;
	const below = sorted[Math.floor(rank)];
	return below + (sorted[Math.ceil(rank)] - below) * (rank - Math.floor(rank));
}

/** The order must not matter, because n8n remains busy for a while with what it has just done. */
export function shuffled<T>(list: Iterable<T>): T[] {
	const drawn = [...list].map((entry) => ({ entry, rank: Math.random() }));
	return drawn.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
