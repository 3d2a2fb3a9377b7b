/**
 * What the work on each of `count` items comes to, in their order, with at most `atOnce` of them
 * under way. The first that throws ends it: no other is begun, and those under way are told.
 */
export async function inOrder<T>(
	count: number,
	atOnce: number,
	work: (index: number, ended: AbortSignal) => Promise<T>,
	canceled?: AbortSignal,
): Promise<T[]> {
	const results: T[] = [];
	const ending = new AbortController();
	const ended = AbortSignal.any([ending.signal, ...(canceled ? [canceled] : [])]);
	let next = 0;
	let first: { thrown: unknown } | undefined;

	const workThrough = async () => {
		while (next < count && !first) {
			const index = next++;
			try {
				results[index] = await work(index, ended);
			} catch (thrown) {
				first ??= { thrown };
				ending.abort();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, workThrough));
	if (first) throw first.thrown;
	return results;
}
