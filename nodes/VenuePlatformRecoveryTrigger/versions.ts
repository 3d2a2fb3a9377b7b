import { sleep } from 'n8n-workflow';

import type { VenueRecord } from '../venueApi/records';
import type { BookingMemory } from './memory/memory';
import { fingerprintIn, contentNumberOf } from './memory/packedSet';
import type { PollFailure } from './outages';
import { behindOurs, type Times, type VenueClock } from './venueClock';

/** They take 6 of the 32 kB that the whole memory may use. */
export const MOST_VERSIONS = 1_200;

/**
 * A booking, and two numbers for its content, because the document names no version: `content`
 * within a poll, and `fingerprint` in the memory. In a long list, two bookings may have the same
 * fingerprint.
 */
export interface Version {
	booking: VenueRecord;
	content: number;
	fingerprint: number;
}

export function versionOf(booking: VenueRecord): Version {
	const content = contentNumberOf(booking);
	return { booking, content, fingerprint: fingerprintIn(content) };
}

/** This many block n8n for 10 to 20 milliseconds. */
const VERSIONS_AT_ONCE = 1_000;

export async function versionsIn(bookings: VenueRecord[]): Promise<Version[]> {
	const versions: Version[] = [];
	for (const booking of bookings) {
		versions.push(versionOf(booking));
		if (versions.length % VERSIONS_AT_ONCE === 0) await sleep(0);
	}
	return versions;
}

/** The venue's answer to a request for the changes since a time of its own clock. */
export interface ChangeList extends Times {
	versions: Version[];
	/** These changed before that time, but the venue goes by whole days, for example. */
	others?: Version[];
	/** The venue said that there are more. */
	isPart: boolean;
	/** There are more, or there may be: it ends at a number that services like to end at. */
	isCut: boolean;
	/** Bookings moved between the pages while they were read, so some may be on none. */
	hasMoved?: boolean;
}

export interface ChangeSearch {
	fetch: (since: number) => Promise<ChangeList>;
	leftMs: () => number;
	now: number;
	/** The time zone of the workflow, for what a user is told. */
	zone: string;
	/** How many versions are reported at a time. */
	atMost: number;
	safetyMarginMs: number;
	/** Every change is reported, not only those that are owed. */
	isContinuous: boolean;
	isPublishing: boolean;
	isStarting?: boolean;
	/** Changes since then are owed, also those that are not new. */
	owedSince?: number;
}

export interface SearchedChanges {
	memory?: BookingMemory;
	changed: VenueRecord[];
	/** What is owed after this poll, unless the same is left as before. */
	owedSince?: number;
	/** What the next polls have to report: nothing, the next batch, or the same as before. */
	left: 'nothing' | 'nextBatch' | 'asBefore';
	notices?: PollFailure[];
}

/** Whether another list like this one would take longer than the poll has left. */
export function isTooSlow({ askedAt, answeredAt }: ChangeList, { leftMs }: ChangeSearch): boolean {
	return answeredAt - askedAt > leftMs();
}

export function without(fingerprints: Iterable<number>, others: Set<number>): Set<number> {
	return new Set([...fingerprints].filter((fingerprint) => !others.has(fingerprint)));
}

export function versionsOf(memory?: BookingMemory): number[] {
	return memory ? [...memory.recent, ...memory.older] : [];
}

export function versionFingerprints(versions: Version[]): number[] {
	return versions.map(({ fingerprint }) => fingerprint);
}

export function contentsOf(versions: Version[]): number[] {
	return versions.map(({ content }) => content);
}

export function bookingsOf(versions: Version[]): VenueRecord[] {
	return versions.map(({ booking }) => booking);
}

export function distinct(versions: Version[]): Version[] {
	return [...new Map(versions.map((version) => [version.content, version])).values()];
}

/** The versions that none of these sets contains. */
export function newTo(known: Array<Set<number>>, versions: Version[]): Version[] {
	return versions.filter(({ fingerprint }) => !known.some((some) => some.has(fingerprint)));
}

/** The versions that were reported first are forgotten first. */
export function withRoomForVersions({
	older,
	...memory
}: Omit<BookingMemory, 'older'> & { older: Iterable<number> }): BookingMemory {
	const unreported = new Set([...memory.unreported].slice(0, MOST_VERSIONS));
	const room = MOST_VERSIONS - unreported.size;
	const recent = new Set([...memory.recent].slice(0, room));
	const others = [...without(older, recent)];
	const kept = new Set(others.slice(0, room - recent.size));
	const remembersAll = memory.remembersAll && kept.size === others.length;
	return { ...memory, recent, unreported, older: kept, remembersAll };
}

