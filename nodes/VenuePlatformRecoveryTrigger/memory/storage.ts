import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../../venueApi/records';
import { keepInStep, registerWriter } from '../../n8n/staticData';
import { type Memory, readMemory, writeMemory } from './memory';
import type { PollRun } from '../pollRun';
import { DAY_MS } from '../../venueApi/durations';

const RECOVERY_MEMORY = 'venuePlatformRecoveryTrigger';

/** Every node polls at least once a month, so one that has not polled for this long was deleted. */
const FORGOTTEN_AFTER_MS = 92 * DAY_MS;

/** More than any workflow has. Above this number, deleted nodes are forgotten sooner. */
const MOST_NODES = 40;

interface Entry {
	polledAt: number;
	/** How long the other nodes of the workflow have polled since. */
	idleMs: number;
	memory: IDataObject;
}

type Entries = Map<string, Entry>;

/** The newest entry of each node that has polled in this process, by workflow. */
const entriesByWorkflow = new Map<string, Entries>();

/**
 * Where the memory of this node is kept. It is the workflow's data, by the node's id: n8n keeps a
 * node's data under its name, so a renamed node would start with nothing. If n8n commits the node's
 * data together with the execution, the memory is in the node's data instead.
 */
export class Storage {
	private readonly nodeData: IDataObject;
	private readonly workflowData: IDataObject;
	private readonly workflowId: string;
	private readonly nodeId: string;

	constructor(context: IPollFunctions) {
		this.nodeData = context.getWorkflowStaticData('node');
		this.workflowData = context.getWorkflowStaticData('global');
		this.workflowId = String(context.getWorkflow().id);
		this.nodeId = context.getNode().id;
	}

	/** The newer entry, if both places have one. */
	read(): Memory | undefined {
		return readMemory(this.entry()?.memory);
	}

	/** When the node polled last, as far as that was stored. */
	polledAt(): number | undefined {
		return this.entry()?.polledAt;
	}

	/**
	 * After publishing, n8n saves the workflow's data and discards the node's data, even if it commits
	 * them after every other poll.
	 */
	write(memory: Memory, { why }: Pick<PollRun, 'why'>): void {
		const polledAt = Math.max(Date.now(), (this.entry()?.polledAt ?? 0) + 1);
		const entry = { polledAt, idleMs: 0, memory: writeMemory(memory) as unknown as IDataObject };
		if (this.isCommittedWithExecution) {
			this.nodeData[RECOVERY_MEMORY] = entry as unknown as IDataObject;
			if (why !== 'publishing') return;
		}
		const { workflowId, nodeId, workflowData } = this;
		const others = withoutDeleted(knownEntries(workflowId, workflowData), nodeId, polledAt);
		const entries = new Map([...others, [nodeId, entry]]);
		entriesByWorkflow.set(workflowId, entries);
		workflowData[RECOVERY_MEMORY] = Object.fromEntries(entries) as unknown as IDataObject;
		registerWriter(workflowId, RECOVERY_MEMORY, (staticData) => {
			const known = knownEntries(workflowId, staticData);
			staticData[RECOVERY_MEMORY] = Object.fromEntries(known) as unknown as IDataObject;
		});
		keepInStep(workflowId, RECOVERY_MEMORY, workflowData);
	}

	private entry(): Entry | undefined {
		const ofNode = readEntry(this.nodeData[RECOVERY_MEMORY]);
		const ofWorkflow = entriesIn(this.workflowData).get(this.nodeId);
		return newer(ofNode, ofWorkflow);
	}

	/** In that case, n8n passes a plain copy; otherwise an object that records its changes. */
	private get isCommittedWithExecution(): boolean {
		return !('__dataChanged' in this.nodeData);
	}
}

/**
 * The other nodes, without those that were deleted long ago: n8n does not tell which nodes a
 * workflow has. Only the time that the others have polled counts, at most a day for each pause, so
 * nothing is forgotten while n8n is off.
 */
function withoutDeleted(entries: Entries, own: string, now: number): Entries {
	const lastPoll = Math.max(...[...entries.values()].map(({ polledAt }) => polledAt));
	const passed = Math.min(Math.max(0, now - lastPoll), DAY_MS);
	const others = [...entries]
		.filter(([id]) => id !== own)
		.map(([id, entry]): [string, Entry] => [id, { ...entry, idleMs: entry.idleMs + passed }])
		.filter(([, { idleMs }]) => idleMs < FORGOTTEN_AFTER_MS)
		.sort(([, a], [, b]) => a.idleMs - b.idleMs);
	return new Map(others.filter(([, { idleMs }], place) => place < MOST_NODES || idleMs < DAY_MS));
}

/** The newer entry of each node, of what is stored and what this process has written. */
function knownEntries(workflowId: string, staticData: IDataObject): Entries {
	const stored = entriesIn(staticData);
	const written = entriesByWorkflow.get(workflowId) ?? new Map<string, Entry>();
	const ids = new Set([...stored.keys(), ...written.keys()]);
	const found = [...ids].map((id) => [id, newer(stored.get(id), written.get(id))] as const);
	return new Map(found.flatMap(([id, entry]) => (entry ? [[id, entry]] : [])));
}

function newer(one: Entry | undefined, other: Entry | undefined): Entry | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	if (one.polledAt === other.polledAt) return one.idleMs > other.idleMs ? one : other;
	return one.polledAt > other.polledAt ? one : other;
}

function entriesIn(staticData: IDataObject): Entries {
	const nodes = staticData[RECOVERY_MEMORY];
	if (!isRecord(nodes)) return new Map();
	const found = Object.entries(nodes).map(([id, entry]) => [id, readEntry(entry)] as const);
	return new Map(found.flatMap(([id, entry]) => (entry ? [[id, entry]] : [])));
}

/** Any node of the workflow may write to its static data, so its content is checked. */
function readEntry(stored: unknown): Entry | undefined {
	if (!isRecord(stored) || !isRecord(stored.memory)) return undefined;
	const [polledAt, idleMs] = [Number(stored.polledAt), Number(stored.idleMs)];
	if (!Number.isFinite(polledAt) || !(idleMs >= 0)) return undefined;
	return { polledAt, idleMs, memory: stored.memory };
}
