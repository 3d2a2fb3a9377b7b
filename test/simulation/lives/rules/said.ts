import type { World } from '../world';
import type { Poll } from './polls';
import type { Stay } from './stays';

const ANOTHER_VENUE = 'now asks another venue';
const NOT_ALL = 'These are not all';
const SAID_WITHIN_MS = 60 * 60_000;
const POLLS_OF_AN_OUTAGE = 2;

/** Which event of a node needs which list. */
const LISTS = [
	['/webhooks', 'switchedOff'],
	['/webhooks/messages/failed', 'final'],
	['/bookings', 'booking'],
] as const;

/** By process: the polls in which a list failed again and again. */
type RunsOfNode = Map<Poll['process'], { polls: Poll[]; isJudged: boolean }>;

/**
 * If something cannot be reported, or not yet, the user is told by a failed execution or in the
 * log.
 */
export class SaidToUsers {
	constructor(private readonly world: World) {}

	judge(): void {
		const { stays, restores, polls } = this.world;
		for (const stay of stays.all) {
			if (stay.node.webhookId === undefined && !restores.happened) this.judgeMove(stay);
		}
		for (const poll of polls.all) this.judgePart(poll);
		for (const [path, event] of LISTS) this.judgeLists(path, event);
	}

	/**
	 * A list that fails again and again is reported within an hour, whatever else comes, and so is the
	 * next time that it fails.
	 */
	private judgeLists(path: string, event: string): void {
		const { world } = this;
		const open = new Map<string, RunsOfNode>();
		for (const poll of world.polls.all) {
			const { process, node, endedAt, text, isFirst } = poll;
			const answers = poll.lists.filter((one) => one.path === path);
			const isWanted = [node.parameters.events].flat().includes(event);
			// While a workflow is not published, or another process leads, this one does not poll.
			if (isFirst) open.get(node.id)?.get(process)?.polls.splice(0);
			if (!isWanted || answers.some(({ isFailed }) => !isFailed)) open.delete(node.id);
			if (endedAt === Infinity || isFirst || !isWanted) continue;
			// n8n may drop what such a poll says. If so, the next one begins to count.
			const { workflowId, startedAt, landedAt } = poll;
			const isOvertaken = world.stays.werePublishingBetween(workflowId, startedAt, endedAt);
			if (isOvertaken && landedAt === Infinity) continue;
			// A poll that the venue has asked to wait says so without a request.
			if (answers.length === 0 && text === undefined) continue;
			if (!answers.every(({ isFailed }) => isFailed)) continue;
			const isJudged = this.isSaidOfOtherLists(poll);
			const ofNode: RunsOfNode = open.get(node.id) ?? new Map();
			const run = ofNode.get(process) ?? { polls: [], isJudged };
			open.set(node.id, ofNode.set(process, run));
			run.polls.push(poll);
			if (text !== undefined) run.isJudged = true;
			const isLong = poll.startedAt - run.polls[0].startedAt >= SAID_WITHIN_MS;
			if (!isLong || run.polls.length < POLLS_OF_AN_OUTAGE || run.isJudged) continue;
			run.isJudged = true;
			world.broken(
				'a list that fails is said within an hour',
				`“${node.name}” does not say that ${path} fails since ${world.clockTime(run.polls[0].startedAt)}`,
			);
		}
	}

	/** Nothing has come since the node said it, so it is true of a list that the user adds as well. */
	private isSaidOfOtherLists({ process, node, startedAt }: Poll): boolean {
		const before = this.world.polls.all.filter(
			(one) => one.process === process && one.node.id === node.id && one.startedAt < startedAt,
		);
		const hasCome = ({ lists }: Poll) => lists.some(({ isFailed }) => !isFailed);
		return before.slice(before.findLastIndex(hasCome) + 1).some(({ text }) => text !== undefined);
	}

