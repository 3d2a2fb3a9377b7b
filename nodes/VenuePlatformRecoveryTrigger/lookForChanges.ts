import {
	batchOf,
	type End,
	isRepeated,
	isTooLong,
	listSince,
	nextOfBacklog,
	reportSome,
} from './batches';
import { type Gap, gapIn } from './cutLists';
import type { BookingMemory } from './memory/memory';
import { cannotTellApart, mayBeMissing, mayBeUnseen, notReachedBack, onlyPart } from './outages';
import { behindOurs, isOurs, readVenueClock, type VenueClock } from './venueClock';
import {
	bookingsOf,
	type ChangeList,
	type ChangeSearch,
	changeTimes,
	contentsOf,
	distinct,
	isTooSlow,
	MOST_VERSIONS,
	newTo,
	noNews,
	overlapOf,
	type SearchedChanges,
	type Version,
	versionFingerprints,
	versionsOf,
	without,
	withOthers,
	withRoomForVersions,
} from './versions';

/** The versions that have not been reported. They count as reported once the memory is stored. */
export async function lookForChanges(
	search: ChangeSearch,
	known?: BookingMemory,
): Promise<SearchedChanges> {
	const { isContinuous, isPublishing, owedSince } = search;
	const before = known && { ...known, isContinuous: known.isContinuous && isContinuous };
	const isWatching = before?.isContinuous === true;
	if (isContinuous && !isWatching && owedSince === undefined)
		return await beginHere(search, before);

	const left = owedSince === undefined ? 'nothing' : 'asBefore';
	const nothingNew: SearchedChanges = { memory: before, changed: [], owedSince, left };
	if (isPublishing) {
		// Only checks the permission: n8n would drop the items.
		await search.fetch(search.now);
		return nothingNew;
	}
	const wanted = Math.min(owedSince ?? Infinity, isWatching ? before.next : Infinity);
	if (wanted === Infinity) return nothingNew;
	if (before?.backlog) {
		const range = { ...before, isContinuous };
		const answer = await listSince(before.next, search);
		if (!answer.isCut) return await nextOfBacklog(range, answer, search);
		const looked = await reportChanges(
			compareVersions(await withoutBacklog(range, answer, search), answer),
			search,
		);
		return looked ?? { ...nothingNew, left: 'asBefore' };
	}

	const looked = await ask(questionOf(wanted, search, before), search);
	return looked ?? { ...nothingNew, left: 'asBefore' };
}

/** Begins now: what changed before is not news. */
async function beginHere(search: ChangeSearch, before?: BookingMemory): Promise<SearchedChanges> {
	const { now, safetyMarginMs } = search;
	let since = now - safetyMarginMs;
	let answer = await search.fetch(since);
	let { clock } = readVenueClock(undefined, answer);
	if (!isOurs(clock)) {
		// `since` came from our clock. Ask again, because a single answer may have a wrong date.
		since += behindOurs(clock);
		answer = await search.fetch(since);
		const again = readVenueClock(undefined, answer).clock;
		if (Math.abs(again.aheadMs) < Math.abs(clock.aheadMs)) clock = again;
	}
	const { next, kept } = overlapOf(answer, since, clock, safetyMarginMs);
	const { versions } = answer;
	const isUnclear = isTooLong(versions) && (await isRepeated(versions, answer, { clock }, search));
	const known = isUnclear ? versionFingerprints(versions.slice(0, MOST_VERSIONS)) : kept;
	const older = new Set(versionsOf(before));
	const memory = withRoomForVersions({
		isContinuous: true,
		// The venue's date may be too early, and its bookings right.
		from: answer.askedAt,
		// If the venue's clock is behind, `next` may be later than its time.
		until: Math.max(answer.askedAt + clock.aheadMs, next),
		next,
		...noNews(known, older),
		older,
		remembersAll: true,
		clock,
	});
	const notices = [
		...(answer.isPart ? [onlyPart('bookings')] : []),
		...(isUnclear ? [cannotTellApart(versions.length)] : []),
	];
	return { memory, changed: [], left: 'nothing', notices };
}

/** A list that is cut off cannot be split into batches, because the next one may show others. */
async function withoutBacklog(
	range: BookingMemory,
	{ versions }: ChangeList,
	search: ChangeSearch,
): Promise<Question> {
	const { until, reported } = range.backlog ?? { until: range.next, reported: -1 };
	const later = new Set(contentsOf((await search.fetch(until)).versions));
	const known = versions.filter(
		({ content, fingerprint }) => fingerprint <= reported && !later.has(content),
	);
	const recent = new Set([...range.recent, ...versionFingerprints(known)]);
	return {
		since: range.next,
		range: { ...range, recent, backlog: undefined },
		reach: 'onward',
	};
}

