export function median(figures: number[]): number {
	if (figures.length === 0) throw new Error('Nothing was measured');
	const sorted = [...figures].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** The order must not matter, because n8n remains busy for a while with what it has just done. */
export function shuffled<T>(list: Iterable<T>): T[] {
	const drawn = [...list].map((entry) => ({ entry, rank: Math.random() }));
	return drawn.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
