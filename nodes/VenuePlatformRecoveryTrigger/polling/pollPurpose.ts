import type { IPollFunctions } from 'n8n-workflow';

/** One poll of one node, as far as n8n tells what it is for. */
export interface PollPurpose {
	/** The node, for as long as this process lives. */
	node: string;
	/** n8n asks whether the workflow can be published. */
	isPublishing: boolean;
	/** n8n has been started, and the workflow is published already. */
	isStarting: boolean;
	budgetMs: number;
}

/** Less is what n8n's scheduler gives to a poll that is not the first. */
const BUDGET_OF_A_FIRST_POLL_MS = 5 * 60_000;

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
export function purposeOf(context: IPollFunctions): PollPurpose {
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const budgetMs = budgetOf(context);
	const isFirst = budgetMs >= BUDGET_OF_A_FIRST_POLL_MS && !seen.has(context);
	seen.add(context);
	const isAtStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const looksLikePublishing = isFirst && !isAtStart;
	const inARow = looksLikePublishing ? (publishing.get(node) ?? 0) + 1 : 0;
	publishing.set(node, inARow);
	const isPublishing = looksLikePublishing && inARow <= MOST_PUBLICATIONS;
	return { node, isPublishing, isStarting: isFirst && isAtStart, budgetMs };
}

/** The workflow was not published after all. */
export function publishingFailed({ node }: PollPurpose): void {
	publishing.delete(node);
}

function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	return getPollBudgetMs === undefined ? Infinity : getPollBudgetMs();
}
