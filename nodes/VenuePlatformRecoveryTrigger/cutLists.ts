import type { BookingMemory } from './memory/memory';
import { type Answer, changeTimes, distinct, newTo, type Version } from './versions';

/** Fewer may be in order by chance, and what is not shown could then lie anywhere between them. */
const FEWEST_IN_ORDER = 10;

function isInOrder(times: number[]): boolean {
	const isSorted = times.every((time, index) => index === 0 || time >= times[index - 1]);
	return isSorted && new Set(times).size >= FEWEST_IN_ORDER;
}

/** The latest change, if the list begins with the oldest one. */
function lastOfOldestFirst(versions: Version[]): number | undefined {
	const times = changeTimes(versions);
	return times && isInOrder(times) ? times[times.length - 1] : undefined;
}

/** Of 25,000 bookings in lists of 50. */
const MOST_LISTS = 500;

/** A list that begins with the oldest change goes on where it ended. */
export async function readOn(
	since: number,
	fetch: (since: number) => Promise<Answer>,
): Promise<Answer> {
	const first = await fetch(since);
	let { versions, isPart, isCut, answeredAt } = first;
	let from = since;
	for (let lists = 1; isCut && lists < MOST_LISTS; lists++) {
		const last = lastOfOldestFirst(versions);
		const next = last === undefined ? from : Math.floor(last / 1_000) * 1_000;
		if (next <= from) break;
		from = next;
		const more = await fetch(from);
		({ isPart, isCut, answeredAt } = more);
		versions = distinct([...versions, ...more.versions]);
	}
	return { ...first, versions, isPart, isCut, answeredAt };
}

export interface Gap {
	from: number;
	to: number;
}

/**
 * The time of which a list that was cut off may not show all changes. There is none if it reaches
 * back to what was reported, as its dates or a version that is known show. If the venue says that
 * there are more, a known version is not enough. `askedAt`: by the venue's clock.
 */
export function gapIn(
	{ versions, isPart }: Answer,
	since: number,
	askedAt: number,
	{ recent, unreported }: BookingMemory,
): Gap | 'unclear' | undefined {
	const times = changeTimes(versions);
	if (times === undefined) {
		const isNew = newTo([recent, unreported], versions).length === versions.length;
		if (isNew) return { from: since, to: askedAt };
		return isPart ? 'unclear' : undefined;
	}
	const to = isInOrder([...times].reverse()) ? times[times.length - 1] : askedAt;
	return to > since ? { from: since, to } : undefined;
}
