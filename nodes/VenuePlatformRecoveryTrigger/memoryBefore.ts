import { hasBegun, type Memory } from './memory/memory';
import type { Storage } from './memory/storage';
import { anotherVenue, beginsAnew, type PollNotice } from './outages';
import type { PollRun } from './pollRun';
import { type RecoverySettings, wantsEveryChange } from './settings';
import { DAY_MS } from '../venueApi/durations';

/**
 * What a poll compares the venue with: what is stored, unless the workflow begins anew, the node has
 * moved to another venue, or Start With asks for something else.
 */
export function memoryBefore(
	run: PollRun,
	storage: Storage,
	venue: number,
	settings: RecoverySettings,
	zone: string,
): { before: Memory; notices: PollNotice[] } {
	const { stored, begins } = storedFor(storage, run, zone);
	const { isMoveUnsaid, moved } = moveOf(venue, stored, run);
	return {
		before: { ...memoryFor(venue, stored, settings, run), isMoveUnsaid },
		notices: [begins, moved].filter((notice) => notice !== undefined),
	};
}

/** A workflow that is published again after so long begins anew. n8n may be off for longer. */
const BEGINS_ANEW_MS = 7 * DAY_MS;

function storedFor(
	storage: Storage,
	{ node, why, now }: PollRun,
	zone: string,
): { stored?: Memory; begins?: PollNotice } {
	const isPublishing = why === 'publishing';
	const lastAt = Math.max(storage.polledAt() ?? now, node.polledAt ?? -Infinity);
	const hasPolled = node.polledAt !== undefined;
	// Publishing may fail, even after this node has begun, and is then tried again.
	if (!isPublishing) node.polledAt = now;
	if (!isPublishing || now - lastAt <= BEGINS_ANEW_MS) return { stored: storage.read() };
	const begins = beginsAnew(lastAt, zone);
	// Before n8n was restarted, it may have polled until yesterday: without items, n8n stored nothing.
	if (!hasPolled) node.sayLater(begins);
	return { begins };
}

/**
 * First polls only log that the node has moved. Unless nothing was left behind when it was published,
 * the next one says it, also after n8n was restarted.
 */
function moveOf(
	venue: number,
	stored: Memory | undefined,
	{ why }: PollRun,
): { isMoveUnsaid?: boolean; moved?: PollNotice } {
	if (stored === undefined) return {};
	const hasMoved = stored.venue !== venue;
	if (why === 'schedule') {
		return hasMoved || stored.isMoveUnsaid ? { moved: anotherVenue() } : {};
	}
	if (!hasMoved) return { isMoveUnsaid: stored.isMoveUnsaid };
	const isAnythingOwed = (stored.recoverSince ?? stored.backfillSince) !== undefined;
	return {
		isMoveUnsaid: why === 'starting' || isAnythingOwed || stored.isMoveUnsaid,
		moved: { ...anotherVenue(), kind: 'hint' },
	};
}

/**
 * Start With counts for each subject when it begins. Until the backfill begins, publishing can still
 * change its date. While it is under way, publishing with another choice than a date ends it.
 */
function memoryFor(
	venue: number,
	stored: Memory | undefined,
	settings: RecoverySettings,
	{ why }: PollRun,
): Memory {
	const isPublishing = why === 'publishing';
	const { startWith } = settings;
	const wantsEvery = wantsEveryChange(settings);
	const backfillSince = typeof startWith === 'number' && wantsEvery ? startWith : undefined;
	if (stored?.venue !== venue) return { venue, backfillSince };

	const { bookings } = stored;
	const isContinuous = hasBegun(stored, 'booking') && wantsEvery;
	const memory = { ...stored, bookings: bookings && { ...bookings, isContinuous } };
	// A workflow that could not be published begins when n8n starts it again.
	if (!isContinuous) {
		return {
			...memory,
			backfillSince: isPublishing ? backfillSince : (stored.backfillSince ?? backfillSince),
		};
	}
	if (!isPublishing) return memory;
	const isEnded = stored.backfillSince !== undefined && backfillSince === undefined;
	return isEnded ? { ...memory, backfillSince, bookings: undefined } : memory;
}
