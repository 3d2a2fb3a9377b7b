import {
	type ChangeList,
	changeTimes,
	contentsOf,
	distinct,
	newTo,
	type DatedList,
} from './versions';

/** Fewer may be in order by chance, and what is not shown could then lie anywhere between them. */
const FEWEST_IN_ORDER = 10;

function isInOrder(times: number[]): boolean {
	const isSorted = times.every((time, index) => index === 0 || time >= times[index - 1]);
	return isSorted && new Set(times).size >= FEWEST_IN_ORDER;
}

/** The latest change, if the list begins with the oldest one. */
function lastOfOldestFirst(list: DatedList): number | undefined {
	const times = changeTimes(list);
	return times && isInOrder(times) ? times[times.length - 1] : undefined;
}

/** Of 25,000 bookings in lists of 50. */
const MOST_LISTS = 500;

/** A list that begins with the oldest change goes on where it ended. */
export async function readToTheEnd(
	since: number,
	fetch: (since: number) => Promise<ChangeList>,
): Promise<ChangeList> {
	const first = await fetch(since);
	let { versions, isPart, isCut, hasMoved, answeredAt } = first;
	let from = since;
	for (let lists = 1; isCut && !hasMoved && lists < MOST_LISTS; lists++) {
		const last = lastOfOldestFirst({ ...first, versions, answeredAt });
		const next = last === undefined ? from : Math.floor(last / 1_000) * 1_000;
		if (next <= from) break;
		from = next;
		const more = await fetch(from);
		const shown = new Set(contentsOf(versions));
		versions = distinct([...versions, ...more.versions]);
		answeredAt = more.answeredAt;
		// A list that does not go on where the last one ended is in another order.
		if (!more.versions.some(({ content }) => shown.has(content))) break;
		({ isPart, isCut, hasMoved } = more);
	}
	return { ...first, versions, isPart, isCut, hasMoved, answeredAt };
}

export interface Gap {
	from: number;
	to: number;
}

/**
 * The time of which a list that was cut off may not show all changes. There is none if it reaches
 * back to what was reported, as its dates show. Without dates, a version that is known shows
 * nothing: it may be the first or the last of what changed. `askedAt`: by the venue's clock.
 */
export function gapIn(
	list: ChangeList,
	since: number,
	askedAt: number,
	known: Set<number>,
): Gap | 'unclear' | 'undated' | undefined {
	const { versions, isPart } = list;
	const times = changeTimes(list);
	if (times === undefined) {
		const { length } = versions;
		const isNew = newTo(known, versions).length === length;
		if (isNew && length > 0) return { from: since, to: askedAt };
		return isPart ? 'unclear' : 'undated';
	}
	const to = isInOrder([...times].reverse()) ? times[times.length - 1] : askedAt;
	return to > since ? { from: since, to } : undefined;
}
