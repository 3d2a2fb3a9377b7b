import { SEARCH_BY_QUERY } from '../venueApi/messages/explanations';
import { readBookings } from '../venueApi/resources/bookings';
import { mayBeCut } from '../venueApi/resources/reading';
import { readToTheEnd } from './cutLists';
import { lookForChanges } from './lookForChanges';
import { hasBegun, type Memory } from './memory/memory';
import type { Poll } from './pollRun';
import { wantsEveryChange } from './settings';
import { type ChangeList, type ChangeSearch, distinct } from './versions';
import { WholeVersions } from './wholeVersions';

/** Changed bookings: all of them, or only those that are owed. */
export async function newsOfBookings(poll: Poll, memory: Memory, mostItems: number) {
	// The next poll has room for them.
	if (mostItems <= 0 && poll.why !== 'publishing') return undefined;
	const { settings, connection, now, why } = poll;
	const isContinuous = wantsEveryChange(settings);
	const whole = new WholeVersions(poll);
	const search: ChangeSearch = {
		now,
		why,
		isContinuous,
		fetch: async (since) => await fetchVersions(poll, since, whole),
		leftMs: () => connection().patienceMs,
		zone: connection().context.getTimezone(),
		atMost: whole.atMost(mostItems),
		safetyMarginMs: settings.safetyMarginMs,
		owedSince: owedSinceIn(memory, settings, isContinuous),
	};
	const { owedSince, notices, ...looked } = await lookForChanges(search, memory.bookings);
	const handed = await whole.handOver(looked.changed, memory.bookings, looked.memory);
	const nothingOwed = { recoverSince: undefined, backfillSince: undefined };
	// While anything is left, each reason to owe it keeps its own time.
	const reasons = owedSince === undefined ? nothingOwed : {};
	return {
		memory: {
			bookings: handed.memory,
			...(isContinuous ? reasons : { recoverSince: owedSince }),
		},
		findings: { bookings: handed.changed },
		notices,
	};
}

/**
 * The earliest reason to owe changes: messages that were given up, and if every change is reported, a
 * backfill or a publication that did not reach the venue.
 */
function owedSinceIn(
	memory: Memory,
	{ safetyMarginMs }: Poll['settings'],
	isContinuous: boolean,
): number | undefined {
	const { recoverSince, backfillSince, notBegunSince } = memory;
	if (!isContinuous) return recoverSince;
	const isNotBegun = !hasBegun(memory, 'booking') && notBegunSince !== undefined;
	const begunSince = isNotBegun ? notBegunSince - safetyMarginMs : undefined;
	const times = [recoverSince, backfillSince, begunSince];
	const known = times.filter((time) => time !== undefined);
	return known.length > 0 ? Math.min(...known) : undefined;
}

/** The trigger has no other field that asks for less. */
const WORDS = { searchAdvice: SEARCH_BY_QUERY, narrowedBy: 'Additional Query Parameters' };

const MOST_READS = 3;

async function fetchVersions(poll: Poll, since: number, whole: WholeVersions): Promise<ChangeList> {
	const { settings, connection } = poll;
	return await readToTheEnd(since, async (from) => {
		const askedAt = Date.now();
		const query = { ...settings.additionalQuery, modifiedFromDate: new Date(from).toISOString() };
		const choice = { words: WORDS };
		const read = async () => await readBookings(connection(), query, choice);
		let list = await read();
		let { records } = list;
		const hasMoved = () => list.doubt?.kind === 'moved';
		// A booking that changes while the pages are read moves others between them.
		for (let reads = 1; hasMoved() && reads < MOST_READS; reads++) {
			list = await read();
			records = [...records, ...list.records];
		}
		const { isPart, venueTime } = list;
		const answeredAt = Date.now();
		return {
			versions: distinct(await whole.versionsOf(records)),
			...{ isPart, isCut: mayBeCut(list), hasMoved: hasMoved() },
			...{ askedAt, answeredAt, venueTime },
		};
	});
}
