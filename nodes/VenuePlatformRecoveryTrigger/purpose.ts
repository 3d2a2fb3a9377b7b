import type { IPollFunctions } from 'n8n-workflow';

import { type Connection, PATIENCE_MS } from '../venueApi/connection';
import type { Settings } from './settings';

/** What n8n wants of one poll of one node. */
export interface Purpose {
	/** The node, for as long as this process lives. */
	node: string;
	/** n8n asks whether the workflow can be published: nothing is reported, and all rights are tried. */
	isPublishing: boolean;
	/** n8n has been started, and the workflow is published already. The next poll has more time. */
	isStarting: boolean;
	/** How long all calls of the poll may take together. */
	patienceMs: number;
}

/** The same, and what the subjects need to compare the venue with their memory. */
export interface Poll extends Purpose {
	settings: Settings;
	now: number;
	/** Its patience is what is left of the poll. */
	connection: () => Connection;
}

/** Less is what n8n's scheduler gives to a poll that is not the first. */
const BUDGET_OF_A_FIRST_POLL_MS = 5 * 60_000;

const seen = new WeakSet<IPollFunctions>();
/** How many polls in a row looked as if they were to publish. */
const publishing = new Map<string, number>();

/** n8n tries five times. So many in a row come from an n8n that makes a context for each poll. */
const MOST_PUBLICATIONS = 20;

/** All workflows are started one after the other. */
const PATIENCE_AT_START_MS = 30_000;

/** n8n polls once to publish a workflow, and keeps the context of that poll for the next ones. */
export function purposeOf(context: IPollFunctions): Purpose {
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
	const pollMs = isStarting ? PATIENCE_AT_START_MS : Math.min(PATIENCE_MS.poll, budgetMs);
	const patienceMs = isPublishing ? PATIENCE_MS.registration : pollMs;
	return { node, isPublishing, isStarting, patienceMs };
}

export function publishingFailed(node: string): void {
	publishing.delete(node);
}
