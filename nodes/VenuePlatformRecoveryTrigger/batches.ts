import type { BookingMemory } from './memory/memory';
import { onlyPart } from './outages';
import { behindOurs, latestIn } from './venueClock';
import {
	type Answer,
	bookingsOf,
	changeDateOf,
	contentsOf,
	type DatedVersion,
	fingerprintsOf,
	inOrder,
	isTooSlow,
	type Look,
	type Looked,
	newTo,
	overlapFrom,
	type Version,
	versionsOf,
	without,
	withRoom,
} from './versions';

export interface Excess {
	changed: Version[];
	/** What they are a part of, and the time from which on the venue was asked for it. */
	answer: Answer;
	since: number;
	/** The memory as it was, with the clock of this answer. */
	range: BookingMemory;
	/** Some of it comes before the range that has been reported. */
	reachesBack: boolean;
}

/**
 * A part of what there is to report, and how the memory goes on. Undefined where it has to be
 * reported at once: it is of one time, or reaches back at a venue that dates nothing, or the list
 * takes so long that there is no time to ask for it again.
 */
export async function batchOf(excess: Excess, look: Look): Promise<Looked | undefined> {
	const { changed, answer, since, range, reachesBack } = excess;
	if (isTooSlow(answer, look)) return undefined;
	const until = latestIn(answer, range.clock);
	const dateOf = await changeDateOf({ versions: answer.versions, since, until }, look.fetch);
	if (dateOf === undefined) return reachesBack ? undefined : await beginBacklog(excess, look);
	const news = inOrder(changed, dateOf);
	const start = Math.max(range.from, range.next);
	// In the second of publishing, a change may have come before it or after it.
	const isEarlier = ({ time, fingerprint }: DatedVersion) =>
		time < start || range.unreported.has(fingerprint);
	const earlier = reachesBack ? news.filter(isEarlier) : [];
	if (earlier.length > 0) return batchBefore(range, earlier, since, look);
	const begun = reachesBack ? { ...range, from: since } : range;
	return batchAfter(begun, news, inOrder(answer.versions, dateOf), look);
}

/** The oldest changes. Those at one time come together, since the next question begins there. */
function batchAfter(
	range: BookingMemory,
	news: DatedVersion[],
	listed: DatedVersion[],
	{ atMost, safetyMarginMs }: Look,
): Looked | undefined {
	const end = news[atMost - 1].time;
	const batch = news.filter(({ time }) => time <= end);
	if (batch.length === news.length) return undefined;
	const unreported = without(range.unreported, new Set(fingerprintsOf(batch)));
	const open = new Set(contentsOf(news.slice(batch.length)));
	// What a fingerprint in the memory stands for is the oldest one that has it.
	const first = new Map([...listed].reverse().map((version) => [version.fingerprint, version]));
	const reported = listed.filter(
		(version) =>
			first.get(version.fingerprint) === version &&
			!open.has(version.content) &&
			!unreported.has(version.fingerprint),
	);
	const margin = Math.floor((end - safetyMarginMs) / 1_000) * 1_000;
	const { next, kept } = overlapFrom(Math.max(range.next, margin), reported);
	const comeAgain = listed.filter(({ time }) => time >= next);
	const memory = withRoom({
		...range,
		until: Math.max(end, next),
		next,
		recent: kept,
		unreported: among(unreported, comeAgain),
		older: [...fingerprintsOf(reported), ...versionsOf(range)],
	});
	const owedSince = range.isContinuous ? undefined : next;
	return { memory, owedSince, changed: bookingsOf(batch), left: 'nextBatch' };
}

/**
 * Changes from before the range that has been reported, the newest of them: it stays one range. What
 * came after it has to wait.
 */
function batchBefore(
	range: BookingMemory,
	earlier: DatedVersion[],
	since: number,
	{ atMost, owedSince }: Look,
): Looked {
	const start = earlier[earlier.length - atMost]?.time;
	const batch = start === undefined ? earlier : earlier.filter(({ time }) => time >= start);
	const isAll = batch.length === earlier.length;
	const comeAgain = batch.filter(({ time }) => time >= range.next);
	const memory = withRoom({
		...range,
		from: isAll ? since : Math.min(range.from, start),
		recent: new Set([...range.recent, ...fingerprintsOf(comeAgain)]),
		unreported: without(range.unreported, new Set(fingerprintsOf(batch))),
		older: [...fingerprintsOf(batch), ...range.older],
	});
	const after = range.isContinuous ? undefined : range.next;
	const rest = isAll ? after : owedSince;
	return { memory, owedSince: rest, changed: bookingsOf(batch), left: 'nextBatch' };
}

/**
 * Where bookings do not show when they were changed, what had changed by now is a backlog in the
 * order of fingerprints, and what changes from now on comes after it: the venue tells them apart.
 */
async function beginBacklog({ answer, since, range }: Excess, look: Look) {
	const behind = range.clock ? behindOurs(range.clock) : 0;
	const at = answer.askedAt + behind - look.safetyMarginMs;
	const until = Math.floor(at / 1_000) * 1_000;
	if (until <= since) return undefined;
	return await nextOfBacklog({ ...range, backlog: { until, reported: -1 } }, answer, look);
}

/** The next of a backlog, out of what the venue has since the last report. */
export async function nextOfBacklog(
	range: BookingMemory,
	answer: Answer,
	look: Look,
): Promise<Looked> {
	const { until, reported } = range.backlog ?? { until: range.next, reported: -1 };
	// Asked in this order, a version that changes in between is reported, and its next one later.
	const later = await look.fetch(until);
	const { owedSince } = look;
	if (answer.isPart || later.isPart) {
		const notices = [onlyPart('bookings')];
		return { memory: range, owedSince, changed: [], left: 'asBefore', notices };
	}
	const isLater = new Set(contentsOf(later.versions));
	const open = newTo([range.recent, range.unreported], answer.versions)
		.filter(({ content, fingerprint }) => !isLater.has(content) && fingerprint > reported)
		.sort((a, b) => a.fingerprint - b.fingerprint);
	const last = open[look.atMost - 1]?.fingerprint ?? Infinity;
	const batch = open.filter(({ fingerprint }) => fingerprint <= last);
	const older = [...fingerprintsOf(batch), ...range.older];
	const changed = bookingsOf(batch);
	if (batch.length < open.length) {
		const backlog = { until, reported: batch[batch.length - 1].fingerprint };
		const memory = withRoom({ ...range, older, backlog });
		return { memory, owedSince, changed, left: 'nextBatch' };
	}
	const memory = withRoom({
		...range,
		until,
		next: until,
		recent: among(range.recent, later.versions),
		unreported: among(range.unreported, later.versions),
		older: [...older, ...range.recent],
		backlog: undefined,
	});
	const isOwedBefore = owedSince !== undefined && owedSince < range.from;
	const rest = isOwedBefore ? owedSince : range.isContinuous ? undefined : until;
	return { memory, owedSince: rest, changed, left: 'nextBatch' };
}

function among(fingerprints: Set<number>, versions: Version[]): Set<number> {
	return new Set(fingerprintsOf(versions).filter((fingerprint) => fingerprints.has(fingerprint)));
}
