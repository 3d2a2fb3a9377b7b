import type { INode } from 'n8n-workflow';
import type { Failure } from '../n8n/publication';
import type { N8nProcess } from '../n8n/process';
import type { World } from '../world';

/** An event at a time that only n8n knows exactly. */
export interface Since {
	from: number;
	to: number;
}

/** The time in which a node belongs to one venue: a credential record plus its Base URL. */
export interface Stay {
	workflowId: string;
	node: INode;
	record: string;
	venue: number;
	since: Since;
	until: number;
	isActive: boolean;
	/** Since when each event has been wanted without a break. */
	wanted: Map<string, Since>;
	/** Since when Recover Bookings has been on. */
	optionSince: number;
	/** The record was edited after n8n registered the trigger. Lasts until unpublish and publish. */
	isRecordEdited: boolean;
	/** n8n ended while it was publishing: docs/reliability.md says to unpublish and publish. */
	wasInterrupted: boolean;
	/** It ended with an edit of the record: n8n did not call `delete`, and the old secret is gone. */
	wasLeftByEdit: boolean;
	/** When it was last unpublished or moved away. */
	leftAt: number;
	/** When it was unpublished; it has not been published since. */
	unpublishedAt: number;
	/** It was not published for more than a week: it begins as Start With says. */
	beginsAnew: boolean;
	/** When each process last told it to stop, unless that process has registered it since. */
	stoppedAt: Map<string, number>;
	/** Another main process has published it before the former one was done, as docs/self-hosting.md names. */
	wasHandedOver: boolean;
}

/** “With several main processes, wait half a minute between unpublishing a workflow and publishing it”. */
const HALF_A_MINUTE_MS = 30_000;
/** “If the venue does not respond then, the former one tries for a day”. */
const LONGEST_TRYING_MS = 24 * 60 * 60_000;

export const BEGINS_ANEW_MS = 7 * 24 * 60 * 60_000;

/** What n8n did to publish a version. */
interface Published {
	nodes: INode[];
	/** The nodes that were registered; the others stayed as they were. */
	added: INode[];
	failures: Failure[];
	startedAt: number;
	process: N8nProcess;
}

interface Handling extends Pick<Published, 'startedAt' | 'process'> {
	isFailed: boolean;
	isNew: boolean;
}

/** Which node belongs to which venue, as published by the users. */
export class Stays {
	all: Stay[] = [];
	/** Workflows that are being published or unpublished: n8n accepts no deliveries in between. */
	readonly inChange = new Map<string, N8nProcess>();
	/** When that last ended, by workflow. */
	readonly changedAt = new Map<string, number>();

	constructor(private readonly world: World) {}

	/** Stays of nodes that are published, or unpublished but not removed. */
	get current(): Stay[] {
		return this.all.filter(({ until }) => until === Infinity);
	}

	of(nodeId: string): Stay | undefined {
		return this.current.find(({ node }) => node.id === nodeId);
	}

	private readonly changes: Array<{ workflowId: string; from: number; to: number }> = [];

	/** Whether n8n was publishing or unpublishing the workflow. */
	werePublishingBetween(workflowId: string, from: number, to: number): boolean {
		return this.changes.some(
			(change) => change.workflowId === workflowId && change.from <= to && from <= change.to,
		);
	}

	changeEnded(workflowId: string, from: number): void {
		this.changes.push({ workflowId, from, to: this.world.time.now() });
		this.inChange.delete(workflowId);
		this.changedAt.set(workflowId, this.world.time.now());
	}

