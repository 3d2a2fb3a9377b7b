import type { BookingMemory } from './memory/memory';
import { cannotTellApart, onlyPart } from './outages';
import { behindOurs } from './venueClock';
import {
	type ChangeList,
	bookingsOf,
	changeTimes,
	contentsOf,
	versionFingerprints,
	isTooSlow,
	type ChangeSearch,
	type SearchedChanges,
	MOST_VERSIONS,
	newTo,
	type Version,
	without,
	withOthers,
	withRoomForVersions,
} from './versions';
import { DAY_MS } from '../venueApi/durations';

export interface Excess {
	changed: Version[];
	/** The list that they come from, with all changes since `since`. */
	answer: ChangeList;
	since: number;
	/** The stored memory, with the venue's clock as of this answer. */
	range: BookingMemory;
}

/** More than the memory has room for, and nothing shows which of them a later list repeats. */
export function isTooLong(versions: Version[]): boolean {
	return new Set(versionFingerprints(versions)).size > MOST_VERSIONS && !changeTimes(versions);
}

/**
 * The next batch of changes, and the memory after it. What has changed by now is a backlog, in the
 * order of fingerprints. What changes later comes after it: a second list from the venue shows it.
 * Undefined if all can be reported at once, or have to be: the list is so slow that there is no time
 * to request another one.
 */
export async function batchOf(
	excess: Excess,
	search: ChangeSearch,
): Promise<SearchedChanges | undefined> {
	const { changed, answer, since, range } = excess;
	if (isTooSlow(answer, search)) return undefined;
	const at = answer.askedAt + (range.clock ? behindOurs(range.clock) : 0) - search.safetyMarginMs;
	const until = Math.floor(at / 1_000) * 1_000;
	if (until > since) {
		const backlog = { until, reported: -1 };
		const looked = await nextOfBacklog({ ...range, backlog }, answer, search);
		if (looked.changed.length > 0 || looked.left === 'asBefore') return looked;
	}
	// Nothing shows which of them changed first. They are remembered one by one.
	const fitsIn = changed.length <= search.atMost;
	if (fitsIn && !(await isRepeated(changed, answer, range, search))) return undefined;
	const { until: end, next, recent, unreported } = range;
	const some = reportSome(
		excess,
		{ until: end, next, comesAgain: [...recent, ...unreported] },
		search,
	);
	if (some.changed.length > 0) return some;
	const isUnclear = fitsIn || (await isRepeated(changed, answer, range, search));
	return isUnclear ? { ...some, notices: [cannotTellApart(answer.versions.length)] } : some;
}

/**
 * What changed since a time. A venue may go by whole hours or days, or not by the time at all. Where
 * that matters, the dates of its bookings decide: for what is owed since then (`isOwed`), and if the
 * memory has no room for the list.
 */
export async function listSince(
	since: number,
	search: ChangeSearch,
	isOwed = false,
): Promise<ChangeList> {
	const answer = await search.fetch(since);
	const { versions, isCut } = answer;
	const mayMatter = !isCut && (isOwed || versions.length > MOST_VERSIONS);
	const times = mayMatter ? await datesThatDecide(answer, since, search) : undefined;
	if (times === undefined) return answer;
	const isSince = (_: Version, index: number) => latestOf(times[index]) >= since;
	return {
		...answer,
		versions: versions.filter(isSince),
		others: versions.filter((version, index) => !isSince(version, index)),
	};
}

const SECOND_MS = 1_000;

/** A date in whole seconds may be up to a second too early. */
const latestOf = (time: number) => (time % SECOND_MS === 0 ? time + SECOND_MS - 1 : time);

const ROUNDING_MS = 2_000;

/** The dates of change, if the venue lists what changed before the time that it was asked for. */
async function datesThatDecide(
	answer: ChangeList,
	since: number,
	search: ChangeSearch,
): Promise<number[] | undefined> {
	const { versions, askedAt } = answer;
	const times = changeTimes(versions) ?? [];
	if (!times.some((time) => latestOf(time) < since)) return undefined;
	if (versions.length > MOST_VERSIONS && !times.some((time) => time < since - DAY_MS)) return times;
	if (isTooSlow(answer, search)) return undefined;
	// It may also be another date, at a venue that goes by the time.
	const now = new Set(contentsOf((await search.fetch(askedAt)).versions));
	const isAgain = ({ content }: Version, index: number) =>
		now.has(content) && times[index] < askedAt - ROUNDING_MS;
	return versions.some(isAgain) ? times : undefined;
}