	/** A node that has polled at one venue now polls at another, so it drops what it owed there. */
	private judgeMove(stay: Stay): void {
		const { polls, said, ends, seen, reports } = this.world;
		const ofNode = polls.all.filter(({ node }) => node.id === stay.node.id);
		const hasAsked = ofNode.some((poll) => poll.lists.length > 0 && isWithin(poll, stay));
		const owed = reports.owedAtTheEndOf(stay);
		const leftAt = leavingOf(stay, ofNode);
		const later = ofNode.filter((poll) => poll.startedAt >= leftAt);
		const [first, second] = later.filter(({ lists }) => lists.length > 0);
		if (!hasAsked || owed === 0 || !first || first.venue === stay.venue) return;
		const until = (second ?? first).endedAt;
		if (until === Infinity || ends.some((at) => at >= leftAt && at <= until)) return;
		seen('moved away from what is owed');
		// A poll that was asked to wait has reported it without a request.
		const isInLog = said.some(
			({ at, text }) =>
				at >= later[0].startedAt && at <= first.endedAt && text.includes(ANOTHER_VENUE),
		);
		if (isInLog || later.some(({ text }) => text?.includes(ANOTHER_VENUE))) return;
		this.world.broken(
			'what is dropped is said',
			`“${stay.node.name}” does not say that it asks another venue, though ${owed} messages are owed`,
		);
	}

	/**
	 * A poll without items that received a part of a list reports that, unless an earlier poll has.
	 * Whether a version of a booking is missing without a word is judged for each version.
	 */
	private judgePart(poll: Poll): void {
		const { polls, said, seen, calls, venues } = this.world;
		const { process, node, endedAt, items, text, isFirst, isDiscarded, lists } = poll;
		if (isFirst || isDiscarded || endedAt === Infinity || items.length > 0) return;
		// The venue has asked to wait, so the rest of the list comes later.
		if (calls.hasAskedToWait(venues[poll.venue].host, endedAt)) return;
		// A message whose webhook is not in the part is reported as one of an unknown webhook.
		const { events } = node.parameters as { events: string[] };
		const counts = (path: string) =>
			path === '/webhooks' ? events.includes('switchedOff') : path !== '/bookings';
		// Where the bad weather ended in between, the rest of the list has followed.
		const isCut = (path: string) => lists.findLast((list) => list.path === path)?.isPart;
		if (!lists.some(({ path }) => counts(path) && isCut(path))) return;
		const isSame = (one: Poll) => one.process === process && one.node.id === node.id;
		// The poll that publishes the node again takes over and reports it.
		const isOvertaken = (by: Poll) => by.startedAt > poll.startedAt && by.startedAt <= endedAt;
		if (polls.all.some((one) => isSame(one) && isOvertaken(one))) return;
		const isBefore = (one: Poll) => isSame(one) && one.endedAt <= endedAt;
		const since = polls.all.filter(isBefore);
		seen('a part of a list, and nothing of it is new');
		const isInLog = said.some(({ at, text: line }) => at <= endedAt && line.includes(NOT_ALL));
		if (isInLog || since.some((one) => one.text?.includes(NOT_ALL))) return;
		this.world.broken(
			'a part of a list is said',
			`“${node.name}” says ${text ?? 'nothing'} at ${this.world.clockTime(endedAt)}`,
		);
	}
}

/** An interrupted publication may have taken effect: the first poll elsewhere shows it. */
function leavingOf({ wasInterrupted, venue, leftAt }: Stay, ofNode: Poll[]): number {
	if (!wasInterrupted) return leftAt;
	const before = ofNode.filter(({ startedAt, lists }) => startedAt < leftAt && lists.length > 0);
	const elsewhere = before[before.findLastIndex((poll) => poll.venue === venue) + 1];
	return elsewhere?.startedAt ?? leftAt;
}

function isWithin({ startedAt, endedAt }: Poll, { since, leftAt }: Stay): boolean {
	return startedAt >= since.from && endedAt <= leftAt;
}
