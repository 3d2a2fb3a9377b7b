import { readBookings } from '../venueApi/resources/bookings';
import { readOn } from './cutLists';
import { lookForChanges } from './lookForChanges';
import type { Memory } from './memory/memory';
import type { Poll } from './purpose';
import { type ChangeList, type ChangeSearch, distinct } from './versions';
import { WholeVersions } from './wholeVersions';

/** Changed bookings: all of them, or only those since the earliest message that was given up. */
export async function newsOfBookings(poll: Poll, memory: Memory, mostItems: number) {
	if (mostItems <= 0 && !poll.isPublishing) return 'hasToWait';
	const { settings, connection } = poll;
	const { incompleteSince, startsAt, refetchSince } = memory;
	const { safetyMarginMs } = settings;
	const isContinuous = settings.events.includes('booking');
	const begins = isContinuous && memory.bookings?.isContinuous !== true;
	const publishedAt = incompleteSince === undefined ? undefined : incompleteSince - safetyMarginMs;
	const missed = begins ? (startsAt ?? publishedAt) : undefined;
	const owedSince = Math.min(missed ?? Infinity, refetchSince ?? Infinity);
	const whole = new WholeVersions(poll);
	const search: ChangeSearch = {
		...poll,
		fetch: async (since) => await fetchVersions(poll, since, whole),
		leftMs: () => connection().patienceMs,
		zone: connection().context.getTimezone(),
		atMost: whole.atMost(mostItems),
		safetyMarginMs,
		isContinuous,
		owedSince: owedSince === Infinity ? undefined : owedSince,
	};
	const { left, notices, ...looked } = await lookForChanges(search, memory.bookings);
	const handed = await whole.handOver(looked.changed, memory.bookings, looked.memory);
	// Publishing fetches no changes, so it cannot finish a backfill.
	const isCaughtUp = left === 'nothing' && !poll.isPublishing && isContinuous;
	return {
		memory: {
			bookings: handed.memory,
			refetchSince: left === 'asBefore' ? refetchSince : looked.owedSince,
			...(isCaughtUp ? { startsAt: undefined } : {}),
		},
		findings: { bookings: handed.changed },
		notices,
	};
}

const MOST_READS = 3;

async function fetchVersions(poll: Poll, since: number, whole: WholeVersions): Promise<ChangeList> {
	const { settings, connection } = poll;
	return await readOn(since, async (from) => {
		const askedAt = Date.now();
		const query = { ...settings.additionalQuery, modifiedFromDate: new Date(from).toISOString() };
		const read = async () => await readBookings(connection(), query);
		let list = await read();
		let { records } = list;
		const hasMoved = () => list.doubt?.kind === 'moved';
		// A booking that changes while the pages are read moves others between them.
		for (let reads = 1; hasMoved() && reads < MOST_READS; reads++) {
			list = await read();
			records = [...records, ...list.records];
		}
		const { isPart, doubt, venueTime } = list;
		const answeredAt = Date.now();
		return {
			versions: distinct(await whole.versionsOf(records)),
			...{ isPart, isCut: isPart || doubt !== undefined, hasMoved: hasMoved() },
			...{ askedAt, answeredAt, venueTime },
		};
	});
}
