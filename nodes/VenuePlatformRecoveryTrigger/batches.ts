import type { BookingRange, RangeWithBacklog } from './memory/memory';
import { cannotTellApart, onlyPart } from './outages';
import { behindOurs } from './venueClock';
import {
	bookingsOf,
	type ChangeList,
	type ChangeReport,
	type ChangeSearch,
	changeTimes,
	contentsOf,
	isKnown,
	isTooSlow,
	MOST_VERSIONS,
	newestFirst,
	newTo,
	orderOf,
	remember,
	type Version,
	versionFingerprints,
	without,
	withRoomForVersions,
} from './versions';
import { DAY_MS } from '../venueApi/durations';

/** What the venue listed since the last report, and what of it has not been reported. */
interface Found {
	range: BookingRange;
	list: ChangeList;
	changed: Version[];
}

/** More than the memory has room for, and nothing shows which of them a later list repeats. */
export function isTooLong(list: ChangeList): boolean {
	return new Set(versionFingerprints(list.versions)).size > MOST_VERSIONS && !changeTimes(list);
}

/**
 * The next batch of changes, and the memory after it. What has changed by now is a backlog, in the
 * order of fingerprints. What changes later comes after it: a second list from the venue shows it.
 * Undefined if all can be reported at once, or have to be: the list is so slow that there is no time
 * to request another one.
 */
export async function batchOf(
	found: Found,
	search: ChangeSearch,
): Promise<ChangeReport | undefined> {
	const { changed, list, range } = found;
	if (isTooSlow(list, search)) return undefined;
	const at = list.askedAt + behindOurs(range.clock) - search.safetyMarginMs;
	const until = Math.floor(at / 1_000) * 1_000;
	if (until > range.next) {
		const backlog = { until, doneThrough: -1 };
		// Also what was reported before a range that begins here: later batches have to know it.
		const known = without(
			new Set(versionFingerprints(list.versions)),
			new Set(versionFingerprints(changed)),
		);
		const listed = new Set([...range.listed, ...known]);
		const batch = await nextOfBacklog({ ...range, listed, backlog }, list, search);
		if (batch.changed.length > 0 || batch.notices) return batch;
	}
	// Nothing shows which of them changed first. They are remembered one by one.
	const fitsIn = changed.length <= search.atMost;
	const some = reportSome(found, search);
	if (!fitsIn && some.changed.length > 0) return some;
	const isUnclear = await isRepeated(changed, list, range, search);
	if (!isUnclear) return fitsIn ? undefined : some;
	return some.changed.length > 0
		? some
		: { ...some, notices: [cannotTellApart(list.versions.length)] };
}

/** What changed since a time. Dates decide only if the memory has no room for the list. */
export async function listSince(
	since: number,
	range: Pick<BookingRange, 'listed'>,
	search: ChangeSearch,
): Promise<ChangeList> {
	const list = await search.fetch(since);
	const isLong = list.versions.length > MOST_VERSIONS;
	return isLong ? await byDates(list, since, range, search) : list;
}

/** For what is owed since a time: what changed before it may have been reported, or is not wanted. */
export async function listExactlySince(
	since: number,
	range: Pick<BookingRange, 'listed'>,
	search: ChangeSearch,
): Promise<ChangeList> {
	return await byDates(await search.fetch(since), since, range, search);
}

/** A venue may go by whole hours or days, or not by the time at all. Then the dates of bookings decide. */
async function byDates(
	list: ChangeList,
	since: number,
	{ listed }: Pick<BookingRange, 'listed'>,
	search: ChangeSearch,
): Promise<ChangeList> {
	const { versions, isCut } = list;
	const times = isCut ? undefined : await datesThatDecide(list, since, listed, search);
	if (times === undefined) return list;
	const isSince = (_: Version, index: number) => latestOf(times[index]) >= since;
	const later = versions.filter(isSince);
	const others = newestFirst(versions, times).filter(({ time }) => latestOf(time) < since);
	const room = Math.max(0, MOST_VERSIONS - later.length);
	return { ...list, versions: later, others: others.slice(0, room) };
}

const SECOND_MS = 1_000;

/** A date in whole seconds may be up to a second too early. */
const latestOf = (time: number) => (time % SECOND_MS === 0 ? time + SECOND_MS - 1 : time);

