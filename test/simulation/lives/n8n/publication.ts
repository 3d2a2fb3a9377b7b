import { isDeepStrictEqual } from 'node:util';
import type { INode, WorkflowActivateMode } from 'n8n-workflow';
import { Poller } from '../../../engine/harness/triggers/polling';
import { deregister, register, webhooksOf } from '../../../engine/harness/triggers/registration';
import type { World } from '../world';
import type { N8nProcess } from './process';

/** A change of one of these makes it another trigger for n8n (trigger-diff). */
const COMPARED = ['name', 'type', 'typeVersion', 'webhookId', 'credentials', 'parameters'] as const;
const ATTEMPTS = 5;
const SECOND = 1_000;
/** n8n compares what is published with what this process polls for. */
const LOOKS_AGAIN_MS = 10 * SECOND;
/** After this time, n8n gives up: it makes no other attempt, and waits for those that it has begun. */
const LONGEST_PUBLICATION_MS = 84 * SECOND;
const LONGEST_ATTEMPT_MS = 120 * SECOND;

type Change = 'a publication' | 'an unpublication' | 'a takeover';

export interface Failure {
	node: INode;
	text: string;
}

/** How the main process publishes workflows and polls for the published ones. */
export class Publication {
	private readonly turns = new Map<string, { workflowId: string; isStopped: boolean }>();
	/** What this process does to workflows now, or will do in its turn. */
	readonly underWay = new Map<symbol, Change>();
	private readonly last = new Map<string, Promise<unknown>>();

	constructor(
		private readonly world: World,
		private readonly process: N8nProcess,
	) {}

	/** The process leads now: pollers begin, and webhooks already have their routes. */
	async start(activation: 'init' | 'leadershipChange'): Promise<void> {
		const { stays, database } = this.world;
		const published = [...database.workflows.values()].filter(({ active }) => active);
		await Promise.all(
			published.map(async ({ id }) => {
				const isOthers = () => (stays.inChange.get(id) ?? this.process) !== this.process;
				const mode = isOthers() ? 'update' : activation;
				while (isOthers()) await this.process.sleep(LOOKS_AGAIN_MS);
				const row = database.workflows.get(id);
				if (row?.active && this.leads) await this.publish(id, row.nodes, mode);
			}),
		);
	}

	/** Another process leads now. This one polls no more, except for what it is still publishing. */
	async stepDown(): Promise<void> {
		const { stays } = this.world;
		while (!this.leads && (this.turns.size > 0 || this.underWay.size > 0)) {
			for (const [key, turns] of this.turns) {
				if (stays.inChange.get(turns.workflowId) === this.process) continue;
				turns.isStopped = true;
				this.turns.delete(key);
			}
			await this.process.sleep(LOOKS_AGAIN_MS);
		}
	}

	private get leads(): boolean {
		return this.world.main === this.process;
	}

	/** Publishes this version. Returns which nodes could not be activated, and why. */
	async publish(
		workflowId: string,
		nodes: INode[],
		activation?: WorkflowActivateMode,
	): Promise<Failure[]> {
		const change = activation === undefined ? 'a publication' : 'a takeover';
		return await this.inTurn(workflowId, change, async () => {
			const startedAt = this.world.time.now();
			const { parts } = this.process;
			const row = await parts.workflows.load(workflowId);
			const old = row.active ? row.nodes : [];
			const isSame = (node: INode) => old.some((one) => one.id === node.id && isEqual(one, node));
			const toRemove = old.filter(
				(one) => !nodes.some((node) => node.id === one.id && isEqual(one, node)),
			);
			const toAdd = nodes.filter((node) => !isSame(node) || this.isMissing(workflowId, node));
			await this.tearDown(workflowId, old, toRemove);
			if (!activation) await parts.workflows.update(workflowId, { nodes, active: true });
			const workflow = parts.workflows.open({
				...row,
				nodes: structuredClone(nodes),
				active: true,
			});
			const mode = activation ?? (old.length === 0 ? 'activate' : 'update');
			const ending = new AbortController();
			const failed = (node: INode, { message }: Error) => [{ node, text: message }];
			const adding = toAdd.map(async (node): Promise<Failure[]> => {
				const added = this.add(workflow, node, mode, ending.signal);
				return await added.then(
					() => [],
					(error: Error) => failed(node, error),
				);
			});
			const late = this.process.sleep(LONGEST_PUBLICATION_MS).then(() => ending.abort());
			const inTime = adding.map(async (added, index) => {
				const aborted = late.then(() => failed(toAdd[index], new Error('Aborted by n8n')));
				return await Promise.race([added, aborted]);
			});
			const failures = (await Promise.all(inTime)).flat();
			await Promise.race([Promise.all(adding), this.process.sleep(LONGEST_ATTEMPT_MS)]);
			await parts.workflows.saveStaticData(workflow);
			const done = { nodes, added: toAdd, failures, startedAt, process: this.process };
			if (activation) this.world.stays.takenOver(workflowId, done);
			else this.world.stays.published(workflowId, done);
			return failures;
		});
	}