	published(workflowId: string, { nodes, added, failures, startedAt, process }: Published): void {
		const now = this.world.time.now();
		// An interrupted publication may have taken effect when n8n started again, so a node may be
		// older.
		const addedAt = this.interruptedAt.get(workflowId) ?? startedAt;
		this.interruptedAt.delete(workflowId);
		for (const stay of this.current) {
			const isGone = stay.workflowId === workflowId && !nodes.some(({ id }) => id === stay.node.id);
			if (isGone) this.leave(stay, startedAt);
		}
		for (const node of nodes) {
			const record = node.credentials!.venuePlatformApi.id!;
			const venue = this.world.venueOf(record);
			const known = this.of(node.id);
			const idleSince = known && this.idleSince(known, process, startedAt);
			const beginsAnew = idleSince !== undefined && startedAt - idleSince > BEGINS_ANEW_MS;
			const isBack = known?.record === record && known.venue === venue;
			const isSame = isBack && !beginsAnew && !this.hasAskedElsewhere(known, addedAt);
			const beginsHere = known !== undefined && (beginsAnew || !known.wasInterrupted);
			const isFailed = failures.some((failure) => failure.node.id === node.id);
			if (known && !isSame) this.leave(known, startedAt);
			const stay =
				known && isSame
					? known
					: this.begin(
							workflowId,
							node,
							{ record, venue },
							{ from: beginsHere ? startedAt : addedAt, to: now },
						);
			// A node that once could not be registered may have been registered when n8n started again.
			if (beginsAnew) {
				stay.beginsAnew = true;
				this.world.seen('begins anew after weeks');
			}
			const isNew = stay !== known || added.some(({ id }) => id === node.id);
			stay.node = structuredClone(node);
			stay.isActive = !isFailed;
			if (!isFailed) stay.unpublishedAt = Infinity;
			// After a failure, it may or may not have begun: only later changes are expected of it.
			if (isFailed) stay.since.to = Infinity;
			else if (stay.since.to === Infinity) stay.since.to = now;
			this.stoppedOrHandedOver(stay, { isFailed, isNew, startedAt, process });
			if (isNew) {
				// n8n failed to register it, but takes it for published.
				stay.wasInterrupted = stay !== known && this.halfDone.has(workflowId);
				// Or n8n had read the record before the edit.
				stay.isRecordEdited = this.edits.some(
					(one) => one.record === record && one.at >= startedAt,
				);
			}
			if (node.parameters.refetchBookings !== true) stay.optionSince = Infinity;
			else if (stay.optionSince === Infinity) stay.optionSince = now;
			const events = [node.parameters.events].flat() as string[];
			for (const event of stay.wanted.keys())
				if (!events.includes(event)) stay.wanted.delete(event);
			for (const event of events) {
				if (!stay.wanted.has(event)) stay.wanted.set(event, { from: startedAt, to: now });
			}
		}
	}

	/** An interrupted move took effect when n8n started again, so the node has dropped what it knew here. */
	private hasAskedElsewhere({ node, venue, wasInterrupted }: Stay, interruptedAt: number): boolean {
		return (
			wasInterrupted &&
			this.world.polls.all.some(
				(poll) =>
					poll.node.id === node.id &&
					poll.startedAt >= interruptedAt &&
					poll.venue !== venue &&
					poll.lists.length > 0,
			)
		);
	}

	/**
	 * Of the polls before a restart, n8n knows its start and those with items, as
	 * docs/reliability-in-detail.md says.
	 */
	private idleSince({ node, unpublishedAt }: Stay, process: N8nProcess, now: number) {
		if (node.webhookId !== undefined) return unpublishedAt;
		return this.world.polls.all.findLast((poll) => {
			const isStored = poll.landedAt < Infinity || (poll.isFirst && poll.text === undefined);
			const isKnown = poll.process === process || isStored;
			return poll.node.id === node.id && poll.startedAt < now && isKnown;
		})?.startedAt;
	}

	/** A process that starts, or leads from now on, registers what it misses. */
	takenOver(workflowId: string, { added, failures, startedAt, process }: Published): void {
		for (const { id } of added) {
			const stay = this.current.find((one) => one.workflowId === workflowId && one.node.id === id);
			if (!stay) continue;
			const isFailed = failures.some(({ node }) => node.id === id);
			// No publication of it has succeeded, so nothing was saved of one that began anew.
			if (stay.since.to === Infinity) stay.beginsAnew = false;
			this.stoppedOrHandedOver(stay, { isFailed, isNew: true, startedAt, process });
			stay.isActive ||= !isFailed && stay.wasHandedOver;
		}
	}

	/** If a node cannot be registered, n8n calls `delete`, as if it were unpublished. */
	private stoppedOrHandedOver(stay: Stay, { isFailed, isNew, startedAt, process }: Handling): void {
		if (isFailed) stay.stoppedAt.set(process.name, this.world.time.now());
		else if (isNew) {
			stay.stoppedAt.delete(process.name);
			const others = [...stay.stoppedAt.values()];
			stay.wasHandedOver = others.some((at) => this.isStillToTell(stay, at, startedAt));
		}
	}

	/** Whether the process that stopped it then may have yet to switch its webhook off. */
	private isStillToTell({ node, venue }: Stay, stoppedAt: number, now: number): boolean {
		const { world } = this;
		const soon = stoppedAt + HALF_A_MINUTE_MS;
		if (now <= soon) return true;
		const wasTold = world.venues[venue].wasSwitchedOff(world.urlOf(node), stoppedAt, soon);
		return !wasTold && now <= stoppedAt + LONGEST_TRYING_MS;
	}

