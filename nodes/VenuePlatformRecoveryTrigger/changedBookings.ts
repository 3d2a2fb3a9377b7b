import { sleep } from 'n8n-workflow';

import { readBookings } from '../venueApi/resources/bookings';
import { type Answer, batchOf, isTooSlow, type Look, type Looked, nextOfBacklog } from './batches';
import type { BookingMemory, Memory } from './memory/memory';
import { notReachedBack, onlyPart } from './outages';
import type { Poll } from './purpose';
import { behindOurs, isOurs, readVenueClock } from './venueClock';
import {
	bookingsOf,
	changedAtIn,
	contentsOf,
	fingerprintsOf,
	MOST_VERSIONS,
	overlapFrom,
	type Version,
	versionOf,
	versionsOf,
	without,
	withRoom,
} from './versions';

/** Bookings that changed: all of them, or those that changed since messages were given up. */
export async function newsOfBookings(poll: Poll, memory: Memory, room: number) {
	const { settings, connection, now, isPublishing, isStarting } = poll;
	if (room <= 0 && !isPublishing) return { memory: {} };
	const { safetyMarginMs } = settings;
	const { incompleteSince, startsAt, refetchSince: owed } = memory;
	const isContinuous = settings.events.includes('booking');
	const begins = isContinuous && memory.bookings?.isContinuous !== true;
	const publishedAt = incompleteSince === undefined ? undefined : incompleteSince - safetyMarginMs;
	const missed = begins ? (startsAt ?? publishedAt ?? owed) : owed;
	const look = {
		fetch: async (since: number, atMost?: number) => await fetchVersions(poll, since, atMost),
		leftMs: () => connection().patienceMs,
		now,
		atMost: room,
		safetyMarginMs,
		isContinuous,
		isPublishing,
		isStarting,
		owedSince: missed === undefined ? undefined : Math.min(missed, owed ?? missed),
	};
	const looked = await lookForChanges(look, memory.bookings);
	if (looked.isPutOff) return { memory: {} };
	const { isBatch = false, owedSince } = looked;
	const isDone = owedSince === undefined && !isBatch;
	return {
		memory: {
			bookings: looked.memory,
			refetchSince: isBatch || isDone ? owedSince : owed,
			...(isDone && !looked.isPart && looked.memory?.isContinuous ? { startsAt: undefined } : {}),
		},
		findings: { bookings: looked.changed },
		notices: [
			...(looked.isPart ? [onlyPart('bookings')] : []),
			...(looked.isTooSlow ? [notReachedBack()] : []),
		],
	};
}

/** So many take a hundredth of a second or two, in which n8n does nothing else. */
const AT_ONCE = 1_000;

async function fetchVersions(
	{ settings, connection }: Poll,
	since: number,
	atMost?: number,
): Promise<Answer> {
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
	const begins = isContinuous && known?.isContinuous !== true;
	const before = known && { ...known, isContinuous: known.isContinuous && isContinuous };
	if (begins && owedSince === undefined) return await beginHere(look, before);
	if (isPublishing) {
		// All rights are tried out. What is owed stays owed.
		await look.fetch(look.now);
		return { memory: before, owedSince, changed: [], isPart: false };
	}
	const next = before?.isContinuous === true ? before.next : Infinity;
	const wanted = Math.min(owedSince ?? Infinity, next);
	if (wanted === Infinity) return { memory: before, changed: [], isPart: false };
	return await reportSince(wanted, look, before);
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
	const at = answer.askedAt + clock.aheadMs;
	const from = answer.askedAt + behindOurs(clock);
	const { next, kept } = overlapOf(answer, since, at, Math.max(since, from - safetyMarginMs));
	const older = new Set(versionsOf(before));
	const memory = withRoom({
		isContinuous: true,
		from,
		// What is asked for next may be later than a clock that is behind says.
		until: Math.max(at, next),
		next,
		recent: new Set(),
		unreported: without(kept, older),
		older,
		isWhole: true,
		clock,
	});
	return { memory, changed: [], isPart: answer.isPart };
}

