import { sleep } from 'n8n-workflow';

import { readBookings } from '../venueApi/resources/bookings';
import { batchOf, nextOfBacklog } from './batches';
import type { BookingMemory, Memory } from './memory/memory';
import { notReachedBack, onlyPart } from './outages';
import type { Poll } from './purpose';
import { behindOurs, isOurs, readVenueClock, type VenueClock } from './venueClock';
import {
	type Answer,
	bookingsOf,
	contentsOf,
	distinct,
	fingerprintsOf,
	isTooSlow,
	type Look,
	type Looked,
	MOST_VERSIONS,
	newTo,
	overlapOf,
	type Version,
	versionOf,
	versionsOf,
	without,
	withRoom,
} from './versions';

/** Bookings that changed: all of them, or those that changed since messages were given up. */
export async function newsOfBookings(poll: Poll, memory: Memory, mostItems: number) {
	if (mostItems <= 0 && !poll.isPublishing) return { memory: {} };
	const { settings, connection } = poll;
	const { incompleteSince, startsAt, refetchSince } = memory;
	const { safetyMarginMs } = settings;
	const isContinuous = settings.events.includes('booking');
	const begins = isContinuous && memory.bookings?.isContinuous !== true;
	const publishedAt = incompleteSince === undefined ? undefined : incompleteSince - safetyMarginMs;
	const missed = begins ? (startsAt ?? publishedAt) : undefined;
	const owedSince = Math.min(missed ?? Infinity, refetchSince ?? Infinity);
	const look: Look = {
		...poll,
		fetch: async (since, atMost) => await fetchVersions(poll, since, atMost),
		leftMs: () => connection().patienceMs,
		atMost: mostItems,
		safetyMarginMs,
		isContinuous,
		owedSince: owedSince === Infinity ? undefined : owedSince,
	};
	const { changed, left, notices, ...looked } = await lookForChanges(look, memory.bookings);
	// Publishing fetches nothing: a backfill that is under way still is.
	const isCaughtUp = left === 'nothing' && !poll.isPublishing && isContinuous;
	return {
		memory: {
			bookings: looked.memory,
			refetchSince: left === 'asBefore' ? refetchSince : looked.owedSince,
			...(isCaughtUp ? { startsAt: undefined } : {}),
		},
		findings: { bookings: changed },
		notices,
	};
}

/** So many take a hundredth of a second or two, in which n8n does nothing else. */
const AT_ONCE = 1_000;

async function fetchVersions(poll: Poll, since: number, atMost?: number): Promise<Answer> {
	const { settings, connection } = poll;
	const askedAt = Date.now();
	const query = { ...settings.additionalQuery, modifiedFromDate: new Date(since).toISOString() };
	const { records, isPart, venueTime } = await readBookings(connection(), query, atMost);
	const answeredAt = Date.now();
	const versions: Version[] = [];
	for (const booking of records) {
		versions.push(versionOf(booking));
		if (versions.length % AT_ONCE === 0) await sleep(0);
	}
	return { versions, isPart, askedAt, answeredAt, venueTime };
}

/** The versions that have not been reported. Each of them is, once the memory is stored. */
export async function lookForChanges(look: Look, known?: BookingMemory): Promise<Looked> {
	const { isContinuous, isPublishing, owedSince } = look;
	const before = known && { ...known, isContinuous: known.isContinuous && isContinuous };
	const isWatching = before?.isContinuous === true;
	if (isContinuous && !isWatching && owedSince === undefined) return await beginHere(look, before);

	const left = owedSince === undefined ? 'nothing' : 'asBefore';
	const nothingNew: Looked = { memory: before, changed: [], owedSince, left };
	if (isPublishing) {
		// Only to try the right to it: n8n would drop what it brings.
		await look.fetch(look.now);
		return nothingNew;
	}
	const wanted = Math.min(owedSince ?? Infinity, isWatching ? before.next : Infinity);
	if (wanted === Infinity) return nothingNew;
	if (before?.backlog) {
		const range = { ...before, isContinuous };
		return await nextOfBacklog(range, await look.fetch(before.next), look);
	}

	const looked = await ask(questionOf(wanted, look, before), look);
	return looked ?? { ...nothingNew, left: 'asBefore' };
}

