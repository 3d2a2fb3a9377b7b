import { sleep } from 'n8n-workflow';

import type { VenueRecord } from '../venueApi/records';
import type { BookingMemory } from './memory/memory';
import { fingerprintIn, numberOf } from './memory/packedSet';
import type { PollFailure } from './outages';
import { behindOurs, latestIn, type Times, type VenueClock } from './venueClock';

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
	const content = numberOf(booking);
	return { booking, content, fingerprint: fingerprintIn(content) };
}

/** This many block n8n for 10 to 20 milliseconds. */
const AT_ONCE = 1_000;

export async function versionsIn(bookings: VenueRecord[]): Promise<Version[]> {
	const versions: Version[] = [];
	for (const booking of bookings) {
		versions.push(versionOf(booking));
		if (versions.length % AT_ONCE === 0) await sleep(0);
	}
	return versions;
}

/** The venue's answer to a request for the changes since a time of its own clock. */
export interface Answer extends Times {
	versions: Version[];
	/** The venue said that there are more. */
	isPart: boolean;
	/** There are more, or there may be: it ends at a number that services like to end at. */
	isCut: boolean;
}

export interface Look {
	fetch: (since: number, atMost?: number) => Promise<Answer>;
	leftMs: () => number;
	now: number;
	/** How many versions are reported at a time; more only if they changed at the same time. */
	atMost: number;
	safetyMarginMs: number;
	/** Every change is reported, not only those since messages that were given up. */
	isContinuous: boolean;
	isPublishing: boolean;
	isStarting?: boolean;
	/** Changes since then are still to be reported. */
	owedSince?: number;
}

export interface Looked {
	memory?: BookingMemory;
	changed: VenueRecord[];
	owedSince?: number;
	/** What the next polls have to report: nothing, the next batch, or the same as before. */
	left: 'nothing' | 'nextBatch' | 'asBefore';
	notices?: PollFailure[];
}

/** Whether another list like this one would take longer than the poll has left. */
export function isTooSlow({ askedAt, answeredAt }: Answer, { leftMs }: Look): boolean {
	return answeredAt - askedAt > leftMs();
}

export function without(fingerprints: Iterable<number>, others: Set<number>): Set<number> {
	return new Set([...fingerprints].filter((fingerprint) => !others.has(fingerprint)));
}

export function versionsOf(memory?: BookingMemory): number[] {
	return memory ? [...memory.recent, ...memory.older] : [];
}

export function fingerprintsOf(versions: Version[]): number[] {
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
export function withRoom({
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

/**
 * What the next answer may return again, and where the next request begins. After more changes than
 * there is room for, the margin is only as long as the memory allows.
 */
export function overlapOf(answer: Answer, since: number, clock: VenueClock, marginMs: number) {
	const { versions, askedAt } = answer;
	const next = Math.max(since, askedAt + behindOurs(clock) - marginMs);
	const all = new Set(fingerprintsOf(versions));
	if (all.size <= MOST_VERSIONS) return { next, kept: all };

	const changedAt = changedAtIn({ versions, since, until: latestIn(answer, clock) });
	// Never later than our clock: a venue may date all of its answers too late.
	const allUntil = askedAt + behindOurs(clock);
	if (changedAt === undefined) return { next: allUntil, kept: new Set<number>() };
	const dated = versions.map((version) => ({ ...version, time: changedAt(version.booking) }));
	return overlapFrom(next, dated, allUntil);
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
	return { next, kept: new Set(fingerprintsOf(kept)) };
}

interface List {
	versions: Version[];
	since: number;
	/** No change is later. */
	until: number;
}

/** When a booking changed at the latest, as far as its dates show. */
export function changedAtIn(list: List): DateOf | undefined {
	const fields = dateFieldsOf(list);
	if (fields.length === 0) return undefined;
	return (booking) => Math.max(...fields.map((field) => timeIn(booking[field])));
}

/** Requests the changes since a time, and at most this many of them. */
export type Ask = (since: number, atMost: number) => Promise<Pick<Answer, 'versions' | 'isPart'>>;

type DateOf = (booking: VenueRecord) => number;

/**
 * When a booking changed, by the date that the venue itself goes by. Undefined if its bookings have
 * no such date: a batch that is cut by another one could skip changes.
 */
export async function changeDateOf(list: List, ask: Ask): Promise<DateOf | undefined> {
	for (const field of likeliestFirst(dateFieldsOf(list), list.versions)) {
		const dateOf = (booking: VenueRecord) => timeIn(booking[field]);
		if (await isDateOfVenue(inOrder(list.versions, dateOf), ask)) return dateOf;
	}
	return undefined;
}

export function inOrder(versions: Version[], dateOf: DateOf): DatedVersion[] {
	return versions
		.map((version) => ({ ...version, time: dateOf(version.booking) }))
		.sort((a, b) => a.time - b.time);
}

/** How far clocks and rounding may move a venue's date out of the requested range. */
const TOLERANCE_MS = 2_000;

/**
 * Fields that may hold the time of the last change. The document names none, so a field counts if
 * every booking has it and all of its dates lie between the requested time and now.
 */
function dateFieldsOf({ versions, since, until }: List): string[] {
	const lies = (time: number) => time >= since - TOLERANCE_MS && time <= until + TOLERANCE_MS;
	const fields = Object.keys(versions[0]?.booking ?? {});
	return fields.filter((field) => versions.every(({ booking }) => lies(timeIn(booking[field]))));
}

/** Trying a field costs a request. */
const MOST_FIELDS = 4;

export const CHANGE = /modif|updat|chang/i;

/** A booking changes after it was made, so later dates are likelier. */
function likeliestFirst(fields: string[], versions: Version[]): string[] {
	const sums = fields.map((field) => {
		const times = versions.map(({ booking }) => timeIn(booking[field]));
		return { field, sum: times.reduce((sum, time) => sum + time, 0) };
	});
	const sorted = sums.sort((a, b) => b.sum - a.sum).map(({ field }) => field);
	const byName = (isNamed: boolean) => sorted.filter((field) => CHANGE.test(field) === isNamed);
	return [...byName(true), ...byName(false)].slice(0, MOST_FIELDS);
}

/** How many of the newest bookings are requested to try a date. */
const SAMPLE = 200;

/** Whether the venue goes by this date: asked for the newest bookings by it, it returns these. */
async function isDateOfVenue(dated: DatedVersion[], ask: Ask): Promise<boolean> {
	const oldestOfSample = dated[dated.length - Math.min(SAMPLE, Math.ceil(dated.length / 2))].time;
	const since = Math.floor(oldestOfSample / 1_000) * 1_000;
	const expected = dated.filter(({ time }) => time >= since).length;
	const atMost = 2 * expected + SAMPLE;
	const answer = await ask(since, atMost);
	const given = new Set(contentsOf(answer.versions));
	if (answer.isPart || given.size >= atMost) return false;
	const known = new Set(contentsOf(dated));
	const isOlder = dated.some(
		({ time, content }) => time < since - TOLERANCE_MS && given.has(content),
	);
	const sample = dated.filter(({ time }) => time > since);
	const missing = sample.filter(({ content }) => !given.has(content)).length;
	const changedMeanwhile = [...given].filter((content) => !known.has(content)).length;
	// A booking may have been deleted in the meantime.
	return !isOlder && sample.length > missing && missing <= changedMeanwhile + 1;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export function timeIn(value: unknown): number {
	return typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : NaN;
}
