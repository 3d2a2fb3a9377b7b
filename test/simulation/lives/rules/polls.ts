import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { N8nProcess } from '../n8n/process';
import { PERMANENT, UNUSABLE } from '../venue/weather';
import type { Outcome } from '../venue/venue';
import type { World } from '../world';

/** One poll of one node, and its outcome. */
export interface Poll {
	process: N8nProcess;
	workflowId: string;
	node: INode;
	/** The venue's index. */
	venue: number;
	isFirst: boolean;
	/** When n8n read the data from which this poller goes on. */
	openedAt: number;
	startedAt: number;
	endedAt: number;
	items: IDataObject[];
	text?: string;
	/** When its execution was in the database. */
	landedAt: number;
	/** n8n has discarded its items. */
	isDiscarded: boolean;
	/** A read of n8n’s database never returned, so it waited as long as it may. */
	hasHung: boolean;
	/** What the venue answered. */
	lists: Array<{ path: string; at: number; isGood: boolean; isFailed: boolean; isPart: boolean }>;
}

/** What the recovery triggers requested and reported, and what n8n did with it. */
export class Polls {
	readonly all: Poll[] = [];
	private readonly openedAt = new WeakMap<object, number>();

	constructor(private readonly world: World) {}

	begin(process: N8nProcess, context: IPollFunctions): Poll {
		const node = context.getNode();
		const now = this.world.time.now();
		const openedAt = this.openedAt.get(context) ?? now;
		const poll = {
			process,
			workflowId: String(context.getWorkflow().id),
			node,
			venue: this.world.venueOf(node.credentials!.venuePlatformApi.id!),
			isFirst: !this.openedAt.has(context),
			openedAt,
			startedAt: now,
			endedAt: Infinity,
			items: [],
			landedAt: Infinity,
			isDiscarded: false,
			hasHung: false,
			lists: [],
		};
		this.openedAt.set(context, openedAt);
		this.all.push(poll);
		this.world.seen('poll');
		return poll;
	}

	/** A main process that leads again goes on with the data that it read before it did not lead. */
	isUnknownLater(poll: Poll): boolean {
		return this.all.some(
			(later) =>
				later.workflowId === poll.workflowId &&
				later.node.id === poll.node.id &&
				later.process !== poll.process &&
				later.startedAt >= poll.endedAt &&
				later.openedAt <= poll.landedAt,
		);
	}

	/** n8n keeps the context of a polling node, so it may be an earlier poll that is under way. */
	hung({ id }: INode): void {
		for (const poll of this.all) {
			if (poll.node.id === id && poll.endedAt === Infinity) poll.hasHung = true;
		}
	}

	/** A request of this node's current poll has been answered. */
	met(process: N8nProcess, { path, node }: { path: string; node: string }, answer: Outcome): void {
		const poll = this.all.findLast(
			(one) => one.process === process && one.node.name === node && one.endedAt === Infinity,
		);
		if (poll === undefined) return;
		const { time, venues } = this.world;
		const weather = venues[poll.venue].weather.at(time.now(), path);
		const isRefused = 'breaksOff' in answer || answer.status >= 300;
		poll.lists.push({
			path,
			at: time.now(),
			isGood: !isRefused && weather.length === 0,
			isFailed: isRefused || weather.some(({ kind }) => UNUSABLE.includes(kind)),
			isPart: !('breaksOff' in answer) && answer.isPart,
		});
	}

	end(poll: Poll, items: INodeExecutionData[][] | null): INodeExecutionData[][] | null {
		const { time, say, seen } = this.world;
		poll.endedAt = time.now();
		if (items === null) return null;
		const { process, workflowId, node } = poll;
		if (!poll.isFirst && !process.publication.isTakingTurns(workflowId, node.id)) {
			poll.isDiscarded = true;
			seen('poll discarded');
			say(`${node.name} of ${workflowId}: what this poll brought is discarded`);
			return null;
		}
		poll.items = items.flat().map(({ json }) => json);
		say(`${node.name} of ${workflowId} reports ${told(poll.items)}`);
		return items;
	}

	fail(poll: Poll, { message }: Error): void {
		poll.endedAt = this.world.time.now();
		poll.text = message;
		this.world.say(`${poll.node.name} of ${poll.workflowId} fails: ${message}`);
		this.world.seen('poll failed');
		this.judgeWords(poll, message);
	}

	/** A list in an unknown form, a login page and a bad certificate do not pass by themselves. */
	private judgeWords({ venue, startedAt, lists }: Poll, message: string): void {
		const { venues, time, calls } = this.world;
		// It has asked nothing, because an earlier poll hangs.
		if (lists.length === 0) return;
		const { weather, host } = venues[venue];
		// The venue has named a time, so it passes.
		if (calls.hasAskedToWait(host, startedAt, time.now())) return;
		const spells = weather.between(startedAt, time.now());
		const isPermanent = spells.length > 0 && spells.every(({ kind }) => PERMANENT.includes(kind));
		if (!isPermanent || !message.includes('and then reports what is new')) return;
		this.world.broken('what only a person can put right is not called passing', message);
	}

	/** n8n has saved the static data and now starts the execution. */
	async accept(process: N8nProcess, workflowId: string, nodeId: string): Promise<void> {
		const { time, database } = this.world;
		// The last one: a publication that failed has a message, and no execution.
		const poll = this.all.findLast(
			(one) =>
				one.process === process &&
				one.workflowId === workflowId &&
				one.node.id === nodeId &&
				one.endedAt < Infinity &&
				one.landedAt === Infinity &&
				(one.items.length > 0 || one.text !== undefined),
		);
		await process.sleep(database.latency(`execution ${workflowId} ${time.now()}`));
		if (poll) poll.landedAt = time.now();
	}

	/**
	 * A node whose last poll had as many items as it may have goes on with the next one. So does a
	 * node that said something first. Of a poll under way, the end shows it, and one that asks nothing
	 * because of it shows nothing. A poll that publishes reports nothing, whatever is still to come.
	 */
	areComing(): boolean {
		const usual = this.all.filter(
			({ isFirst, items, lists, endedAt, text }) =>
				(!isFirst || items.length > 0) &&
				(lists.length > 0 || endedAt === Infinity || text !== undefined),
		);
		const last = new Map(usual.map((poll) => [`${poll.workflowId} ${poll.node.id}`, poll]));
		const { time, plan } = this.world;
		// At a slow venue, one may take longer than that.
		const isRecent = ({ endedAt }: Poll) => endedAt > time.now() - 2 * plan.pollEveryMs;
		const goesOn = ({ items, text, endedAt }: Poll) =>
			items.length > 0 || text !== undefined || endedAt === Infinity;
		return [...last.values()].some((poll) => isRecent(poll) && goesOn(poll));
	}

	/** n8n was killed between saving and starting, which docs/reliability.md names. */
	lost(poll: Poll): boolean {
		return poll.items.length > 0 && poll.landedAt === Infinity;
	}
}

function told(items: IDataObject[]): string {
	const names = items.map(({ event, messageId, booking, webhookId, change }) =>
		[
			event,
			messageId ?? '',
			booking ? JSON.stringify(booking) : '',
			change ? `${String(webhookId)} ${String(change)}` : '',
		]
			.filter((text) => text !== '')
			.join(' '),
	);
	return names.length > 6
		? `${names.slice(0, 6).join('; ')} and ${names.length - 6} more`
		: names.join('; ');
}