/**
 * What the next answer may return again, and where the next request begins. After more changes than
 * there is room for, the margin is only as long as the memory allows.
 */
export function overlapOf(answer: ChangeList, since: number, clock: VenueClock, marginMs: number) {
	const { versions, others = [], askedAt } = answer;
	const next = Math.max(since, askedAt + behindOurs(clock) - marginMs);
	const listed = [...versions, ...others];
	const all = new Set(versionFingerprints(listed));
	if (all.size <= MOST_VERSIONS) return { next, kept: all };

	// Never later than our clock: a venue may date all of its answers too late.
	const allUntil = askedAt + behindOurs(clock);
	const times = changeTimes(listed);
	if (times === undefined) return { next: allUntil, kept: new Set<number>() };
	const dated = listed.map((version, index) => ({ ...version, time: times[index] }));
	const overlap = overlapFrom(next, dated, allUntil);
	// A venue that lists what changed before that time lists the newest of it longest.
	return others.length === 0 ? overlap : { ...overlap, kept: newestOf(listed) };
}

/** As many as there is room for, if all of them show when they changed. */
function newestOf(versions: Version[]): Set<number> {
	const times = changeTimes(versions) ?? [];
	const newestFirst = versions
		.map(({ fingerprint }, index) => ({ fingerprint, time: times[index] ?? 0 }))
		.sort((one, other) => other.time - one.time);
	return new Set(newestFirst.slice(0, MOST_VERSIONS).map(({ fingerprint }) => fingerprint));
}

/** What a list shows from before the time that it was asked for, and what of that was reported. */
export function noNews(listed: Iterable<number>, reported: Set<number>) {
	const recent = new Set([...listed].filter((fingerprint) => reported.has(fingerprint)));
	return { recent, unreported: without(listed, recent) };
}

/**
 * The range with what a venue lists from before the time that it was asked for. It does so for
 * hours, and the next list may be so short that it is not compared by its dates.
 */
export function withOthers(range: BookingMemory, { versions, others = [] }: ChangeList) {
	if (others.length === 0) return range;
	const newest = newestOf([...versions, ...others]);
	const listed = versionFingerprints(others).filter((fingerprint) => newest.has(fingerprint));
	const { recent, unreported } = noNews(listed, new Set(versionsOf(range)));
	return {
		...range,
		recent: new Set([...range.recent, ...recent]),
		unreported: new Set([...range.unreported, ...unreported]),
	};
}

export interface DatedVersion extends Version {
	time: number;
}

/**
 * Where the next request begins, no earlier than a time, and which of the reported versions it
 * returns again. If these are too many to remember, it begins later: at a whole second if possible,
 * because a venue may round the time. Everything until `allUntil` has been reported.
 */
export function overlapFrom(earliest: number, reported: DatedVersion[], allUntil = -Infinity) {
	const newest = reported.filter(({ time }) => time >= earliest).sort((a, b) => b.time - a.time);
	const tooOld = newest[MOST_VERSIONS]?.time;
	const wholeSecond = Math.ceil(((tooOld ?? 0) + 1) / 1_000) * 1_000;
	const isReported = wholeSecond <= Math.max(newest[0]?.time ?? -Infinity, allUntil);
	const next = tooOld === undefined ? earliest : isReported ? wholeSecond : tooOld + 1;
	const kept = newest.filter(({ time }) => time >= next);
	return { next, kept: new Set(versionFingerprints(kept)) };
}

const CHANGE = /modif|updat|chang/i;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const WITH_ZONE = /(Z|[+-]\d\d:?\d\d)$/;

/** When each booking changed, if all of them show that, in the order of the list. */
export function changeTimes(versions: Version[]): number[] | undefined {
	const fields = Object.keys(versions[0]?.booking ?? {}).filter(
		(field) =>
			CHANGE.test(field) &&
			versions.every(({ booking }) => !Number.isNaN(changeTimeIn(booking[field]))),
	);
	if (fields.length === 0) return undefined;
	return versions.map(({ booking }) =>
		Math.max(...fields.map((field) => changeTimeIn(booking[field]))),
	);
}

function changeTimeIn(value: unknown): number {
	const isTime = typeof value === 'string' && TIMESTAMP.test(value) && WITH_ZONE.test(value);
	return isTime ? Date.parse(value) : NaN;
}
