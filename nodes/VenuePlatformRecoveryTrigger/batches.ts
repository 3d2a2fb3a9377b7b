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
	/** The list that they come from, with all changes since `since`. */
	answer: Answer;
	since: number;
	/** The stored memory, with the venue's clock as of this answer. */
	range: BookingMemory;
	/** Whether some of the changes are older than the range that has been reported. */
	reachesBack: boolean;
}

/**
 * The next batch of changes, and the memory after it. Undefined if all have to be reported at once:
 * they cannot be split by time, or older ones are due at a venue without usable dates. It is also
 * undefined if the list is so slow that there is no time to request it again.
 */
export async function batchOf(excess: Excess, look: Look): Promise<Looked | undefined> {
	const { changed, answer, since, range, reachesBack } = excess;
	if (isTooSlow(answer, look)) return undefined;
	const until = latestIn(answer, range.clock);
	const dateOf = await changeDateOf({ versions: answer.versions, since, until }, look.fetch);
	if (dateOf === undefined) return reachesBack ? undefined : await beginBacklog(excess, look);
	const news = inOrder(changed, dateOf);
	const start = Math.max(range.from, range.next);
	// A date does not show whether a change in the second of publishing came before or after it.
	const isEarlier = ({ time, fingerprint }: DatedVersion) =>
		time < start || range.unreported.has(fingerprint);
	const earlier = reachesBack ? news.filter(isEarlier) : [];
	if (earlier.length > 0) return batchBefore(range, earlier, since, look);
	const begun = reachesBack ? { ...range, from: since } : range;
	return batchAfter(begun, news, inOrder(answer.versions, dateOf), look);
}

/** The oldest changes. Those of the same time stay together: the next request begins there. */
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
	// If several versions have the same fingerprint, the memory means the oldest of them.
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
 * Changes from before the range that has been reported, the newest of them, so the range stays in
 * one piece. Changes after it have to wait.
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
 * For bookings that do not show when they changed. What has changed by now is a backlog, in the
 * order of fingerprints. What changes later comes after it: a second list from the venue shows it.
 */
async function beginBacklog({ answer, since, range }: Excess, look: Look) {
	const behind = range.clock ? behindOurs(range.clock) : 0;
	const at = answer.askedAt + behind - look.safetyMarginMs;
	const until = Math.floor(at / 1_000) * 1_000;
	if (until <= since) return undefined;
	return await nextOfBacklog({ ...range, backlog: { until, reported: -1 } }, answer, look);
}

/** The next batch of a backlog, from what the venue lists since the last report. */
export async function nextOfBacklog(
	range: BookingMemory,
	answer: Answer,
	look: Look,
): Promise<Looked> {
	const { until, reported } = range.backlog ?? { until: range.next, reported: -1 };
	// In this order, a version that is replaced between the requests is reported now, and the new one
	// by a later poll.
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
