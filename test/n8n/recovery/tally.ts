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

export const EACH_ONCE = { missing: 0, twice: 0, unexpected: 0 };

export const messageIds = (items: Item[]) =>
	items.filter(({ event }) => event === 'final').map(({ messageId }) => String(messageId));

export const bookingIds = (items: Item[]) =>
	items
		.filter(({ event }) => event === 'booking')
		.map(({ booking }) => (booking as { uniqueId: string }).uniqueId);
