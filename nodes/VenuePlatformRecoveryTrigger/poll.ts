import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { addressOfN8n } from '../n8n/ownAddress';
import { itemRedactor } from '../venueApi/messages/redact';
import { connect } from '../venueApi/connection';
import { readWebhooks } from '../venueApi/resources/webhooks';
import { newsOfBookings } from './changedBookings';
import { newsOfMessages } from './failedMessages';
import { type Findings, itemsOf } from './items';
import { hasBegun, type Memory, venueOf } from './memory/memory';
import { memoryBefore } from './memoryBefore';
import { Storage } from './memory/storage';
import { asError, failureOf, isForUser, neverEnded, type PollNotice } from './outages';
import { type PollNotices, pollingNodeOf, WHOLE_POLL } from './pollingNode';
import { type Poll, type PollRun, beginPoll } from './pollRun';
import { LIST_OF, listsFor, readRecoverySettings } from './settings';
import { newsOfWebhooks } from './webhookChanges';
import { steadyClock } from '../venueApi/pacing/steadyClock';

/** A poll that is under way for this long after its time waits for something that never comes. */
const HAS_HUNG_MS = 60_000;

/** What is new at the venue, each thing once, or null if there is nothing. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const node = pollingNodeOf(context);
	const run = beginPoll(context, node);
	const { underWay } = node;
	if (underWay && run.why === 'schedule') {
		// A long list may still be arriving at the next poll. The poll that requested it reports it.
		if (steadyClock.now() <= underWay.endsAt + HAS_HUNG_MS) return null;
		node.underWay = undefined;
		const notice = node.toSay(new Map([[WHOLE_POLL, [neverEnded()]]]), false);
		if (notice) throw asError(context.getNode(), notice);
	}
	node.underWay = run;
	try {
		return await reportPoll(context, run);
	} finally {
		if (!isDropped(run)) node.underWay = undefined;
	}
}

interface PollResult {
	items: INodeExecutionData[];
	notices: PollNotice[];
	/** The items are reported. */
	store: () => void;
	/** A message takes their place. */
	storeUnreported: () => void;
}

async function reportPoll(context: IPollFunctions, run: PollRun) {
	const notices: PollNotices = new Map([[WHOLE_POLL, []]]);
	const find = async () => await findItems(context, run, notices);
	const found = await attempt(WHOLE_POLL, notices, find);
	if (isDropped(run)) return null;
	const end = run.why === 'schedule' ? endUsualPoll : endFirstPoll;
	return end(context, run, notices, found);
}

/**
 * Tells the user with an error, which n8n shows as a failed execution. It takes the place of the
 * items: the next poll reports them.
 */
function endUsualPoll(
	context: IPollFunctions,
	{ node }: PollRun,
	notices: PollNotices,
	found: PollResult | undefined,
) {
	const items = found?.items ?? [];
	const notice = node.toSay(notices, items.length > 0);
	// What the venue showed counts for the next poll, also if this one only says what is wrong.
	if (!notice || items.length === 0) found?.store();
	else found?.storeUnreported();
	if (notice) throw asError(context.getNode(), notice);
	return items.length > 0 ? items : null;
}

/**
 * An error would stop the workflow from being published or started, so these polls write notices to
 * the log instead. Only publishing throws, and only what needs a user.
 */
function endFirstPoll(
	context: IPollFunctions,
	{ node, why }: PollRun,
	notices: PollNotices,
	found: PollResult | undefined,
) {
	node.beginAnew(notices);
	const all = [...notices.values()].flat();
	for (const { kind, text } of all) {
		if (kind !== 'failure') context.logger.warn(text);
	}
	const toMend = all.find(isForUser);
	if (why === 'publishing' && toMend) {
		node.publications = 0;
		throw asError(context.getNode(), toMend);
	}
	// The next poll meets the loss again and throws it. Only then the memory goes on without it.
	if (why === 'starting' && all.some(({ kind }) => kind === 'loss')) return null;
	found?.store();
	return found && found.items.length > 0 ? found.items : null;
}

