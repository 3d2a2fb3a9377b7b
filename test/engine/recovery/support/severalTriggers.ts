import type { INode } from 'n8n-workflow';

import { type EngineParts, partsOf } from '../../harness/engineParts';
import { nodeFrom, type NodeSetup, workflowOf } from '../../harness/execution';
import { Poller, type PollResult } from '../../harness/triggers/polling';
import type { NodeClass } from '../../harness/nodes/nodeTypes';
import type { RecoveryFixture } from './recoveryFixture';

/**
 * A published workflow with several recovery triggers. As in n8n 2, publishing a change does not
 * touch unchanged nodes, which keep the static data that they began with.
 */
export class SeveralTriggers {
	private readonly pollers = new Map<string, Poller>();

	private constructor(
		private readonly parts: EngineParts,
		readonly workflowId: string,
	) {}

	static async publish(fixture: RecoveryFixture, setups: NodeSetup[]): Promise<SeveralTriggers> {
		const parts = partsOf(fixture.engine);
		const row = { ...workflowOf([], {}), active: true };
		await parts.workflows.save(row);
		const triggers = new SeveralTriggers(parts, row.id);
		await triggers.change(setups);
		return triggers;
	}

	/** Publishes the workflow with these nodes added, and others removed. */
	async change(added: NodeSetup[], removed: string[] = []): Promise<void> {
		const { nodes } = await this.parts.workflows.load(this.workflowId);
		const kept = nodes.filter(({ id }) => !removed.includes(id));
		for (const id of removed) this.pollers.delete(id);
		const fresh = added.map((setup) => nodeFrom(this.parts, setup));
		await this.parts.workflows.update(this.workflowId, { nodes: [...kept, ...fresh] });
		await this.start(fresh, 'update');
	}

	/** Restarts n8n: every node polls once. */
	async restart(node: NodeClass): Promise<void> {
		this.parts.types.add(node);
		this.pollers.clear();
		const { nodes } = await this.parts.workflows.load(this.workflowId);
		await this.start(nodes, 'init');
	}

	ids(): string[] {
		return [...this.pollers.keys()];
	}

	async poll(id: string): Promise<PollResult> {
		return await this.pollers.get(id)!.poll();
	}

	private async start(nodes: INode[], activation: 'update' | 'init'): Promise<void> {
		const workflow = this.parts.workflows.open(await this.parts.workflows.load(this.workflowId));
		for (const node of nodes) {
			const poller = new Poller(this.parts, workflow, node, activation);
			await poller.firstPoll();
			this.pollers.set(node.id, poller);
		}
		await this.parts.workflows.saveStaticData(workflow);
	}
}
