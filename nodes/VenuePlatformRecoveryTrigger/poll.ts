import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../venueApi/connection';
import { compareWithVenue, venueOf } from './comparison';
import { itemsOf } from './items';
import type { Memory } from './memory/memory';
import { Storage } from './memory/storage';
import { anotherVenue, failureOf, type PollFailure, say, sayLater } from './outages';
import { type Purpose, purposeOf } from './purpose';
import { readSettings, type Settings } from './settings';

/** The poll of each node that is under way. */
const underWay = new Map<string, Purpose>();

/** What is new at the venue, once; null where nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const purpose = purposeOf(context);
	const { node, isPublishing, isStarting } = purpose;
	// A long list may still be on its way at the next poll. The poll that fetches it reports it.
	if (underWay.has(node) && !isPublishing && !isStarting) return null;
	underWay.set(node, purpose);
	// n8n drops what a poll finds that began before the workflow was published again.
	const isDropped = () => underWay.get(node) !== purpose;
	try {
		const failures: PollFailure[] = [];
		const found = async () => await findItems(context, purpose, isDropped, failures);
		const items = (await attempt(failures, found)) ?? [];
		if (isDropped()) return null;
		say(context, purpose, failures, items.length > 0);
		return items.length > 0 ? items : null;
	} finally {
		if (!isDropped()) underWay.delete(node);
	}
}

async function attempt<T>(failures: PollFailure[], work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (thrown) {
		failures.push(failureOf(thrown));
		return undefined;
	}
}

async function findItems(
	context: IPollFunctions,
	purpose: Purpose,
	isDropped: () => boolean,
	failures: PollFailure[],
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const until = now + purpose.patienceMs;
	const settings = readSettings(context);
	const connection = await connect(context, 'poll', purpose.patienceMs);
	const storage = new Storage(context);
	const venue = venueOf(connection);
	const stored = storage.read();
	if (stored && stored.venue !== venue) {
		const notice = anotherVenue();
		failures.push(notice);
		// A move that leaves nothing behind is in the log alone.
		if ((stored.refetchSince ?? stored.startsAt) !== undefined) sayLater(purpose.node, notice);
	}
	const { memory, findings } = await compareWithVenue({
		settings,
		connection: () => ({ ...connection, patienceMs: Math.max(1, until - Date.now()) }),
		before: startOf(stored?.venue === venue ? stored : undefined, venue, settings, purpose),
		now,
		isPublishing: purpose.isPublishing,
		isStarting: purpose.isStarting,
		attempt: async (work) => await attempt(failures, work),
		isOnly: (failure) => failures.push(failure),
	});
	if (!isDropped()) storage.write(memory, purpose);
	return itemsOf(findings, settings, now);
}

/**
 * Start With counts once. As long as what it began is under way, publishing the workflow with
 * another choice ends it.
 */
function startOf(
	stored: Memory | undefined,
	venue: number,
	{ events, startWith }: Settings,
	{ isPublishing }: Purpose,
): Memory {
	const startsAt =
		typeof startWith === 'number' && events.includes('booking') ? startWith : undefined;
	if (stored === undefined) return { venue, startsAt };
	if (!isPublishing || stored.startsAt === undefined) return stored;
	if (stored.bookings?.isContinuous !== true) return { ...stored, startsAt };
	return startsAt === undefined ? { ...stored, startsAt, bookings: undefined } : stored;
}