async function findItems(
	context: IPollFunctions,
	run: PollRun,
	notices: PollNotices,
): Promise<PollResult> {
	const settings = readRecoverySettings(context);
	const n8nAddress = addressOfN8n(context);
	const opened = await connect(context, 'poll');
	const leftMs = () => Math.max(1, run.endsAt - steadyClock.now());
	const connection = () => ({ ...opened, patienceMs: leftMs() });

	const venue = venueOf(opened);
	const storage = new Storage(context);
	const zone = context.getTimezone();
	const { before, notices: ofMemory } = memoryBefore(run, storage, venue, settings, zone);
	const webhooks = once(async () => {
		// A list that never comes leaves time for the others.
		return await readWebhooks({ ...connection(), patienceMs: leftMs() / 2 });
	});
	const thisPoll: Poll = { ...run, settings, n8nAddress, connection, webhooks };
	const { memory, unreported, findings } = await opened.responseMemory.during(
		async () => await newsOfVenue(thisPoll, before, notices),
	);
	return {
		items: itemsOf(findings, settings, run.now).map(itemRedactor(opened.secrets)),
		notices: ofMemory,
		store: () => {
			storage.write(memory, run);
			run.node.reported(findings.changes ?? []);
		},
		storeUnreported() {
			if (unreported !== before) storage.write(unreported, run);
		},
	};
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
	let reading: Promise<T> | undefined;
	return async () => await (reading ??= read());
}

/** The memory of a subject that could not be fetched stays as it was. */
export async function newsOfVenue(poll: Poll, before: Memory, notices: PollNotices) {
	const { settings, now } = poll;
	const lists = listsFor(settings);
	const subjects: Record<string, ReadSubject> = {
		...(lists.messages ? { messages: newsOfMessages } : {}),
		...(lists.webhooks ? { webhooks: newsOfWebhooks } : {}),
		...(lists.bookings ? { bookings: newsOfBookings } : {}),
	};
	poll.node.asksFor(Object.keys(subjects));
	// What a user no longer asks for is not owed if the user asks again months later.
	const recoverSince = lists.bookings ? before.recoverSince : undefined;
	let memory: Memory = { ...before, recoverSince };
	let unreported = before;
	let findings: Findings = {};
	const came = new Set<string>();
	for (const [name, subject] of Object.entries(subjects)) {
		const mostItems = settings.maxItems - itemsOf(findings, settings, now).length;
		const look = async () => await subject(poll, memory, mostItems);
		const found = await attempt(name, notices, look);
		// A slow list must not hide it: n8n tries to publish five times, in 84 seconds together.
		if (poll.why === 'publishing' && notices.get(name)?.some(isForUser)) break;
		if (found) came.add(name);
		memory = { ...memory, ...found?.memory };
		if (found?.unreported) unreported = { ...unreported, ...found.unreported };
		findings = { ...findings, ...found?.findings };
	}
	const begun = settings.events.filter(
		(event) => came.has(LIST_OF[event]) || hasBegun(before, event),
	);
	memory = { ...memory, begun };
	const haveAllBegun = settings.events.every((event) => hasBegun(memory, event));
	const notBegunSince = haveAllBegun ? undefined : (memory.notBegunSince ?? now);
	return { memory: { ...memory, notBegunSince }, unreported, findings };
}

/** What is new about one subject. Undefined if it has to wait for the next poll. */
type ReadSubject = (
	poll: Poll,
	memory: Memory,
	mostItems: number,
) => Promise<SubjectNews | undefined>;

interface SubjectNews {
	/** Parts that are missing stay as they were. */
	memory: Partial<Memory>;
	/** The memory if the findings cannot be reported: what they are compared with next time. */
	unreported?: Partial<Memory>;
	findings?: Findings;
	notices?: PollNotice[];
}

/** n8n drops the items of a poll that began before the workflow was published again. */
function isDropped(run: PollRun): boolean {
	return run.node.underWay !== run;
}

/** Notes what there is to say of a subject that was tried, also if it failed. */
async function attempt<T extends { notices?: PollNotice[] }>(
	subject: string,
	notices: PollNotices,
	work: () => Promise<T | undefined>,
): Promise<T | undefined> {
	try {
		const found = await work();
		if (found) notices.set(subject, found.notices ?? []);
		return found;
	} catch (thrown) {
		notices.set(subject, [failureOf(thrown)]);
		return undefined;
	}
}
