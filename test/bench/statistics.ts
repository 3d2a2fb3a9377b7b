export interface Spread {
	low: number;
	median: number;
	high: number;
}

export function median(figures: number[]): number {
	return quantile(figures, 0.5);
}

/** The median, with the quartiles around it. */
export function spreadOf(figures: number[]): Spread {
	return { low: quantile(figures, 0.25), median: median(figures), high: quantile(figures, 0.75) };
}

/** Between two figures, the part that the rank lies between them. */
export function quantile(figures: number[], part: number): number {
	if (figures.length === 0) throw new Error('Nothing was measured');
	const sorted = [...figures].sort((a, b) => a - b);
	const rank = (sorted.length - 1) * part;
	const below = sorted[Math.floor(rank)];
	return below + (sorted[Math.ceil(rank)] - below) * (rank - Math.floor(rank));
}

/** Who comes after whom must not decide: n8n is busy with what it has just done for a while. */
export function shuffled<T>(list: Iterable<T>): T[] {
	const drawn = [...list].map((entry) => ({ entry, rank: Math.random() }));
	return drawn.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
