import { setTimeout as sleep } from 'node:timers/promises';

import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { startLab, type Lab, type LabPlan } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';
import { packedPackage } from '../packed';
import { until } from '../until';
import { ExecutionReader, type Started } from './executionsOf';

export const TRIGGER = 'n8n-nodes-venue-platform.venuePlatformTrigger';

const PATH = 'venue-platform';

/** n8n saves an execution some moments after the delivery was answered. */
const SAVED_WITHIN_MS = 60_000;

/** A real n8n and a venue that know each other. */
export class Theatre {
	private workflows = 0;

	private constructor(
		readonly lab: Lab,
		private readonly reader: ExecutionReader,
	) {}

	venue!: SimulatedVenue;

	private credential!: StoredCredential;

	static async open(plan: Omit<LabPlan, 'tarball'>): Promise<Theatre> {
		const lab = await startLab({ ...plan, tarball: packedPackage() });
		return new Theatre(lab, await ExecutionReader.open(lab));
	}

	/** Another venue for each test: a credential of its own, and no message of the test before. */
	async invite(options: VenueOptions = {}): Promise<void> {
		const { lab } = this;
		this.venue = await startVenue({ now: () => lab.clock.now(), ...options });
		this.venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		const { baseUrl, credentials } = this.venue;
		this.credential = await lab.credentials.create('venuePlatformApi', {
			baseUrl,
			...credentials,
		});
	}

	trigger(name = 'Trigger', parameters: Record<string, unknown> = {}): WorkflowNode {
		return {
			name,
			type: TRIGGER,
			parameters: { events: ['*'], ...parameters },
			credential: this.credential,
			webhookId: `trigger-${++this.workflows}`,
		};
	}

	async publish(nodes: WorkflowNode[], connectAll = true): Promise<StoredWorkflow> {
		const last: WorkflowNode = { name: 'End', type: 'n8n-nodes-base.noOp' };
		const workflow = await this.lab.workflows.create(
			`Workflow ${++this.workflows}`,
			connectAll ? [...nodes, last] : nodes,
		);
		await this.lab.workflows.publish(workflow);
		await this.untilRegistered(nodes);
		return workflow;
	}

	/** n8n answers a publication before it has carried it out. */
	async untilRegistered(nodes: WorkflowNode[]): Promise<void> {
		const triggers = nodes.filter(({ type }) => type === TRIGGER);
		for (const { webhookId } of triggers) {
			await until(() => this.isOn(`${webhookId}/${PATH}`));
			await this.lab.untilRouted(`${webhookId}/${PATH}`);
		}
	}

	/** Messages that the venue has made and not sent yet. */
	async messages(count: number): Promise<string[]> {
		this.venue.messages.hold();
		const known = new Set(this.venue.messages.all().map(({ id }) => id));
		for (let index = 0; index < count; index++) {
			await this.venue.emit({ type: 'Booking', eventType: 'Updated', data: { index } });
		}
		return this.venue.messages.all().flatMap(({ id }) => (known.has(id) ? [] : [id]));
	}

	/** All executions of the workflow, when as many are saved as there should be. */
	async executions(workflow: StoredWorkflow, expected: number): Promise<Started[]> {
		const giveUpAt = Date.now() + SAVED_WITHIN_MS;
		for (;;) {
			const started = await this.reader.of(workflow);
			const ended = started.filter(({ status }) => status === 'success');
			if (ended.length >= expected || Date.now() > giveUpAt) return started;
			await sleep(200);
		}
	}

	private isOn(path: string): boolean {
		return this.venue.webhooks
			.all()
			.some(({ configuration }) => configuration.enabled && configuration.url.endsWith(path));
	}
}

/** Does the work for each, as many at a time as there are senders. */
export async function byMany<T>(
	senders: number,
	list: T[],
	work: (entry: T) => Promise<unknown>,
): Promise<void> {
	const waiting = list.map((entry) => ({ entry }));
	const next = async (): Promise<void> => {
		const first = waiting.shift();
		if (first === undefined) return;
		await work(first.entry);
		await next();
	};
	await Promise.all(Array.from({ length: senders }, next));
}