/** The time since which changes are requested, and the range that the answer is compared with. */
interface Question {
	since: number;
	range: BookingMemory;
	/**
	 * `onward`: from the end of the range. `back`: to before it. `beyondMemory`: the same, but the
	 * memory had no room for the whole range. `anew`: another range begins after a gap.
	 */
	reach: 'onward' | 'back' | 'beyondMemory' | 'anew';
}

function questionOf(wanted: number, search: ChangeSearch, before?: BookingMemory): Question {
	const { isContinuous, owedSince = Infinity } = search;
	if (before === undefined || wanted > before.until) {
		const range = {
			isContinuous,
			...{ from: wanted, until: wanted, next: wanted },
			recent: new Set<number>(),
			unreported: new Set<number>(),
			older: new Set(versionsOf(before)),
			remembersAll: true,
			clock: before?.clock,
		};
		return { since: wanted, range, reach: 'anew' };
	}
	const range = { ...before, isContinuous };
	if (owedSince >= range.from) return { since: range.next, range, reach: 'onward' };
	return { since: wanted, range, reach: range.remembersAll ? 'back' : 'beyondMemory' };
}

/** Whether the newest list begins where the last report ended. */
const follows = ({ reach }: Question) => reach === 'onward' || reach === 'beyondMemory';

const reachesBack = ({ reach }: Question) => reach === 'back' || reach === 'beyondMemory';

async function ask(question: Question, search: ChangeSearch) {
	if (question.reach === 'beyondMemory') return await askBeyondMemory(question, search);
	const isOwed = question.reach !== 'onward';
	return await reportChanges(
		compareVersions(question, await listSince(question.since, search, isOwed)),
		search,
	);
}

function compareVersions(question: Question, answer: ChangeList): AnsweredQuestion {
	const { reach, range: before } = question;
	const range = withOthers(before, answer);
	// A booking that changed back is news, unless a date shows that it is the same version.
	const isDated = reach === 'anew' && changeTimes(answer.versions) !== undefined;
	const known = reach === 'back' || isDated ? range.older : range.unreported;
	const changed = distinct(newTo([range.recent, known], answer.versions));
	return { ...question, range, answer, newest: answer, changed, isCut: answer.isCut };
}

/**
 * The memory had no room for all that was reported since a time, so the venue is asked again: what
 * changed since that time is known, except for what changed since the last report.
 */
async function askBeyondMemory(question: Question, search: ChangeSearch) {
	const { since } = question;
	// In this order, a version that is replaced between the requests is reported now and not again.
	const newest = await listSince(question.range.next, search);
	const range = withOthers(question.range, newest);
	const { recent, unreported, older } = range;
	const reported = isTooSlow(newest, search) ? undefined : await contentsSince(range.from, search);
	if (reported === undefined) {
		// The list that reaches back takes at least as long. New changes must not wait for it.
		const onward: Question = { since: range.next, range, reach: 'onward' };
		const looked = await reportChanges(compareVersions(onward, newest), search);
		if (looked === undefined) return undefined;
		const left = looked.left === 'nothing' ? 'asBefore' : looked.left;
		const notices = [...(looked.notices ?? []), notReachedBack()];
		return { ...looked, owedSince: search.owedSince, left, notices };
	}
	const answer = await listSince(since, search, true);
	const latest = newTo([recent, unreported], newest.versions);
	const isLatest = new Set(contentsOf(latest));
	const earlier = newTo([recent, older], answer.versions).filter(
		({ content }) => !reported.contents.has(content) || isLatest.has(content),
	);
	const isDoubtful = newest.isCut || reported.isCut;
	const changed = distinct(isDoubtful ? latest : [...earlier, ...latest]);
	const isCut = answer.isCut || isDoubtful;
	return await reportChanges({ ...question, range, answer, newest, changed, isCut }, search);
}

async function contentsSince(since: number, search: ChangeSearch) {
	const answer = await listSince(since, search, true);
	if (isTooSlow(answer, search)) return undefined;
	return { contents: new Set(contentsOf(answer.versions)), isCut: answer.isCut };
}

interface AnsweredQuestion extends Question {
	answer: ChangeList;
	/** The list that shows until when everything is reported. */
	newest: ChangeList;
	changed: Version[];
	isCut: boolean;
}

