import type { VenueRecord } from '../../venueApi/shapes/records';
import type { BookingMemory } from '../memory/memory';
import { changedAtIn } from './changedAt';

/** They take 6 kB of the 32 that the whole memory may have. */
export const MOST_VERSIONS = 1_200;

/** Since when the venue is to be asked, and how that lies beside what has been reported. */
export interface Span {
	since: number;
	place: 'isContinuous' | 'reachesBack' | 'apart';
}

/** What to ask for, so that all changes since then have been reported. */
export function spanOf(before: BookingMemory | undefined, wantedSince: number): Span {
	if (before === undefined || wantedSince > before.until) {
		return { since: wantedSince, place: 'apart' };
	}
	return wantedSince < before.from
		? { since: wantedSince, place: 'reachesBack' }
		: { since: before.next, place: 'isContinuous' };
}

/** A booking of the venue, and what stands for its content: the document names no other version. */
export interface Version {
	booking: VenueRecord;
	fingerprint: number;
}

export interface Asked {
	span: Span;
	/** When the venue was asked, by its own clock. */
	at: number;
	safetyMarginMs: number;
}

/** The versions that have not been reported. Each of the list is, once the memory is stored. */
export function compareBookings(
	list: Version[],
	before: BookingMemory | undefined,
	{ span, at, safetyMarginMs }: Asked,
): { memory: Omit<BookingMemory, 'isContinuous'>; changed: VenueRecord[] } {
	const { since, place } = span;
	const recent = before?.recent ?? new Set<number>();
	const older = before?.older ?? new Set<number>();
	// A booking that is again what it was before the last report is news, so the older do not count.
	const isKnown = ({ fingerprint }: Version) =>
		(place !== 'apart' && recent.has(fingerprint)) ||
		(place === 'reachesBack' && older.has(fingerprint));
	const changed = list.filter((version) => !isKnown(version)).map(({ booking }) => booking);

	const listed = new Set(list.map(({ fingerprint }) => fingerprint));
	const { next, kept } = overlapOf(list, since, at, Math.max(at - safetyMarginMs, since));
	const others = [...listed, ...recent, ...older].filter((fingerprint) => !kept.has(fingerprint));
	return {
		changed,
		memory: {
			from: place === 'isContinuous' ? (before?.from ?? since) : since,
			until: Math.max(at, before?.until ?? at),
			next: Math.max(next, before?.next ?? next),
			recent: kept,
			older: new Set(others.slice(0, MOST_VERSIONS - kept.size)),
		},
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
	const all = new Set(list.map(({ fingerprint }) => fingerprint));
	if (all.size <= MOST_VERSIONS) return { next, kept: all };

	const changedAt = changedAtIn(
		list.map(({ booking }) => booking),
		since,
		at,
	);
	if (changedAt === undefined) return { next: at, kept: new Set() };
	const newest = list
		.map((version) => ({ ...version, time: changedAt(version.booking) }))
		.filter(({ time }) => time >= next)
		.sort((a, b) => b.time - a.time);
	const tooOld = newest[MOST_VERSIONS]?.time;
	const kept = newest.filter(({ time }) => tooOld === undefined || time > tooOld);
	return {
		next: tooOld === undefined ? next : tooOld + 1,
		kept: new Set(kept.map(({ fingerprint }) => fingerprint)),
	};
}