/** What changed before is not news. */
async function beginHere(look: Look, before?: BookingMemory): Promise<Looked> {
	const { now, safetyMarginMs } = look;
	let since = now - safetyMarginMs;
	let answer = await look.fetch(since);
	let { clock } = readVenueClock(undefined, answer);
	if (!isOurs(clock)) {
		// The beginning was a time of our clock, and one answer may bear a wrong date.
		since += behindOurs(clock);
		answer = await look.fetch(since);
		const again = readVenueClock(undefined, answer).clock;
		if (Math.abs(again.aheadMs) < Math.abs(clock.aheadMs)) clock = again;
	}
	const { next, kept } = overlapOf(answer, since, clock, safetyMarginMs);
	const older = new Set(versionsOf(before));
	const memory = withRoom({
		isContinuous: true,
		from: answer.askedAt + behindOurs(clock),
		// What is asked for next may be later than a clock that is behind says.
		until: Math.max(answer.askedAt + clock.aheadMs, next),
		next,
		recent: new Set(),
		unreported: without(kept, older),
		older,
		isWhole: true,
		clock,
	});
	const notices = answer.isPart ? [onlyPart('bookings')] : [];
	return { memory, changed: [], left: 'nothing', notices };
}

/** From when on the venue is asked, and the range of time whose changes have been reported. */
interface Question {
	since: number;
	range: BookingMemory;
	/**
	 * `onward` from the end of the range, `back` to before it, `beyondMemory` the same where the
	 * memory has no room for all of the range, `anew` after a gap, where another range begins.
	 */
	reach: 'onward' | 'back' | 'beyondMemory' | 'anew';
}

function questionOf(wanted: number, look: Look, before?: BookingMemory): Question {
	const { isContinuous, owedSince = Infinity } = look;
	if (before === undefined || wanted > before.until) {
		const range = {
			isContinuous,
			...{ from: wanted, until: wanted, next: wanted },
			recent: new Set<number>(),
			unreported: new Set<number>(),
			older: new Set(versionsOf(before)),
			isWhole: true,
			clock: before?.clock,
		};
		return { since: wanted, range, reach: 'anew' };
	}
	const range = { ...before, isContinuous };
	if (owedSince >= range.from) return { since: range.next, range, reach: 'onward' };
	return { since: wanted, range, reach: range.isWhole ? 'back' : 'beyondMemory' };
}

/** The newest list begins where the last report ended. */
const follows = ({ reach }: Question) => reach === 'onward' || reach === 'beyondMemory';

const reachesBack = ({ reach }: Question) => reach === 'back' || reach === 'beyondMemory';

async function ask(question: Question, look: Look) {
	if (question.reach === 'beyondMemory') return await askBeyondMemory(question, look);
	return await report(compare(question, await look.fetch(question.since)), look);
}

function compare(question: Question, answer: Answer): Found {
	const { range, reach } = question;
	// A booking that is again what it was before the last report is news, so the older ones count
	// only where the question reaches back to them.
	const known = reach === 'back' ? range.older : range.unreported;
	const changed = distinct(newTo([range.recent, known], answer.versions));
	return { ...question, answer, newest: answer, changed, isPart: answer.isPart };
}

/**
 * There was no room to remember all that was reported since a time. The venue can be asked for it
 * again: what changed since that time is known, but for what changed since the last report.
 */
async function askBeyondMemory(question: Question, look: Look) {
	const { since, range } = question;
	const { recent, unreported, older } = range;
	// Asked in this order, a version that changes in between is reported now and not again.
	const newest = await look.fetch(range.next);
	const reported = isTooSlow(newest, look) ? undefined : await contentsSince(range.from, look);
	if (reported === undefined) {
		// The list that reaches back takes as long at least. What is new must not wait for it.
		const onward: Question = { since: range.next, range, reach: 'onward' };
		const looked = await report(compare(onward, newest), look);
		if (looked === undefined) return undefined;
		const left = looked.left === 'nothing' ? 'asBefore' : looked.left;
		const notices = [...(looked.notices ?? []), notReachedBack()];
		return { ...looked, owedSince: look.owedSince, left, notices };
	}
	const answer = await look.fetch(since);
	const latest = newTo([recent, unreported], newest.versions);
	const isLatest = new Set(contentsOf(latest));
	const earlier = newTo([recent, older], answer.versions).filter(
		({ content }) => !reported.contents.has(content) || isLatest.has(content),
	);
	const isDoubtful = newest.isPart || reported.isPart;
	const changed = distinct(isDoubtful ? latest : [...earlier, ...latest]);
	const isPart = answer.isPart || isDoubtful;
	return await report({ ...question, answer, newest, changed, isPart }, look);
}