/** Whether the venue lists these bookings, whatever time it is asked for. */
export async function isRepeated(
	versions: Version[],
	{ askedAt }: ChangeList,
	{ clock }: Pick<BookingMemory, 'clock'>,
	search: ChangeSearch,
): Promise<boolean> {
	const now = await search.fetch(askedAt + (clock?.aheadMs ?? 0));
	const listed = new Set(contentsOf(now.versions));
	return 2 * versions.filter(({ content }) => listed.has(content)).length > versions.length;
}

/** Until when all is reported, where the next request begins, and what it may return again. */
export interface End {
	until: number;
	next: number;
	comesAgain: Iterable<number>;
}

/** Reports only what the memory has room for: each poll would report the rest again. */
export function reportSome(
	{ range, changed }: Pick<Excess, 'range' | 'changed'>,
	{ until, next, comesAgain }: End,
	{ atMost, owedSince }: ChangeSearch,
): SearchedChanges {
	const room = Math.max(0, MOST_VERSIONS - range.recent.size - range.unreported.size);
	const reported = changed.slice(0, Math.min(room, atMost));
	const recent = new Set([
		...versionFingerprints(reported),
		...without(comesAgain, range.unreported),
	]);
	const unreported = without(range.unreported, recent);
	// If the venue’s clock was set back, so is the end of the range, and no gap may come after it.
	const restSince = owedSince === undefined ? undefined : Math.min(owedSince, until);
	return {
		memory: withRoomForVersions({ ...range, until, next, recent, unreported }),
		owedSince: stillOwed(range, owedSince, restSince),
		changed: bookingsOf(reported),
		left: 'nextBatch',
	};
}

/**
 * What is owed after a batch of the range. What lies before the range stays owed. What lies inside
 * comes with the next batches: as news if each change is reported, and otherwise because it is owed
 * since `restSince`.
 */
function stillOwed(
	{ from, isContinuous }: BookingMemory,
	owedSince: number | undefined,
	restSince: number | undefined,
): number | undefined {
	if (owedSince !== undefined && owedSince < from) return owedSince;
	return isContinuous ? undefined : restSince;
}

/** The next batch of a backlog, from what the venue lists since the last report. */
export async function nextOfBacklog(
	range: BookingMemory,
	answer: ChangeList,
	search: ChangeSearch,
): Promise<SearchedChanges> {
	const { until, reported } = range.backlog ?? { until: range.next, reported: -1 };
	// In this order, a version that is replaced between the requests is reported now, and the new one
	// by a later poll.
	const later = await listSince(until, search);
	const { owedSince } = search;
	if (answer.isPart || later.isPart) {
		const notices = [onlyPart('bookings')];
		return { memory: range, owedSince, changed: [], left: 'asBefore', notices };
	}
	// A venue that goes by whole hours lists what changed before as well, as its dates show.
	const times = changeTimes(later.versions);
	const listed = later.versions.filter((_, index) => !times || times[index] >= until);
	const isLater = new Set(contentsOf(listed));
	const open = newTo([range.recent, range.unreported], answer.versions)
		.filter(({ content, fingerprint }) => !isLater.has(content) && fingerprint > reported)
		.sort((a, b) => a.fingerprint - b.fingerprint);
	const last = open[search.atMost - 1]?.fingerprint ?? Infinity;
	const batch = open.filter(({ fingerprint }) => fingerprint <= last);
	const older = [...versionFingerprints(batch), ...range.older];
	const changed = bookingsOf(batch);
	const recent = new Set([
		...range.recent,
		...among(new Set(versionFingerprints(batch)), later.versions),
	]);
	if (batch.length < open.length) {
		const backlog = { until, reported: batch[batch.length - 1].fingerprint };
		const memory = withRoomForVersions({ ...range, recent, older, backlog });
		const owed = stillOwed(range, owedSince, owedSince);
		return { memory, owedSince: owed, changed, left: 'nextBatch' };
	}
	const end = {
		...range,
		until,
		next: until,
		recent: among(recent, later.versions),
		unreported: among(range.unreported, later.versions),
		older: new Set([...older, ...range.recent]),
		backlog: undefined,
	};
	const memory = withRoomForVersions(withOthers(end, later));
	const owed = stillOwed(range, owedSince, until);
	return { memory, owedSince: owed, changed, left: 'nextBatch' };
}

function among(fingerprints: Set<number>, versions: Version[]): Set<number> {
	return new Set(
		versionFingerprints(versions).filter((fingerprint) => fingerprints.has(fingerprint)),
	);
}
