import {
	batchOf,
	isTooLong,
	listExactlySince,
	listSince,
	nextOfBacklog,
	reportSome,
} from './batches';
import { type Gap, gapIn } from './cutLists';
import { type BookingRange, hasBacklog, type RangeWithBacklog } from './memory/memory';
import { mayBeMissing, mayBeUnseen, notReachedBack, onlyPart } from './outages';
import { behindOurs, isOurs, readVenueClock, type VenueClock } from './venueClock';
import {
	bookingsOf,
	type ChangeList,
	type ChangeReport,
	type ChangeSearch,
	changeTimes,
	contentsOf,
	distinct,
	isKnown,
	isTooSlow,
	MOST_VERSIONS,
	newTo,
	overlapOf,
	orderOf,
	remember,
	type SearchedChanges,
	versionFingerprints,
	withRoomForVersions,
} from './versions';

/** The versions that have not been reported. They count as reported once the memory is stored. */
export async function lookForChanges(
	search: ChangeSearch,
	before?: BookingRange,
): Promise<SearchedChanges> {
	const { isContinuous, why, owedSince } = search;
	const isAsked = owedSince !== undefined || before?.isContinuous === true;
	if (isContinuous && !isAsked) return await beginHere(search, before);

	// Publishing only checks the permission: n8n would drop the items.
	if (why === 'publishing') await search.fetch(search.now);
	if (why === 'publishing' || !isAsked) return { memory: before, changed: [], owedSince };
	const range = { ...rangeToExtend(before, owedSince), isContinuous };
	const { isDone, ...report } = await reportRange(range, search);
	// No gap may come between the range and what is owed.
	const isLeft = !isDone && owedSince !== undefined;
	const leftSince = isLeft ? Math.min(owedSince, report.memory.until) : undefined;
	// If there was no time for it, the range has not begun.
	const memory = report.memory === range ? before : report.memory;
	return { ...report, memory, owedSince: leftSince };
}

/** Begins now: what changed before is not news. */
async function beginHere(search: ChangeSearch, before?: BookingRange): Promise<SearchedChanges> {
	const { now, safetyMarginMs } = search;
	let since = now - safetyMarginMs;
	let list = await search.fetch(since);
	let { clock } = readVenueClock(undefined, list);
	// `since` came from our clock.
	if (!isOurs(clock)) since += behindOurs(clock);
	// A single answer may have a wrong date.
	if (!isOurs(clock) && !isTooSlow(list, search)) {
		list = await search.fetch(since);
		const again = readVenueClock(undefined, list).clock;
		if (Math.abs(again.aheadMs) < Math.abs(clock.aheadMs)) clock = again;
	}
	const { next, listed } = overlapOf(list, since, clock, safetyMarginMs);
	const memory = withRoomForVersions({
		isContinuous: true,
		// The venue's date may be too early, and its bookings right.
		from: list.askedAt,
		// If the venue's clock is behind, `next` may be later than its time.
		until: Math.max(list.askedAt + clock.aheadMs, next),
		...{ next, listed, reported: before?.reported ?? [], remembersAll: true, clock },
	});
	const notices = list.isPart ? [onlyPart('bookings')] : [];
	return { memory, changed: [], notices };
}

/** The range that is reported already, or another one, if what is owed lies outside of it. */
function rangeToExtend(before: BookingRange | undefined, owedSince = Infinity): BookingRange {
	if (before === undefined) return rangeFrom(owedSince);
	if (hasBacklog(before)) return before;
	// What changed between the two ranges is not wanted, and a booking that changed back is news.
	if (owedSince > before.until && !before.isContinuous) return rangeFrom(owedSince, before);
	if (owedSince >= before.from || !before.remembersAll) return before;
	// The list from there on shows again all that was reported. If the venue’s clock is behind, the next
	// report begins even earlier.
	const begin = Math.min(owedSince, before.next);
	return { ...rangeFrom(begin, before), listed: before.reported };
}

/** A range that begins, and of which nothing has been reported. */
function rangeFrom(time: number, before?: BookingRange): BookingRange {
	return {
		...{ isContinuous: false, reported: new Set() },
		...before,
		...{ from: time, until: time, next: time, listed: new Set(), remembersAll: true },
	};
}

/** Reports what changed since the last report, and what is owed from before the range. */
async function reportRange(range: BookingRange, search: ChangeSearch): Promise<ChangeReport> {
	const { owedSince = Infinity } = search;
	const lists = beginsWithOwed(range, search) ? listExactlySince : listSince;
	const list = await lists(range.next, range, search);
	if (hasBacklog(range) && !list.isCut) {
		const batch = await nextOfBacklog(range, list, search);
		const isOver = !hasBacklog(batch.memory) && batch.changed.length === 0;
		// What was left of it has changed again, and is news after it.
		if (!isOver || isTooSlow(list, search)) return batch;
		return await reportRange(rangeToExtend(batch.memory, owedSince), search);
	}
	// A list that is cut cannot be split into batches, because the next one may show others.
	const known = hasBacklog(range) ? await withoutBacklog(range, list, search) : range;
	const report = await reportChanges(known, list, search);
	if (!report.isDone || owedSince >= range.from) return report;
	// The lists that reach back take at least as long. New changes must not wait for them.
	const whole = isTooSlow(list, search) ? undefined : await reachBack(report, owedSince, search);
	return whole ?? { ...report, isDone: false, notices: [notReachedBack()] };
}

/** The range begins with what is owed, and no report has moved its next request on. */
function beginsWithOwed({ next }: BookingRange, { owedSince }: ChangeSearch): boolean {
	return next === owedSince;
}