	async unpublish(workflowId: string): Promise<void> {
		await this.inTurn(workflowId, 'an unpublication', async () => {
			const startedAt = this.world.time.now();
			const { parts } = this.process;
			const { nodes, active } = await parts.workflows.load(workflowId);
			if (!active) return;
			await this.tearDown(workflowId, nodes, nodes);
			await parts.workflows.update(workflowId, { active: false });
			this.world.stays.unpublished(workflowId, startedAt, this.process);
		});
	}

	private async add(
		workflow: ReturnType<N8nProcess['parts']['workflows']['open']>,
		node: INode,
		mode: WorkflowActivateMode,
		ended: AbortSignal,
	): Promise<void> {
		const { parts } = this.process;
		for (const webhook of webhooksOf(parts, workflow, workflow.getNode(node.name)!)) {
			await register(parts, workflow, webhook, mode, ATTEMPTS, ended);
		}
		if (!this.isPoller(node.type)) return;
		for (let attempt = 1; ; attempt++) {
			const poller = this.pollerOf(workflow, node, mode);
			try {
				await poller.firstPoll();
				return this.takeTurns(workflow.id, node, poller);
			} catch (error) {
				if (attempt >= ATTEMPTS || ended.aborted) throw error;
				await this.process.sleep(SECOND * 2 ** (attempt - 1));
			}
		}
	}

	private pollerOf(
		workflow: Parameters<Publication['add']>[0],
		node: INode,
		mode: WorkflowActivateMode,
	) {
		const { parts, world } = { parts: this.process.parts, world: this.world };
		const acceptExecution = async () =>
			await world.polls.accept(this.process, workflow.id, node.id);
		return new Poller({ ...parts, acceptExecution }, workflow, workflow.getNode(node.name)!, mode);
	}

	private takeTurns(workflowId: string, { id }: INode, poller: Poller): void {
		const key = `${workflowId} ${id}`;
		const turns = { workflowId, isStopped: false };
		const before = this.turns.get(key);
		if (before) before.isStopped = true;
		this.turns.set(key, turns);
		const { pollEveryMs } = this.world.plan;
		const next = () => {
			const now = this.world.time.now();
			this.process.after(pollEveryMs - (now % pollEveryMs), () => {
				if (turns.isStopped) return;
				next();
				void poller.poll();
			});
		};
		next();
	}

	private async tearDown(workflowId: string, old: INode[], toRemove: INode[]): Promise<void> {
		if (toRemove.length === 0) return;
		const { parts } = this.process;
		const row = await parts.workflows.load(workflowId);
		const workflow = parts.workflows.open({ ...row, nodes: structuredClone(old) });
		for (const { id } of toRemove) {
			const turns = this.turns.get(`${workflowId} ${id}`);
			if (turns) turns.isStopped = true;
			this.turns.delete(`${workflowId} ${id}`);
		}
		const webhooks = toRemove.flatMap((node) =>
			webhooksOf(parts, workflow, workflow.getNode(node.name)!),
		);
		await Promise.all(webhooks.map(async (webhook) => await deregister(parts, workflow, webhook)));
	}

	/** n8n adds what is not registered, whether or not it has changed. */
	private isMissing(workflowId: string, { id, name, type }: INode): boolean {
		if (this.isPoller(type)) return !this.isTakingTurns(workflowId, id);
		const { routes } = this.world.database;
		return ![...routes.values()].some((one) => one.workflowId === workflowId && one.node === name);
	}

	private isPoller(type: string): boolean {
		return type === this.process.nodeTypes.VenuePlatformRecoveryTrigger;
	}

	/** Whether n8n still uses the items of a poll of this node. */
	isTakingTurns(workflowId: string, nodeId: string): boolean {
		return this.turns.has(`${workflowId} ${nodeId}`);
	}

	/** Publications of a workflow run one after the other. */
	private async inTurn<T>(workflowId: string, change: Change, work: () => Promise<T>): Promise<T> {
		const { stays, time } = this.world;
		let startedAt = time.now();
		const one = Symbol(workflowId);
		this.underWay.set(one, change);
		const turn = (this.last.get(workflowId) ?? Promise.resolve()).then(async () => {
			// n8n leaves a workflow that another process is publishing to that process.
			const isOthers = () => (stays.inChange.get(workflowId) ?? this.process) !== this.process;
			while (isOthers()) await this.process.sleep(SECOND);
			startedAt = time.now();
			stays.inChange.set(workflowId, this.process);
			return await work();
		});
		const end = () => {
			this.underWay.delete(one);
			stays.changeEnded(workflowId, startedAt);
		};
		const isOver = turn.then(end, end);
		this.last.set(workflowId, isOver);
		return await turn;
	}
}

function isEqual(one: INode, other: INode): boolean {
	return COMPARED.every((name) => isDeepStrictEqual(one[name], other[name]));
}
