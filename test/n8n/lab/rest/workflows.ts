import { setTimeout as sleep } from 'node:timers/promises';

import type { Session } from './session';
import type { StoredCredential } from './credentials';

export interface WorkflowNode {
	/** By default, its position in the workflow. */
	id?: string;
	name: string;
	type: string;
	parameters?: Record<string, unknown>;
	typeVersion?: number;
	credential?: StoredCredential;
	webhookId?: string;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** The names of the nodes behind each output. By default, the next one in the list. */
	outputs?: string[][];
}

export interface StoredWorkflow {
	id: string;
	name: string;
	versionId: string;
}

/** What has become of a publication. */
interface Publication {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 20;

export class Workflows {
	constructor(private readonly session: Session) {}

	/** A workflow whose nodes follow each other, like most; several triggers may start it. */
	async create(name: string, nodes: WorkflowNode[]): Promise<StoredWorkflow> {
		return await this.session.call('POST', '/rest/workflows', definition(name, nodes));
	}

	async update({ id, versionId }: StoredWorkflow, name: string, nodes: WorkflowNode[]) {
		return await this.session.call<StoredWorkflow>('PATCH', `/rest/workflows/${id}`, {
			...definition(name, nodes),
			versionId,
		});
	}

	async read({ id }: StoredWorkflow): Promise<StoredWorkflow & Record<string, unknown>> {
		return await this.session.call('GET', `/rest/workflows/${id}`);
	}

	async publish({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.session.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async unpublish({ id }: StoredWorkflow): Promise<void> {
		await this.session.call('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** n8n 2.41 answers before it has finished the publication; earlier versions do not. */
	async settled({ id }: StoredWorkflow): Promise<Publication> {
		const giveUpAt = Date.now() + SETTLED_WITHIN_MS;
		const path = `/rest/workflows/${id}/publication-status`;
		for (;;) {
			const publication = await this.session
				.call<Publication>('GET', path)
				.catch((error: Error): Publication => {
					if (error.message.includes('was answered 404')) return { status: '', triggers: [] };
					throw error;
				});
			if (publication.status !== 'in_progress') return publication;
			if (Date.now() > giveUpAt) throw new Error(`Workflow ${id} is still being published`);
			await sleep(POLL_MS);
		}
	}

	/** Starts it like the button in the editor. */
	async run(workflow: StoredWorkflow, trigger: string): Promise<string> {
		const { executionId } = await this.session.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			// n8n 1.x runs what it is sent; today's n8n runs what it has saved.
			{ workflowData: await this.read(workflow), triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}
}

/** No node is connected to one of these. */
const STARTS_A_WORKFLOW = /Trigger$|\.webhook$/;

export function definition(name: string, nodes: WorkflowNode[]) {
	const connections: Record<string, unknown> = {};
	for (const [index, { name: from, outputs }] of nodes.entries()) {
		const next = nodes.slice(index + 1, index + 2);
		const following = next.filter(({ type }) => !STARTS_A_WORKFLOW.test(type));
		const main = (outputs ?? [following.map(({ name }) => name)]).map((targets) =>
			targets.map((node) => ({ node, type: 'main', index: 0 })),
		);
		if (main.flat().length > 0) connections[from] = { main };
	}
	return {
		name,
		nodes: nodes.map(({ credential, ...node }, index) => ({
			id: `node-${index}`,
			typeVersion: 1,
			parameters: {},
			position: [index * 220, 0],
			...node,
			outputs: undefined,
			...(credential && {
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			}),
		})),
		connections,
		settings: { executionOrder: 'v1', saveManualExecutions: true },
		active: false,
	};
}
