export type Item = Record<string, unknown>;

/** How often each of these was reported. */
export function tallyOf(expected: string[], reported: string[]) {
	const wanted = new Set(expected);
	const counts = new Map(expected.map((id) => [id, 0]));
	for (const id of reported) counts.set(id, (counts.get(id) ?? 0) + 1);
	const values = [...counts.values()];
	return {
		missing: values.filter((count) => count === 0).length,
		twice: values.filter((count) => count > 1).length,
		unexpected: [...counts.keys()].filter((id) => !wanted.has(id)).length,
	};
}

interface Version {
	id: string;
	at: number;
}

/**
 * What is missing from batches that begin with the oldest change: the IDs within the dates of a
 * batch, and for each gap between two batches the number.
 */
export function lossesOf(expected: Version[], batches: Version[][]) {
	const reported = new Set(batches.flat().map(({ id }) => id));
	const missing = expected.filter(({ id }) => !reported.has(id));
	const ranges = batches
		.filter(({ length }) => length > 0)
		.map((batch) => batch.map(({ at }) => at))
		.map((dates) => ({ first: Math.min(...dates), last: Math.max(...dates) }));
	const isWithin = ({ at }: Version) => ranges.some(({ first, last }) => first <= at && at <= last);
	const gaps = new Map<number, number>();
	for (const { at } of missing.filter((version) => !isWithin(version))) {
		const batchesBefore = ranges.filter(({ last }) => last < at).length;
		gaps.set(batchesBefore, (gaps.get(batchesBefore) ?? 0) + 1);
	}
	return { within: missing.filter(isWithin).map(({ id }) => id), between: [...gaps.values()] };
}

export const EACH_ONCE = { missing: 0, twice: 0, unexpected: 0 };

export const messageIds = (items: Item[]) =>
	items.filter(({ event }) => event === 'final').map(({ messageId }) => String(messageId));

export const bookingIds = (items: Item[]) =>
	items
		.filter(({ event }) => event === 'booking')
		.map(({ booking }) => (booking as { uniqueId: string }).uniqueId);
