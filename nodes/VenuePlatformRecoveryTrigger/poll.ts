import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../venueApi/connection';
import { newsOfBookings } from './changedBookings';
import { newsOfMessages } from './failedMessages';
import { type Findings, itemsOf } from './items';
import { type Memory, venueOf } from './memory/memory';
import { Storage } from './memory/storage';
import { anotherVenue, failureOf, type PollFailure, say, sayLater } from './outages';
import { type Poll, type Purpose, purposeOf } from './purpose';
import { readSettings, type Settings } from './settings';
import { newsOfWebhooks } from './webhookChanges';

const underWay = new Map<string, Purpose>();

/** What is new at the venue, each thing once, or null if there is nothing. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const purpose = purposeOf(context);
	const { node, isPublishing, isStarting } = purpose;
	// A long list may still be arriving at the next poll. The poll that requested it reports it.
	if (underWay.has(node) && !isPublishing && !isStarting) return null;
	underWay.set(node, purpose);
	try {
		return await report(context, purpose);
	} finally {
		if (!isDropped(purpose)) underWay.delete(node);
	}
}

async function report(context: IPollFunctions, purpose: Purpose) {
	const failures: PollFailure[] = [];
	const found = async () => await findItems(context, purpose, failures);
	const items = (await attempt(found, failures)) ?? [];
	if (isDropped(purpose)) return null;
	say(context, purpose, failures, items.length > 0);
	return items.length > 0 ? items : null;
}

async function findItems(
	context: IPollFunctions,
	purpose: Purpose,
	failures: PollFailure[],
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const settings = readSettings(context);
	const opened = await connect(context, 'poll', purpose.patienceMs);
	const leftMs = () => Math.max(1, now + purpose.patienceMs - Date.now());
	const connection = () => ({ ...opened, patienceMs: leftMs() });

	const venue = venueOf(opened);
	const storage = new Storage(context);
	const stored = storage.read();
	if (stored && stored.venue !== venue) {
		const notice = anotherVenue();
		failures.push(notice);
		// A poll that publishes only logs it. If something was owed, the next poll reports it.
		if ((stored.refetchSince ?? stored.startsAt) !== undefined) sayLater(purpose.node, notice);
	}
	const before = memoryFor(venue, stored, settings, purpose);
	const thisPoll: Poll = { ...purpose, settings, now, connection };
	const { memory, findings } = await newsOfVenue(thisPoll, before, failures);
	if (!isDropped(purpose)) storage.write(memory, purpose);
	return itemsOf(findings, settings, now);
}

/** The memory of a subject that could not be fetched stays as it was. */
export async function newsOfVenue(poll: Poll, before: Memory, failures: PollFailure[]) {
	const { settings, now } = poll;
	const { events, refetchBookings } = settings;
	const wantsMessages = events.some((event) => ['final', 'attempt', 'growth'].includes(event));
	const wantsWebhooks = events.includes('switchedOff');
	const wantsBookings = events.includes('booking');
	const subjects: Subject[] = [
		...(wantsMessages ? [newsOfMessages] : []),
		...(wantsWebhooks ? [newsOfWebhooks] : []),
		...(wantsBookings || refetchBookings ? [newsOfBookings] : []),
	];
	let memory = before;
	let findings: Findings = {};
	for (const subject of subjects) {
		const mostItems = settings.maxItems - itemsOf(findings, settings, now).length;
		const found = await attempt(async () => await subject(poll, memory, mostItems), failures);
		memory = { ...memory, ...found?.memory };
		findings = { ...findings, ...found?.findings };
		failures.push(...(found?.notices ?? []));
	}
	const isComplete =
		(!wantsMessages || memory.messages !== undefined) &&
		(!wantsWebhooks || memory.webhooks !== undefined) &&
		(!wantsBookings || memory.bookings?.isContinuous === true);
	const incompleteSince = isComplete ? undefined : (memory.incompleteSince ?? now);
	return { memory: { ...memory, incompleteSince }, findings };
}

/** What is new about one subject. Parts of the memory that it does not return stay as they were. */
type Subject = (
	poll: Poll,
	memory: Memory,
	mostItems: number,
) => Promise<{ memory: Partial<Memory>; findings?: Findings; notices?: PollFailure[] }>;

/**
 * Start With counts once. Until the backfill begins, publishing can still change its date. While it
 * is under way, publishing with another choice than a date ends it.
 */
function memoryFor(
	venue: number,
	stored: Memory | undefined,
	{ events, startWith }: Settings,
	{ isPublishing }: Purpose,
): Memory {
	const wantsBookings = events.includes('booking');
	const startsAt = typeof startWith === 'number' && wantsBookings ? startWith : undefined;
	if (stored?.venue !== venue) return { venue, startsAt };

	const { bookings } = stored;
	const isContinuous = bookings?.isContinuous === true;
	const memory = {
		...stored,
		bookings: bookings && { ...bookings, isContinuous: isContinuous && wantsBookings },
	};
	if (!isPublishing || stored.startsAt === undefined) return memory;
	if (!isContinuous) return { ...memory, startsAt };
	return startsAt === undefined ? { ...memory, startsAt, bookings: undefined } : memory;
}

/** n8n drops the items of a poll that began before the workflow was published again. */
function isDropped(purpose: Purpose): boolean {
	return underWay.get(purpose.node) !== purpose;
}

async function attempt<T>(work: () => Promise<T>, failures: PollFailure[]): Promise<T | undefined> {
	try {
		return await work();
	} catch (thrown) {
		failures.push(failureOf(thrown));
		return undefined;
	}
}
