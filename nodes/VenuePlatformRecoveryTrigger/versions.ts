import { sleep } from 'n8n-workflow';

import type { VenueRecord } from '../venueApi/records';
import { CHANGE_FIELD, instantAt, isToCome } from '../venueApi/resources/times';
import type { BookingRange } from './memory/memory';
import { besideWhole, contentNumberOf, fingerprintIn } from './memory/packedSet';
import type { PollNotice } from './outages';
import type { PollReason } from './pollRun';
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
	/** The fingerprint of its row on the list, if the booking was fetched as a whole. */
	row?: number;
}

export function versionOf(booking: VenueRecord): Version {
	const content = contentNumberOf(booking);
	return { booking, content, fingerprint: fingerprintIn(content) };
}

/** Where it comes in a backlog, whether the booking is fetched or not. */
export function orderOf({ fingerprint, row }: Version): number {
	return row ?? fingerprint;
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
	/**
	 * These changed before that time, but the venue goes by whole days, for example, so it may list them
	 * for hours: the newest, as far as the memory has room for them beside `versions`.
	 */
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
	why: PollReason;
	/** Changes since then are owed, also those that are not new. */
	owedSince?: number;
}

/** What a poll reports, and what it remembers. */
export interface ChangeReport {
	memory: BookingRange;
	changed: VenueRecord[];
	/** Nothing is left for the next poll to report. */
	isDone: boolean;
	notices?: PollNotice[];
}

export interface SearchedChanges extends Omit<ChangeReport, 'memory' | 'isDone'> {
	memory?: BookingRange;
	/** What is still owed after this poll, and does not come as news. */
	owedSince?: number;
}

/** Whether another list like this one would take longer than the poll has left. */
export function isTooSlow({ askedAt, answeredAt }: ChangeList, { leftMs }: ChangeSearch): boolean {
	return answeredAt - askedAt > leftMs();
}

/** A later list may show a whole booking again as its row, so it is remembered, too. */
export function versionFingerprints(versions: Version[]): number[] {
	return versions.flatMap(({ fingerprint, row }) =>
		row === undefined ? [fingerprint] : [fingerprint, besideWhole(row)],
	);
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

/** If only its row is known, the booking was not fetched then, and may be the same. */
export function isKnown(known: Set<number>, { fingerprint, row }: Version): boolean {
	return known.has(fingerprint) || known.has(row ?? besideWhole(fingerprint));
}

export function newTo(known: Set<number>, versions: Version[]): Version[] {
	return versions.filter((version) => !isKnown(known, version));
}

export function without(fingerprints: Set<number>, others: Set<number>): number[] {
	return [...fingerprints].filter((fingerprint) => !others.has(fingerprint));
}

interface AllVersions extends Omit<BookingRange, 'listed' | 'reported'> {
	listed: Iterable<number>;
	/** The latest first. */
	reported: Iterable<number>;
}

/** The versions that were reported first are forgotten first, unless the next list may show them. */
export function withRoomForVersions(all: AllVersions): BookingRange {
	const listed = new Set([...new Set(all.listed)].slice(0, MOST_VERSIONS));
	const reported = [...new Set(all.reported)];
	let room = MOST_VERSIONS - listed.size;
	const kept = reported.filter((fingerprint) => listed.has(fingerprint) || room-- > 0);
	const remembersAll = all.remembersAll && kept.length === reported.length;
	return { ...all, listed, reported: new Set(kept), remembersAll };
}

/** These were reported, and the next list may show them again. */
export function remember(memory: BookingRange, versions: Version[]): BookingRange {
	const fingerprints = versionFingerprints(versions);
	return withRoomForVersions({
		...memory,
		listed: [...fingerprints, ...memory.listed],
		reported: [...fingerprints, ...memory.reported],
	});
}

/**
 * What the next answer may return again, and where the next request begins. After more changes than
 * there is room for, the margin is only as long as the memory allows.
 */
export function overlapOf(list: ChangeList, since: number, clock: VenueClock, marginMs: number) {
	const { versions, others = [], askedAt } = list;
	const next = Math.max(since, askedAt + behindOurs(clock) - marginMs);
	const listed = new Set(versionFingerprints([...versions, ...others]));
	if (listed.size <= MOST_VERSIONS) return { next, listed };

	// Never later than our clock: a venue may date all of its answers too late.
	const allUntil = askedAt + behindOurs(clock);
	const times = changeTimes(list);
	if (times === undefined) return { next: allUntil, listed };
	return overlapFrom(next, newestFirst(versions, times), allUntil);
}

export interface DatedVersion extends Version {
	time: number;
}

export function newestFirst(versions: Version[], times: number[]): DatedVersion[] {
	const dated = versions.map((version, index) => ({ ...version, time: times[index] }));
	return dated.sort((one, other) => other.time - one.time);
}

/**
 * Where the next request begins, no earlier than a time, and what it may return again. If there is no
 * room for all of that, it begins later: at a whole second if possible, because a venue may round the
 * time. Everything until `allUntil` has been reported.
 */
export function overlapFrom(earliest: number, newest: DatedVersion[], allUntil = -Infinity) {
	// Also what is older than the next request: a venue that goes by whole hours lists it.
	const listed = new Set(versionFingerprints(newest.slice(0, MOST_VERSIONS)));
	const tooOld = newest[MOST_VERSIONS]?.time ?? -Infinity;
	if (tooOld < earliest) return { next: earliest, listed };

	const wholeSecond = Math.ceil((tooOld + 1) / 1_000) * 1_000;
	const isReported = wholeSecond <= Math.max(newest[0].time, allUntil);
	return { next: isReported ? wholeSecond : tooOld + 1, listed };
}

export type DatedList = Pick<ChangeList, 'versions' | 'answeredAt' | 'venueTime'>;

/** When each booking changed, if all of them show that, in the order of the list. */
export function changeTimes({ versions, answeredAt, venueTime }: DatedList): number[] | undefined {
	const now = Math.max(answeredAt, venueTime ?? answeredAt);
	const timeIn = (field: string, { booking }: Version) => changeIn(field, booking[field], now);
	const fields = Object.keys(versions[0]?.booking ?? {}).filter((field) =>
		versions.every((one) => timeIn(field, one) !== undefined),
	);
	if (fields.length === 0) return undefined;
	return versions.map((one) =>
		fields.reduce((last, field) => Math.max(last, timeIn(field, one) ?? last), -Infinity),
	);
}

/** Otherwise, a change may show in no field of a row. */
export function showsWhenChanged(row: VenueRecord): boolean {
	return Object.entries(row).some(
		([field, value]) => changeIn(field, value, Date.now()) !== undefined,
	);
}

function changeIn(field: string, value: unknown, now: number): number | undefined {
	const time = CHANGE_FIELD.test(field) ? instantAt(field, value) : undefined;
	return time === undefined || isToCome(time, now) ? undefined : time;
}
