import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, PATIENCE_MS } from '../venueApi/connection';
import { itemsOf } from './items';
import { compareWithVenue, venueOf } from './comparison';
import type { Memory } from './memory/memory';
import { Storage } from './memory/storage';
import { anotherVenue, asError, endOutage, failureOf, type PollFailure, toSayNow } from './outages';
import { readSettings, type Settings } from './settings';

/** One poll of one node, as far as n8n tells what it is for. */
interface Purpose {
	/** The node, for as long as this process lives. */
	node: string;
	/** n8n asks whether the workflow can be published. */
	isPublishing: boolean;
	/** n8n has been started, and the workflow is published already. */
	isStarting: boolean;
	/** How long all calls of the poll may take together. */
	patienceMs: number;
}

/** The poll of each node that is under way. */
const underWay = new Map<string, Purpose>();

/** What is still to be said of a node. */
const notices = new Map<string, PollFailure>();

/** What is new at the venue, once; null where nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const purpose = purposeOf(context);
	const { node, isPublishing, isStarting } = purpose;
	// A long list may still be on its way at the next poll. The poll that fetches it reports it.
	if (underWay.has(node) && !isPublishing && !isStarting) return null;
	underWay.set(node, purpose);
	try {
		return await pollNow(context, purpose);
	} finally {
		if (underWay.get(node) === purpose) underWay.delete(node);
	}
}

async function pollNow(
	context: IPollFunctions,
	purpose: Purpose,
): Promise<INodeExecutionData[] | null> {
	const { node, isPublishing, isStarting } = purpose;
	const failures: PollFailure[] = [];
	const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await work();
		} catch (thrown) {
			failures.push(failureOf(thrown));
			return undefined;
		}
	};
	const items = await attempt(async () => await findItems(context, purpose, { failures, attempt }));
	// n8n drops what a poll finds that began before the workflow was published again.
	if (underWay.get(node) !== purpose) return null;

	const hasItems = items !== undefined && items.length > 0;
	const isForLog = hasItems || isPublishing || isStarting;
	for (const { kind, text } of failures) {
		if (isForLog && kind === 'notice') context.logger.warn(text);
	}
	const lasting = failures.find(({ kind }) => kind === 'lasting');
	if (isPublishing && lasting) {
		publishingFailed(node);
		throw asError(context.getNode(), lasting);
	}
	if (failures.length === 0) endOutage(node);
	if (isForLog) return hasItems ? items : null;
	const notice = notices.get(node);
	const failure = toSayNow(node, [...failures, ...(notice ? [notice] : [])]);
	if (failure === undefined) return null;
	if (failure === notice) notices.delete(node);
	throw asError(context.getNode(), failure);
}

interface Course {
	failures: PollFailure[];
	attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

async function findItems(
	context: IPollFunctions,
	purpose: Purpose,
	{ failures, attempt }: Course,
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
		if ((stored.refetchSince ?? stored.startsAt) !== undefined) notices.set(purpose.node, notice);
	}
	const { memory, findings } = await compareWithVenue({
		settings,
		connection: () => ({ ...connection, patienceMs: Math.max(1, until - Date.now()) }),
		before: startOf(stored?.venue === venue ? stored : undefined, venue, settings, purpose),
		now,
		isPublishing: purpose.isPublishing,
		isStarting: purpose.isStarting,
		attempt,
		isOnly: (failure) => failures.push(failure),
	});
	if (underWay.get(purpose.node) === purpose) storage.write(memory, purpose);
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

/** Less is what n8n's scheduler gives to a poll that is not the first. */
const BUDGET_OF_A_FIRST_POLL_MS = 5 * 60_000;

/** All workflows are started one after the other. */
const PATIENCE_AT_START_MS = 30_000;

const seen = new WeakSet<IPollFunctions>();
/** How many polls in a row looked as if they were to publish. */
const publishing = new Map<string, number>();

/** n8n tries five times. So many in a row come from an n8n that makes a context for each poll. */
const MOST_PUBLICATIONS = 20;

/**
 * n8n polls once to publish a workflow, and keeps the context of that poll for those that follow.
 * While it publishes there may be no version yet that could be started: what that poll emits can be
 * lost. At a start there is one.
 */
function purposeOf(context: IPollFunctions): Purpose {
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const budgetMs = getPollBudgetMs?.() ?? Infinity;
	const isFirst = budgetMs >= BUDGET_OF_A_FIRST_POLL_MS && !seen.has(context);
	seen.add(context);
	const isAtStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const looksLikePublishing = isFirst && !isAtStart;
	const inARow = looksLikePublishing ? (publishing.get(node) ?? 0) + 1 : 0;
	publishing.set(node, inARow);
	const isPublishing = looksLikePublishing && inARow <= MOST_PUBLICATIONS;
	const isStarting = isFirst && isAtStart;
	const usualMs = Math.min(PATIENCE_MS.poll, budgetMs);
	return {
		node,
		isPublishing,
		isStarting,
		// n8n gives publishing 84 seconds, in which it tries five times.
		patienceMs: isPublishing
			? PATIENCE_MS.registration
			: isStarting
				? PATIENCE_AT_START_MS
				: usualMs,
	};
}

/** The workflow was not published after all. */
function publishingFailed(node: string): void {
	publishing.delete(node);
}