async function reportSince(wanted: number, look: Look, before?: BookingMemory): Promise<Looked> {
	const { isContinuous, safetyMarginMs, owedSince } = look;
	if (before?.backlog) return await nextOfBacklog({ ...before, isContinuous }, look);
	const isApart = before === undefined || wanted > before.until;
	const reachesBack = !isApart && owedSince !== undefined && owedSince < before.from;
	const since = isApart || reachesBack ? wanted : before.next;
	const range: BookingMemory =
		before !== undefined && !isApart
			? before
			: {
					isContinuous,
					...{ from: since, until: since, next: since },
					recent: new Set(),
					unreported: new Set(),
					older: new Set(versionsOf(before)),
					isWhole: true,
					clock: before?.clock,
				};

	// Asked in this order, a version that changes in between is reported now and not again.
	const reported = reachesBack && !range.isWhole ? await askForReported(look, range) : undefined;
	if (reported?.isTooSlow) {
		const latest = { ...look, owedSince: undefined, fetch: givenFirst(reported.latest, look) };
		return { ...(await reportSince(range.next, latest, before)), owedSince, isTooSlow: true };
	}
	const answer = await look.fetch(since);
	const latest = (reported?.latest.versions ?? []).filter(
		({ fingerprint }) => !range.recent.has(fingerprint) && !range.unreported.has(fingerprint),
	);
	const isLatest = new Set(contentsOf(latest));
	// A booking that is again what it was before the last report is news, so the older ones count
	// only where the question reaches back to them.
	const isKnown = ({ fingerprint, content }: Version) =>
		range.recent.has(fingerprint) ||
		(reachesBack ? range.older : range.unreported).has(fingerprint) ||
		(reported?.contents.has(content) === true && !isLatest.has(content));
	const earlier = answer.versions.filter((version) => !isKnown(version));
	const changed = distinct(reported?.isPart ? latest : [...earlier, ...latest]);

	const dated = reported?.latest ?? answer;
	const { clock, isBehind, setBackMs } = readVenueClock(range.clock, dated);
	const isPart = answer.isPart || reported?.isPart === true;
	const isFromNext = reported !== undefined || (!isApart && !reachesBack);
	const isTooMuch = changed.length > look.atMost;
	// A clock that may be behind must not move the end of what was reported.
	const keepsEnd = isBehind && isFromNext;
	if (isPart || (isTooMuch && keepsEnd)) {
		// More than can be remembered would come again at each poll.
		const room = Math.max(0, MOST_VERSIONS - range.recent.size);
		const remembered = changed.slice(0, Math.min(room, look.atMost));
		const backMs = isFromNext ? setBackMs : 0;
		const known = without(versionsSince(range, backMs), range.unreported);
		const recent = new Set([...fingerprintsOf(remembered), ...known]);
		const unreported = without(range.unreported, recent);
		const [until, next] = [range.until - backMs, range.next - backMs];
		const memory = withRoom({ ...range, isContinuous, clock, until, next, recent, unreported });
		return {
			memory,
			owedSince: look.owedSince,
			changed: bookingsOf(remembered),
			isPart,
			isBatch: !isPart,
		};
	}
	if (isTooMuch) {
		const begun = { ...range, isContinuous, clock };
		const batch = await batchOf({ changed, answer, since, range: begun, reachesBack }, look);
		if (batch) return batch;
	}

	const at = dated.askedAt + clock.aheadMs;
	const nextAt = dated.askedAt + behindOurs(clock) - safetyMarginMs;
	const askedSince = reported ? range.next : since;
	const overlap = keepsEnd
		? { next: range.next - setBackMs, kept: new Set(versionsSince(range, setBackMs)) }
		: overlapOf(dated, askedSince, at, Math.max(askedSince, nextAt));
	const { kept } = overlap;
	const next = keepsEnd ? overlap.next : Math.max(overlap.next, range.next);
	// As late as the venue says that it is, where that may be wrong.
	const reportedUntil = isBehind ? Math.min(at, dated.venueTime ?? at) : at;
	const until = keepsEnd ? range.until - setBackMs : range.until;
	for (const { fingerprint } of isFromNext ? changed : []) kept.add(fingerprint);
	const unreported = without(range.unreported, new Set(fingerprintsOf(changed)));
	const memory = withRoom({
		isContinuous,
		from: reachesBack ? since : range.from,
		until: Math.max(until, reportedUntil, next),
		next,
		recent: without(kept, unreported),
		unreported: new Set([...unreported].filter((fingerprint) => kept.has(fingerprint))),
		older: without([...fingerprintsOf(answer.versions), ...versionsOf(range)], unreported),
		isWhole: range.isWhole,
		clock,
	});
	return { memory, changed: bookingsOf(changed), isPart: false };
}

/**
 * There was no room to remember all that was reported since a time. The venue can be asked for it
 * again: what changed since that time is known, but for what changed since the last report.
 */
async function askForReported(look: Look, { from, next }: BookingMemory) {
	const latest = await look.fetch(next);
	const since = isTooSlow(latest, look) ? undefined : await look.fetch(from);
	return {
		latest,
		contents: new Set(contentsOf(since?.versions ?? [])),
		isPart: latest.isPart || since?.isPart === true,
		// The list that reaches back takes as long at least. What is new must not wait for it.
		isTooSlow: since === undefined || isTooSlow(since, look),
	};
}

function givenFirst(first: Answer, { fetch }: Look): Look['fetch'] {
	let given: Answer | undefined = first;
	return async (since, atMost) => {
		const answer = given ?? (await fetch(since, atMost));
		given = undefined;
		return answer;
	};
}

/**
 * What the next answer may bring again, and from when on to ask for it. After more changes than
 * there is room for, the margin is as long as the room.
 */
function overlapOf(
	{ versions, askedAt, answeredAt, venueTime }: Answer,
	since: number,
	at: number,
	next: number,
): { next: number; kept: Set<number> } {
	const all = new Set(fingerprintsOf(versions));
	if (all.size <= MOST_VERSIONS) return { next, kept: all };

	// After a long list the venue’s clock is known as well as the list was short: it may be later.
	const until = Math.max(at + answeredAt - askedAt, answeredAt, venueTime ?? 0);
	const changedAt = changedAtIn({ versions, since, until });
	// Never later than by our clock: a venue may date all of its answers too late.
	const allUntil = Math.min(at, askedAt);
	if (changedAt === undefined) return { next: allUntil, kept: new Set() };
	const dated = versions.map((version) => ({ ...version, time: changedAt(version.booking) }));
	return overlapFrom(next, dated, allUntil);
}

function distinct(versions: Version[]): Version[] {
	return [...new Map(versions.map((version) => [version.content, version])).values()];
}

/** What may come again where the venue is asked from so much earlier. */
function versionsSince({ recent, unreported, older }: BookingMemory, setBackMs: number): number[] {
	return [...recent, ...unreported, ...(setBackMs > 0 ? older : [])];
}
