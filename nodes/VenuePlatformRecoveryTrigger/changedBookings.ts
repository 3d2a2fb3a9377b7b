import type { VenueRecord } from '../venueApi/shapes/records';
import type { BookingMemory } from './memory/memory';
import { behindOurs, isOurs, readVenueClock, type Times } from './venueClock';

/** They take 6 kB of the 32 that the whole memory may have. */
export const MOST_VERSIONS = 1_200;

/** A booking of the venue, and what stands for its content: the document names no other version. */
export interface Version {
	booking: VenueRecord;
	fingerprint: number;
}

/** What the venue answers when it is asked for the changes since a time of its own clock. */
export interface Answer extends Times {
	versions: Version[];
	/** The venue has said that there are more. */
	isPart: boolean;
}

export interface Look {
	fetch: (since: number) => Promise<Answer>;
	now: number;
	safetyMarginMs: number;
	/** Every change is reported, not only those beside messages that were given up. */
	isContinuous: boolean;
	/** n8n would drop what is found: the workflow is not published yet. */
	isPublishing: boolean;
	/** Changes since then are still to be reported. */
	owedSince?: number;
}

export interface Looked {
	memory?: BookingMemory;
	owedSince?: number;
	changed: VenueRecord[];
	isPart: boolean;
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
	const { next, kept } = overlapOf(
		answer.versions,
		since,
		at,
		Math.max(since, from - safetyMarginMs),
	);
	const older = new Set(versionsOf(before));
	const memory = withRoom({
		isContinuous: true,
		from,
		until: at,
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
	const answer = await look.fetch(since);
	const latest = (reported?.latest.versions ?? []).filter(
		({ fingerprint }) => !range.recent.has(fingerprint) && !range.unreported.has(fingerprint),
	);
	const isLatest = new Set(fingerprintsOf(latest));
	// A booking that is again what it was before the last report is news, so the older ones count
	// only where the question reaches back to them.
	const isKnown = (fingerprint: number) =>
		range.recent.has(fingerprint) ||
		(reachesBack ? range.older : range.unreported).has(fingerprint) ||
		(reported?.fingerprints.has(fingerprint) === true && !isLatest.has(fingerprint));
	const earlier = answer.versions.filter(({ fingerprint }) => !isKnown(fingerprint));
	const changed = distinct(reported?.isPart ? latest : [...earlier, ...latest]);

	const dated = reported?.latest ?? answer;
	const { clock, isBehind, setBackMs } = readVenueClock(range.clock, dated);
	if (answer.isPart || reported?.isPart) {
		// More than can be remembered would come again at each poll.
		const remembered = changed.slice(0, Math.max(0, MOST_VERSIONS - range.recent.size));
		const recent = new Set([...range.recent, ...fingerprintsOf(remembered)]);
		const unreported = without(range.unreported, recent);
		const memory = withRoom({ ...range, isContinuous, clock, recent, unreported });
		return {
			memory,
			owedSince: look.owedSince,
			changed: remembered.map(({ booking }) => booking),
			isPart: true,
		};
	}

	const isFromNext = reported !== undefined || (!isApart && !reachesBack);
	const at = dated.askedAt + clock.aheadMs;
	const nextAt = dated.askedAt + behindOurs(clock) - safetyMarginMs;
	const askedSince = reported ? range.next : since;
	const { next, kept } =
		isBehind && isFromNext
			? { next: range.next - setBackMs, kept: new Set(versionsSince(range, setBackMs)) }
			: overlapOf(dated.versions, askedSince, at, Math.max(askedSince, nextAt));
	for (const { fingerprint } of isFromNext ? changed : []) kept.add(fingerprint);
	const unreported = without(range.unreported, new Set(fingerprintsOf(changed)));
	const memory = withRoom({
		isContinuous,
		from: reachesBack ? since : range.from,
		until: isBehind && isFromNext ? range.until - setBackMs : Math.max(at, range.until),
		next: isBehind && isFromNext ? next : Math.max(next, range.next),
		recent: without(kept, unreported),
		unreported: new Set([...unreported].filter((fingerprint) => kept.has(fingerprint))),
		older: without([...fingerprintsOf(answer.versions), ...versionsOf(range)], unreported),
		isWhole: range.isWhole,
		clock,
	});
	return { memory, changed: changed.map(({ booking }) => booking), isPart: false };
}

/**
 * There was no room to remember all that was reported since a time. The venue can be asked for it
 * again: what changed since that time is known, but for what changed since the last report.
 */
async function askForReported({ fetch }: Look, { from, next }: BookingMemory) {
	const latest = await fetch(next);
	const since = await fetch(from);
	return {
		latest,
		fingerprints: new Set(fingerprintsOf(since.versions)),
		isPart: latest.isPart || since.isPart,
	};
}

/**
 * What the next answer may bring again, and from when on to ask for it. After more changes than
 * there is room for, the margin is as long as the room.
 */
function overlapOf(
	list: Version[],
	since: number,
	at: number,
	next: number,
): { next: number; kept: Set<number> } {
	const all = new Set(fingerprintsOf(list));
	if (all.size <= MOST_VERSIONS) return { next, kept: all };

	const bookings = list.map(({ booking }) => booking);
	const changedAt = changedAtIn(bookings, since, at);
	if (changedAt === undefined) return { next: at, kept: new Set() };
	const newest = list
		.map((version) => ({ ...version, time: changedAt(version.booking) }))
		.filter(({ time }) => time >= next)
		.sort((a, b) => b.time - a.time);
	const tooOld = newest[MOST_VERSIONS]?.time;
	const kept = newest.filter(({ time }) => tooOld === undefined || time > tooOld);
	return {
		next: tooOld === undefined ? next : tooOld + 1,
		kept: new Set(fingerprintsOf(kept)),
	};
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** How far clocks and rounding may put a time of the venue outside of what was asked for. */
const TOLERANCE_MS = 2_000;

/**
 * Where bookings hold the time of their last change. The document names no such field; it is one
 * that every booking has and that lies between the time that was asked for and now in all of them.
 */
export function changedAtIn(
	bookings: VenueRecord[],
	since: number,
	now: number,
): ((booking: VenueRecord) => number) | undefined {
	const lies = (time: number) => time >= since - TOLERANCE_MS && time <= now + TOLERANCE_MS;
	const [first] = bookings;
	const fields = Object.keys(first ?? {}).filter((field) =>
		bookings.every((booking) => lies(timeIn(booking[field]))),
	);
	if (fields.length === 0) return undefined;
	return (booking) => Math.max(...fields.map((field) => timeIn(booking[field])));
}

function timeIn(value: unknown): number {
	return typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : NaN;
}

/** The versions that were reported last are forgotten last. */
function withRoom({
	older,
	...memory
}: Omit<BookingMemory, 'older'> & { older: Iterable<number> }): BookingMemory {
	const room = MOST_VERSIONS - memory.unreported.size;
	const recent = new Set([...memory.recent].slice(0, room));
	const others = [...without(older, recent)];
	const kept = new Set(others.slice(0, room - recent.size));
	const isWhole = memory.isWhole && kept.size === others.length;
	return { ...memory, recent, older: kept, isWhole };
}

function without(fingerprints: Iterable<number>, others: Set<number>): Set<number> {
	return new Set([...fingerprints].filter((fingerprint) => !others.has(fingerprint)));
}

function versionsOf(memory?: BookingMemory): number[] {
	return memory ? [...memory.recent, ...memory.older] : [];
}

/** What may come again where the venue is asked from so much earlier. */
function versionsSince({ recent, unreported, older }: BookingMemory, setBackMs: number): number[] {
	return [...recent, ...unreported, ...(setBackMs > 0 ? older : [])];
}

function fingerprintsOf(versions: Version[]): number[] {
	return versions.map(({ fingerprint }) => fingerprint);
}

function distinct(versions: Version[]): Version[] {
	return [...new Map(versions.map((version) => [version.fingerprint, version])).values()];
}
