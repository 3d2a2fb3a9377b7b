import type { IPollFunctions } from 'n8n-workflow';

import { isAtStart } from '../n8n/activation';
import { type Connection, PATIENCE_MS } from '../venueApi/connection';
import { steadyClock } from '../venueApi/pacing/steadyClock';
import type { readWebhooks } from '../venueApi/resources/webhooks';
import type { PollingNode } from './pollingNode';
import type { RecoverySettings } from './settings';

/**
 * `publishing`: the poll reports nothing and tries all permissions. `starting`: n8n has just started,
 * with the workflow already published, and the next poll has more time. `schedule`: any other poll.
 */
export type PollReason = 'publishing' | 'starting' | 'schedule';

/** One poll of one node: why n8n runs it, and how long it may take. */
export interface PollRun {
	node: PollingNode;
	/** When it began. */
	now: number;
	why: PollReason;
	/** When all its calls together have taken as long as they may, by the steady clock. */
	endsAt: number;
}

/** A poll, with what its subjects need to compare the venue with their memory. */
export interface Poll extends PollRun {
	settings: RecoverySettings;
	/**
	 * Read when the poll begins. As soon as another poll of the workflow ends, n8n evaluates no
	 * expression for this one anymore.
	 */
	n8nAddress: URL | undefined;
	/** Its patience is the time that the poll has left. */
	connection: () => Connection;
	/** Read once for all subjects. */
	webhooks: () => ReturnType<typeof readWebhooks>;
}

/** If n8n's scheduler gives a poll less time than this, it is not the first one. */
const BUDGET_OF_A_FIRST_POLL_MS = 5 * 60_000;

const seen = new WeakSet<IPollFunctions>();

/** n8n tries five times. More than this in a row come from an n8n with a new context per poll. */
const MOST_PUBLICATIONS = 20;

/**
 * n8n starts its workflows one after the other, and a slow venue must not delay the others. It stops
 * publishing one after 84 seconds, and activates all triggers of it at once.
 */
const FIRST_POLL_MS = 30_000;

/**
 * n8n does not say why it polls, but it polls once to publish a workflow, and keeps the context of
 * that poll for later ones. So each poll is noted here, and polls that look like publishing are
 * counted.
 */
export function beginPoll(context: IPollFunctions, node: PollingNode): PollRun {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const budgetMs = getPollBudgetMs?.() ?? Infinity;
	const isFirst = budgetMs >= BUDGET_OF_A_FIRST_POLL_MS && !seen.has(context);
	seen.add(context);
	const looksLikePublishing = isFirst && !isAtStart(context);
	node.publications = looksLikePublishing ? node.publications + 1 : 0;
	const isPublishing = looksLikePublishing && node.publications <= MOST_PUBLICATIONS;
	const isStarting = isFirst && !looksLikePublishing;
	const why = isPublishing ? 'publishing' : isStarting ? 'starting' : 'schedule';
	const patienceMs = why === 'schedule' ? Math.min(PATIENCE_MS.poll, budgetMs) : FIRST_POLL_MS;
	return { node, now: Date.now(), why, endsAt: steadyClock.now() + patienceMs };
}
