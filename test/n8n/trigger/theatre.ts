import { setTimeout as sleep } from 'node:timers/promises';

import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { startLab, type Lab, type LabPlan } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import { definition, type StoredWorkflow, type WorkflowNode } from '../lab/rest/workflows';
import { packedPackage } from '../packed';
import { until } from '../until';
import { ExecutionReader, type Started } from './executionsOf';

export const TRIGGER = 'n8n-nodes-venue-platform.venuePlatformTrigger';

/** What the venue shows with each delivery. */
export const KEY = 'the-key-of-the-venue';

/** Until n8n has saved what it was doing when the last delivery was answered. */
const SAVED_WITHIN_MS = 60_000;

/** A machine that is busy with other things must not decide what the venue sees. */
const PATIENT = { delivery: { timeoutMs: 120_000 } };

interface Publication {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** A real n8n and a venue that know each other. */
export class Theatre {
	venue!: SimulatedVenue;

	private credential!: StoredCredential;

	private triggers = 0;

	private constructor(
		readonly lab: Lab,
		private readonly reader: ExecutionReader,
	) {}

	static async open(plan: Omit<LabPlan, 'tarball'>): Promise<Theatre> {
		const lab = await startLab({ ...plan, tarball: packedPackage() });
		return new Theatre(lab, await ExecutionReader.open(lab));
	}

	async close(): Promise<void> {
		await this.venue?.stop();
		await this.lab.stop();
	}

	/** A venue for this test: with a credential of its own, and without messages of others. */
	async invite(options: VenueOptions = PATIENT): Promise<void> {
		await this.venue?.stop();
		const { lab } = this;
		this.venue = await startVenue({ now: () => lab.clock.now(), ...options });
		this.venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const { baseUrl, credentials } = this.venue;
		const data = { baseUrl, ...credentials, webhookApiKey: KEY };
		this.credential = await lab.credentials.create('venuePlatformApi', data);
	}

	trigger(name = 'Trigger', parameters: Record<string, unknown> = {}): WorkflowNode {
		return {
			name,
			type: TRIGGER,
			typeVersion: 1.1,
			parameters: { events: ['*'], ...parameters },
			credential: this.credential,
			webhookId: `trigger-${++this.triggers}`,
		};
	}

	/** Saves and publishes the nodes. Each but a trigger follows the one before it. */
	async publish(nodes: WorkflowNode[]): Promise<StoredWorkflow> {
		const { connections, ...workflowOf } = definition(`Workflow ${nodes[0].webhookId}`, nodes);
		const workflow = await this.lab.session.call<StoredWorkflow>('POST', '/rest/workflows', {
			...workflowOf,
			connections: withoutTriggers(connections, nodes),
		});
		await this.lab.workflows.publish(workflow);
		await this.settled(workflow);
		await this.untilRouted(nodes);
		return workflow;
	}

	async publishChanged({ id, name }: StoredWorkflow, nodes: WorkflowNode[]): Promise<void> {
		const { versionId } = await this.lab.workflows.read({ id, name, versionId: '' });
		const { connections, ...workflowOf } = definition(name, nodes);
		const changed = await this.lab.session.call<StoredWorkflow>('PATCH', `/rest/workflows/${id}`, {
			...workflowOf,
			connections: withoutTriggers(connections, nodes),
			versionId,
		});
		await this.lab.workflows.publish(changed);
		await this.settled(changed);
		await this.untilRouted(nodes);
	}

	/** As the button of the trigger's panel does. */
	async listen(workflow: StoredWorkflow, trigger: string): Promise<void> {
		await this.lab.workflows.run(workflow, trigger);
		await until(() => this.configurationsFor('/webhook-test/').some(({ enabled }) => enabled));
	}

	async stopListening({ id }: StoredWorkflow): Promise<void> {
		await this.lab.session.call('DELETE', `/rest/test-webhook/${id}`);
	}

	/** What somebody reads who publishes the workflow in vain. */
	async reasonAgainst(workflow: StoredWorkflow): Promise<string> {
		await this.lab.workflows.publish(workflow);
		const { triggers } = await this.settled(workflow);
		return triggers.map(({ errorMessage }) => errorMessage).join();
	}

	/** n8n 2.41 answers before it has carried out a publication; the versions before do not. */
	private async settled({ id }: StoredWorkflow): Promise<Publication> {
		let publication: Publication = { status: 'published', triggers: [] };
		await until(async () => {
			const asked = this.lab.session.call<Publication>(
				'GET',
				`/rest/workflows/${id}/publication-status`,
			);
			publication = await asked.catch((error: Error) => {
				if (error.message.includes('was answered 404')) return publication;
				throw error;
			});
			return publication.status !== 'in_progress';
		});
		return publication;
	}

	/** n8n is stopped or killed meanwhile, and started again. */
	async startAgain(nodes: WorkflowNode[]): Promise<void> {
		await this.lab.main.start();
		await this.lab.session.enter();
		await this.untilRouted(nodes);
	}

	private async untilRouted(nodes: WorkflowNode[]): Promise<void> {
		for (const { type, webhookId } of nodes) {
			if (type === TRIGGER) await this.lab.untilRouted(`${webhookId}/venue-platform`);
		}
	}

	/** Where the trigger's deliveries really go. */
	urlOf({ webhookId }: WorkflowNode): string {
		return `${this.lab.webhookUrl}/webhook/${webhookId}/venue-platform`;
	}

	/** What the venue has on record for an address that contains this. */
	configurationsFor(part: string) {
		return this.venue.webhooks
			.all()
			.map(({ configuration }) => configuration)
			.filter(({ url }) => url.includes(part));
	}

	/** Messages that the venue has made and not sent yet. */
	async messages(count: number): Promise<string[]> {
		const { messages } = this.venue;
		messages.hold();
		const before = messages.all().length;
		for (let index = 0; index < count; index++) {
			await this.venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
		}
		return messages
			.all()
			.slice(before)
			.map(({ id }) => id);
	}

	/** All executions of the workflow, once as many have ended as there should be and none goes on. */
	async executions(workflow: StoredWorkflow, expected: number): Promise<Started[]> {
		const giveUpAt = Date.now() + SAVED_WITHIN_MS;
		while ((await this.reader.count(workflow)) < expected && Date.now() < giveUpAt)
			await sleep(500);
		await until(async () => await this.lab.executions.haveEnded(workflow));
		return await this.reader.of(workflow);
	}
}

function withoutTriggers(connections: Record<string, unknown>, nodes: WorkflowNode[]) {
	const beforeTriggers = nodes.filter((_, index) => nodes[index + 1]?.type === TRIGGER);
	return Object.fromEntries(
		Object.entries(connections).filter(
			([from]) => !beforeTriggers.some(({ name }) => name === from),
		),
	);
}

/** Does the work for each, as many at a time as there are senders. */
export async function byMany<T>(
	senders: number,
	list: T[],
	work: (entry: T, index: number) => Promise<unknown>,
): Promise<void> {
	let next = 0;
	const sender = async () => {
		while (next < list.length) {
			const index = next++;
			await work(list[index], index);
		}
	};
	await Promise.all(Array.from({ length: senders }, sender));
}