async function contentsSince(since: number, look: Look) {
	const answer = await look.fetch(since);
	if (isTooSlow(answer, look)) return undefined;
	return { contents: new Set(contentsOf(answer.versions)), isPart: answer.isPart };
}

interface Found extends Question {
	answer: Answer;
	/** The list that tells how far everything is reported. */
	newest: Answer;
	changed: Version[];
	isPart: boolean;
}

/** Undefined at a start of n8n, where all is left to the next poll: that has more time. */
async function report(found: Found, look: Look): Promise<Looked | undefined> {
	const { answer, newest, changed, isPart } = found;
	const { clock, isBehind, setBackMs } = readVenueClock(found.range.clock, newest);
	const range = { ...found.range, clock };
	// A clock that may be behind must not move the end of what was reported.
	const sameEnd = isBehind && follows(found) ? endOf(range, setBackMs) : undefined;
	const isTooMuch = changed.length > look.atMost;
	if (isPart || (isTooMuch && sameEnd)) {
		return reportSome({ ...found, range }, sameEnd ?? endOf(range), look);
	}
	if (isTooMuch) {
		if (look.isStarting && isTooSlow(answer, look)) return undefined;
		const batch = await batchOf({ ...found, range, reachesBack: reachesBack(found) }, look);
		if (batch) return batch;
	}
	const end = sameEnd ?? newEnd({ ...found, range }, clock, look);
	// As late as the venue says that it is, where that may be wrong.
	const at = newest.askedAt + clock.aheadMs;
	const reportedUntil = isBehind ? Math.min(at, newest.venueTime ?? at) : at;
	return reportAll({ ...found, range }, { ...end, until: Math.max(end.until, reportedUntil) });
}

/** Until when everything is reported, from when on to ask next, and what that may bring again. */
interface End {
	until: number;
	next: number;
	comesAgain: Iterable<number>;
}

/** The same end. A venue whose clock was set back is asked from that much earlier. */
function endOf({ until, next, recent, unreported, older }: BookingMemory, setBackMs = 0): End {
	const comesAgain = [...recent, ...unreported, ...(setBackMs > 0 ? older : [])];
	return { until: until - setBackMs, next: next - setBackMs, comesAgain };
}

function newEnd(found: Found, clock: VenueClock, { safetyMarginMs }: Look): End {
	const { range, newest } = found;
	const since = follows(found) ? range.next : found.since;
	const { next, kept } = overlapOf(newest, since, clock, safetyMarginMs);
	return { until: range.until, next: Math.max(next, range.next), comesAgain: kept };
}

/** Only what can be remembered: the rest would come again at each poll. */
function reportSome(found: Found, end: End, { atMost, owedSince }: Look): Looked {
	const { range, changed, isPart } = found;
	const { until, next, comesAgain } = end;
	const room = Math.max(0, MOST_VERSIONS - range.recent.size);
	const reported = changed.slice(0, Math.min(room, atMost));
	const recent = new Set([...fingerprintsOf(reported), ...without(comesAgain, range.unreported)]);
	const unreported = without(range.unreported, recent);
	return {
		memory: withRoom({ ...range, until, next, recent, unreported }),
		owedSince,
		changed: bookingsOf(reported),
		...(isPart ? { left: 'asBefore', notices: [onlyPart('bookings')] } : { left: 'nextBatch' }),
	};
}

function reportAll(found: Found, { until, next, comesAgain }: End): Looked {
	const { since, range, answer, changed } = found;
	const known = new Set([...comesAgain, ...(follows(found) ? fingerprintsOf(changed) : [])]);
	const unreported = without(range.unreported, new Set(fingerprintsOf(changed)));
	const memory = withRoom({
		...range,
		from: reachesBack(found) ? since : range.from,
		until: Math.max(until, next),
		next,
		recent: without(known, unreported),
		unreported: new Set([...unreported].filter((fingerprint) => known.has(fingerprint))),
		older: without([...fingerprintsOf(answer.versions), ...versionsOf(range)], unreported),
	});
	return { memory, changed: bookingsOf(changed), left: 'nothing' };
}