async function withoutBacklog(
	range: RangeWithBacklog,
	{ versions }: ChangeList,
	search: ChangeSearch,
) {
	const { until, doneThrough } = range.backlog;
	const later = new Set(contentsOf((await search.fetch(until)).versions));
	const known = versions.filter(
		(version) => orderOf(version) <= doneThrough && !later.has(version.content),
	);
	// What it hides may be on the next one.
	const listed = new Set([...range.listed, ...range.reported]);
	return remember({ ...range, listed, backlog: undefined }, known);
}

/**
 * The memory had no room for all that was reported since `from`, so the venue is asked again: what it
 * lists since then is known. Undefined if the venue is too slow for that.
 */
async function reachBack(
	{ memory, changed, ...report }: ChangeReport,
	since: number,
	search: ChangeSearch,
): Promise<ChangeReport | undefined> {
	const { from } = memory;
	const known = await listExactlySince(from, memory, search);
	if (isTooSlow(known, search)) return undefined;
	const list = await listExactlySince(since, memory, search);
	const contents = new Set(contentsOf(known.versions));
	// Of a list that is cut off, nothing shows what was reported.
	const earlier = distinct(newTo(memory.reported, known.isCut ? [] : list.versions)).filter(
		({ content }) => !contents.has(content),
	);
	const told = { shown: list.versions.length, zone: search.zone };
	const isCut = known.isCut || list.isCut;
	const missing = isCut ? [mayBeMissing({ from: since, to: from }, told)] : [];
	return {
		...report,
		memory: { ...remember(memory, earlier), from: since },
		changed: [...bookingsOf(earlier), ...changed],
		notices: [...(report.notices ?? []), ...missing],
	};
}

/**
 * Reports what changed, in the first of these ways that fits:
 *
 * 1. The list may be cut off, and nothing shows where, or the venue’s clock may be behind: as much as
 *    fits, and the next poll asks again.
 * 2. There is too much for one poll, and n8n is starting and has too little time: nothing.
 * 3. There is too much, or more than the memory has room for: a batch.
 * 4. All of it. If the list was cut off, the user is told which changes may be missing.
 */
async function reportChanges(
	before: BookingRange,
	list: ChangeList,
	search: ChangeSearch,
): Promise<ChangeReport> {
	const { versions, isCut, askedAt, venueTime } = list;
	const { clock, isBehind } = readVenueClock(before.clock, list);
	const listed = listedAgain(before, list);
	// In a range that begins, a booking that changed back is news, unless a date shows that it is the
	// same version: a venue that goes by whole hours lists what an earlier range reported.
	const mayBeReported = beginsWithOwed(before, search) && changeTimes(list) !== undefined;
	const known = mayBeReported ? new Set([...listed, ...before.reported]) : listed;
	const changed = distinct(newTo(known, versions));
	const range = { ...before, listed, clock };
	const found = { range, list, changed };
	const at = askedAt + clock.aheadMs;
	const unseen = isCut ? gapIn(list, before.until, at, listed) : undefined;
	if (unseen === 'unclear' && listed.size + changed.length <= MOST_VERSIONS) {
		return { ...reportSome(found, search), notices: [onlyPart('bookings')] };
	}
	const isTooMuch = changed.length > search.atMost;
	// The request may not have begun early enough.
	if (isBehind) {
		const back = setBack(range, before.clock);
		if (isTooMuch) return reportSome({ ...found, range: back }, search);
		const until = isCut ? back.until : Math.max(back.until, Math.min(at, venueTime ?? at));
		const memory = { ...remember(back, changed), until };
		return { memory, changed: bookingsOf(changed), isDone: false };
	}
	if (!isCut && (isTooMuch || isTooLong(list))) {
		if (isTooMuch && search.why === 'starting' && isTooSlow(list, search)) {
			return { memory: before, changed: [], isDone: false };
		}
		const batch = await batchOf(found, search);
		if (batch) return batch;
	}
	const overlap = overlapOf(list, range.next, clock, search.safetyMarginMs);
	const next = Math.max(overlap.next, range.next);
	const told = { shown: versions.length, zone: search.zone };
	return {
		memory: withRoomForVersions({
			...range,
			until: Math.max(range.until, at, next),
			next,
			// A list that ends too early hides what the next one may return again.
			listed: isCut ? [...overlap.listed, ...known] : overlap.listed,
			reported: [...versionFingerprints(changed), ...range.reported],
		}),
		changed: bookingsOf(changed),
		isDone: true,
		notices: unseen === undefined ? [] : [toldOf(unseen, { from: before.until, to: at }, told)],
	};
}

/** What is no news in this list. If dates decide that, it is all that the next one may show. */
function listedAgain({ listed }: BookingRange, { versions, others }: ChangeList): Set<number> {
	if (others === undefined) return listed;
	const shown = versions.filter((version) => isKnown(listed, version));
	return new Set(versionFingerprints([...shown, ...others]));
}

/** If the venue’s clock was set back, changes come again that were reported long ago. */
function setBack(range: BookingRange, before?: VenueClock): BookingRange {
	const byMs = behindOurs(before) - behindOurs(range.clock);
	if (byMs === 0) return range;
	const { until, next, listed, reported } = range;
	const comesAgain = new Set([...listed, ...reported]);
	return { ...range, until: until - byMs, next: next - byMs, listed: comesAgain };
}

function toldOf(
	gap: NonNullable<ReturnType<typeof gapIn>>,
	whole: Gap,
	told: { shown: number; zone: string },
) {
	if (gap === 'undated') return mayBeUnseen(told.shown);
	return mayBeMissing(gap === 'unclear' ? whole : gap, told);
}