/**
 * Reports what changed, in the first of these ways that fits:
 *
 * 1. The list may be cut off, and nothing shows where: what it shows, and the next poll asks again.
 * 2. There is too much for one poll, and the venue’s clock may be behind: as much as fits.
 * 3. There is too much, and n8n is starting and has too little time: nothing, so undefined.
 * 4. There is too much, or more than the memory has room for: a batch.
 * 5. All of it. If the list was cut off, the user is told which changes may be missing.
 */
async function reportChanges(
	found: AnsweredQuestion,
	search: ChangeSearch,
): Promise<SearchedChanges | undefined> {
	const { answer, newest, changed, isCut } = found;
	const { clock, isBehind, setBackMs } = readVenueClock(found.range.clock, newest);
	const range = { ...found.range, clock };
	// A venue clock that may be behind must not move the end of the reported range.
	const sameEnd = isBehind && follows(found) ? unmovedEnd(range, setBackMs) : undefined;
	const isTooMuch = changed.length > search.atMost;
	const at = newest.askedAt + clock.aheadMs;
	const reached = follows(found) ? range.until : found.since;
	const gap = isCut ? gapIn(answer, reached, at, range) : undefined;
	if (gap === 'unclear' && range.recent.size + changed.length <= MOST_VERSIONS) {
		const some = reportSome({ range, changed }, sameEnd ?? unmovedEnd(range), search);
		return { ...some, left: 'asBefore', notices: [onlyPart('bookings')] };
	}
	// All that a list shows that ends too early: the next one may no longer show it.
	if (isTooMuch && sameEnd && !isCut) return reportSome({ range, changed }, sameEnd, search);
	if (isTooMuch && !isCut && search.isStarting && isTooSlow(answer, search)) return undefined;
	if ((isTooMuch || isTooLong(answer.versions)) && !isCut && !reachesBack(found)) {
		const batch = await batchOf({ ...found, range }, search);
		if (batch) return batch;
	}
	const end = sameEnd ?? newEnd({ ...found, range }, clock, search);
	// If the venue's date may be too early, the range ends no later than that date.
	const reportedUntil = isBehind ? Math.min(at, newest.venueTime ?? at) : at;
	const until = Math.max(end.until, reportedUntil);
	const told = { shown: answer.versions.length, zone: search.zone };
	const notices = gap === undefined ? [] : [toldOf(gap, { from: range.until, to: at }, told)];
	return { ...reportAll({ ...found, range }, { ...end, until }), notices };
}

function toldOf(
	gap: NonNullable<ReturnType<typeof gapIn>>,
	whole: Gap,
	told: { shown: number; zone: string },
) {
	if (gap === 'undated') return mayBeUnseen(told.shown);
	return mayBeMissing(gap === 'unclear' ? whole : gap, told);
}

/** The same end, or an earlier one by as much as the venue's clock was set back. */
function unmovedEnd({ until, next, recent, unreported, older }: BookingMemory, setBackMs = 0): End {
	const comesAgain = [...recent, ...unreported, ...(setBackMs > 0 ? older : [])];
	return { until: until - setBackMs, next: next - setBackMs, comesAgain };
}

function newEnd(found: AnsweredQuestion, clock: VenueClock, { safetyMarginMs }: ChangeSearch): End {
	const { range, newest } = found;
	const since = follows(found) ? range.next : found.since;
	const { next, kept } = overlapOf(newest, since, clock, safetyMarginMs);
	// A list that ends too early hides what the next one may return again.
	const comesAgain = newest.isCut ? new Set([...kept, ...range.recent]) : kept;
	return { until: range.until, next: Math.max(next, range.next), comesAgain };
}

function reportAll(found: AnsweredQuestion, { until, next, comesAgain }: End): SearchedChanges {
	const { since, range, answer, changed } = found;
	const known = new Set([...comesAgain, ...(follows(found) ? versionFingerprints(changed) : [])]);
	const unreported = without(range.unreported, new Set(versionFingerprints(changed)));
	const memory = withRoomForVersions({
		...range,
		from: reachesBack(found) ? since : range.from,
		until: Math.max(until, next),
		next,
		recent: without(known, unreported),
		unreported: new Set([...unreported].filter((fingerprint) => known.has(fingerprint))),
		older: without([...versionFingerprints(answer.versions), ...versionsOf(range)], unreported),
	});
	return { memory, changed: bookingsOf(changed), left: 'nothing' };
}