const ROUNDING_MS = 2_000;

/** The dates of change, if the venue lists what changed before the time that it was asked for. */
async function datesThatDecide(
	list: ChangeList,
	since: number,
	listed: Set<number>,
	search: ChangeSearch,
): Promise<number[] | undefined> {
	const { versions, askedAt } = list;
	const times = changeTimes(list) ?? [];
	if (!times.some((time) => latestOf(time) < since)) return undefined;
	if (versions.length > MOST_VERSIONS && !times.some((time) => time < since - DAY_MS)) return times;
	if (isTooSlow(list, search)) {
		// Within a safety margin, so many do not change: the venue lists them whatever their time.
		const isListedAgain = (version: Version, index: number) =>
			isKnown(listed, version) && latestOf(times[index]) < since;
		return 2 * versions.filter(isListedAgain).length > MOST_VERSIONS ? times : undefined;
	}
	// It may also be another date, at a venue that goes by the time.
	const now = new Set(contentsOf((await search.fetch(askedAt)).versions));
	const isAgain = ({ content }: Version, index: number) =>
		now.has(content) && times[index] < askedAt - ROUNDING_MS;
	return versions.some(isAgain) ? times : undefined;
}

/** Whether the venue lists these bookings, whatever time it is asked for. */
async function isRepeated(
	versions: Version[],
	{ askedAt }: ChangeList,
	{ clock }: Pick<BookingRange, 'clock'>,
	search: ChangeSearch,
): Promise<boolean> {
	const now = await search.fetch(askedAt + (clock?.aheadMs ?? 0));
	const listed = new Set(contentsOf(now.versions));
	return 2 * versions.filter(({ content }) => listed.has(content)).length > versions.length;
}

/** Reports only what the memory has room for, because each poll would report the rest again. */
export function reportSome(
	{ range, list, changed }: Found,
	{ atMost }: ChangeSearch,
): ChangeReport {
	// Their dates tell the others apart.
	const others = new Set(versionFingerprints(list.others ?? []));
	const room = Math.max(0, MOST_VERSIONS - without(range.listed, others).length);
	const some = changed.slice(0, Math.min(room, atMost));
	return { memory: remember(range, some), changed: bookingsOf(some), isDone: false };
}

/** The next batch of a backlog, from what the venue lists since the last report. */
export async function nextOfBacklog(
	range: RangeWithBacklog,
	list: ChangeList,
	search: ChangeSearch,
): Promise<ChangeReport> {
	const { until, doneThrough } = range.backlog;
	// In this order, a version that is replaced between the requests is reported now, and the new one
	// by a later poll.
	const later = await listSince(until, range, search);
	if (list.isPart || later.isPart) {
		return { memory: range, changed: [], isDone: false, notices: [onlyPart('bookings')] };
	}
	// A venue that goes by whole hours lists what changed before as well, as its dates show.
	const times = changeTimes(later);
	const isLater = new Set(
		contentsOf(later.versions.filter((_, index) => !times || times[index] >= until)),
	);
	const open = newTo(range.listed, list.versions)
		.filter((version) => !isLater.has(version.content) && orderOf(version) > doneThrough)
		.sort((a, b) => orderOf(a) - orderOf(b));
	const last = open.slice(0, search.atMost).map(orderOf).at(-1) ?? -1;
	const batch = open.filter((version) => orderOf(version) <= last);
	const fingerprints = versionFingerprints(batch);
	const comesAgain = new Set(versionFingerprints(later.versions));
	const isAgain = (fingerprint: number) => comesAgain.has(fingerprint);
	const isEnd = batch.length === open.length;
	const memory = withRoomForVersions({
		...range,
		...(isEnd ? { until, next: until } : {}),
		backlog: isEnd ? undefined : { until, doneThrough: last },
		listed: [
			...[...range.listed].filter((fingerprint) => !isEnd || isAgain(fingerprint)),
			...fingerprints.filter(isAgain),
			...(isEnd ? versionFingerprints(later.others ?? []) : []),
		],
		reported: [...fingerprints, ...range.reported],
	});
	return { memory, changed: bookingsOf(batch), isDone: false };
}