	unpublished(workflowId: string, startedAt: number, process: N8nProcess): void {
		this.halfDone.delete(workflowId);
		for (const stay of this.current) {
			if (stay.workflowId !== workflowId) continue;
			stay.isActive = false;
			stay.leftAt = startedAt;
			stay.unpublishedAt = startedAt;
			stay.stoppedAt.set(process.name, this.world.time.now());
		}
	}

	/** When n8n ended while publishing a workflow that has not been published since, by workflow. */
	private readonly interruptedAt = new Map<string, number>();

	/** Workflows that were interrupted and have not been unpublished since. */
	private readonly halfDone = new Set<string>();

	/** The process ends while it may be publishing. */
	interrupted(process: N8nProcess): void {
		for (const [workflowId, publisher] of this.inChange) {
			if (publisher !== process) continue;
			this.inChange.delete(workflowId);
			this.halfDone.add(workflowId);
			if (!this.interruptedAt.has(workflowId)) {
				this.interruptedAt.set(workflowId, this.world.time.now());
			}
			this.world.seen('publishing interrupted');
			for (const stay of this.current) {
				if (stay.workflowId !== workflowId) continue;
				stay.wasInterrupted = true;
				// It may be off from now on.
				stay.optionSince = Infinity;
				// Without what the stored version lacks, n8n starts it again.
				const { nodes } = this.world.database.workflows.get(workflowId)!;
				const stored = nodes.find(({ id }) => id === stay.node.id);
				const events = [stored?.parameters.events].flat();
				for (const event of stay.wanted.keys()) {
					if (!events.includes(event)) stay.wanted.delete(event);
				}
			}
		}
	}

	/** When a credential was edited. */
	readonly edits: Array<{ record: string; at: number }> = [];

	wasEditedBetween(record: string, from: number, to: number): boolean {
		return this.edits.some((edit) => edit.record === record && edit.at >= from && edit.at <= to);
	}

	/** A user has edited the credential, and n8n does not tell any trigger. */
	recordEdited(record: string): void {
		this.edits.push({ record, at: this.world.time.now() });
		const venue = this.world.venueOf(record);
		for (const stay of this.current) {
			if (stay.record !== record) continue;
			if (stay.venue === venue) {
				stay.isRecordEdited = true;
				continue;
			}
			this.leave(stay);
			stay.wasLeftByEdit = true;
			if (this.comesBack(stay, venue)) continue;
			const since = { from: this.world.time.now(), to: Infinity };
			const { workflowId, node, isActive } = stay;
			const moved = this.begin(workflowId, node, { record, venue }, since);
			for (const event of stay.wanted.keys()) moved.wanted.set(event, since);
			Object.assign(moved, { isActive, isRecordEdited: true, optionSince: Infinity });
		}
	}

	/**
	 * Whether it returns before it has polled anywhere else: then it cannot know of the move, and has
	 * dropped nothing.
	 */
	private comesBack(left: Stay, venue: number): boolean {
		const before = this.all.findLast(
			(one) =>
				one !== left &&
				one.node.id === left.node.id &&
				one.node.webhookId === undefined &&
				one.record === left.record &&
				one.venue === venue &&
				one.wasLeftByEdit,
		);
		const isUnheard =
			before !== undefined &&
			!this.world.polls.all.some(
				({ node, process, startedAt, endedAt }) =>
					node.id === left.node.id &&
					(startedAt >= before.until ||
						(endedAt === Infinity ? !process.isOver : endedAt >= before.until)),
			);
		if (!isUnheard) return false;
		Object.assign(before, { until: Infinity, isActive: left.isActive, isRecordEdited: true });
		return true;
	}

	private leave(stay: Stay, at = this.world.time.now()): void {
		stay.until = this.world.time.now();
		stay.leftAt = Math.min(at, stay.unpublishedAt);
	}

	private begin(
		workflowId: string,
		node: INode,
		place: Pick<Stay, 'record' | 'venue'>,
		since: Since,
	): Stay {
		const stay: Stay = {
			workflowId,
			node: structuredClone(node),
			...place,
			since: { ...since },
			until: Infinity,
			isActive: true,
			wanted: new Map(),
			optionSince: Infinity,
			isRecordEdited: false,
			wasInterrupted: false,
			wasLeftByEdit: false,
			leftAt: -Infinity,
			beginsAnew: false,
			stoppedAt: new Map(),
			wasHandedOver: false,
			unpublishedAt: Infinity,
		};
		this.all.push(stay);
		return stay;
	}
}
