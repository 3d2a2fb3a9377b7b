import { setTimeout as sleep } from 'node:timers/promises';

import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { packedPackage } from '../fixtures/packedPackage';
import { RECOVERY_NODE, TRIGGER_NODE } from '../fixtures/nodes';
import { until } from '../fixtures/until';
import { startLab, type Lab, type LabPlan } from '../lab/lab';
import type { CredentialData, StoredCredential } from '../lab/rest/credentials';
import { itemsOf, PublicApi, type SavedExecution } from '../lab/rest/publicApi';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';
import type { Item } from '../recovery/tally';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;

/** A busy machine must not change what the venue sees. */
const LONG_TIMEOUT = { delivery: { timeoutMs: 2 * MINUTES } };

const POLLS_A_MINUTE = 6;

/** A real n8n in which several workflows run for a long time, and their venues. */
export class LivesLab {
	private readonly venues: SimulatedVenue[] = [];
	private made = 0;

	private saved: Promise<unknown> = Promise.resolve();

	private constructor(
		readonly lab: Lab,
		private readonly api: PublicApi,
	) {}

	static async open(plan: Omit<LabPlan, 'tarball'>): Promise<LivesLab> {
		return await LivesLab.in(await startLab({ ...plan, tarball: packedPackage() }));
	}

	static async in(lab: Lab): Promise<LivesLab> {
		return new LivesLab(lab, await PublicApi.open(lab.session));
	}

	async close(): Promise<void> {
		await Promise.all(this.venues.map(async (venue) => await venue.stop()));
		await this.lab.stop();
	}

	async openVenue(options: VenueOptions = {}): Promise<SimulatedVenue> {
		const { lab } = this;
		const now = () => lab.clock.now();
		const venue = await startVenue({ now, ...LONG_TIMEOUT, ...options });
		venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		this.venues.push(venue);
		return venue;
	}

	async credentialFor(
		{ baseUrl, credentials }: SimulatedVenue,
		data: CredentialData = {},
	): Promise<StoredCredential> {
		const name = `Venue ${++this.made}`;
		const fields = { baseUrl, ...credentials, ...data };
		return await this.inTurn(
			async () => await this.lab.credentials.create('venuePlatformApi', fields, name),
		);
	}

	/** If two things are saved at the same time, n8n 1 opens a transaction within another one. */
	private async inTurn<T>(save: () => Promise<T>): Promise<T> {
		const turn = this.saved.then(save);
		this.saved = turn.catch(() => {});
		return await turn;
	}

	/**
	 * Polls with as many Poll Times as n8n accepts, because a single one polls at most once a minute.
	 */
	recovery(
		name: string,
		credential: StoredCredential,
		parameters: Record<string, unknown> = {},
	): WorkflowNode {
		const number = ++this.made;
		const item = Array.from({ length: POLLS_A_MINUTE }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * (60 / POLLS_A_MINUTE) + (number % 10)} * * * * *`,
		}));
		return {
			id: `recovery-${number}`,
			name,
			type: RECOVERY_NODE,
			parameters: { pollTimes: { item }, ...parameters },
			credential,
		};
	}

	trigger(
		name: string,
		credential: StoredCredential,
		parameters: Record<string, unknown> = {},
	): WorkflowNode {
		const webhookId = `trigger-${++this.made}`;
		return {
			id: webhookId,
			name,
			type: TRIGGER_NODE,
			typeVersion: 1.1,
			parameters: { events: ['*'], ...parameters },
			credential,
			webhookId,
		};
	}

	async publish(name: string, nodes: WorkflowNode[]): Promise<LivingWorkflow> {
		const stored = await this.inTurn(async () => await this.lab.workflows.create(name, nodes));
		const workflow = this.workflow(stored);
		await workflow.publish(nodes);
		return workflow;
	}

	/** A workflow that n8n has already, for example from the machine that it was copied from. */
	workflow(stored: StoredWorkflow): LivingWorkflow {
		return new LivingWorkflow(this.lab, this.api, stored);
	}

	async startAgain(): Promise<void> {
		await this.lab.main.start();
		await this.lab.session.logIn();
	}
}

/** A workflow that its user keeps changing. */
export class LivingWorkflow {
	constructor(
		private readonly lab: Lab,
		private readonly api: PublicApi,
		readonly stored: StoredWorkflow,
	) {}

	async change(nodes: WorkflowNode[]): Promise<void> {
		const { versionId } = await this.lab.workflows.read(this.stored);
		await this.lab.workflows.update({ ...this.stored, versionId }, this.stored.name, nodes);
		await this.publish(nodes);
	}

	async publish(nodes: WorkflowNode[]): Promise<void> {
		const { versionId } = await this.lab.workflows.read(this.stored);
		await this.lab.workflows.publish({ ...this.stored, versionId });
		const { triggers } = await this.lab.workflows.settled(this.stored);
		const reason = triggers.map(({ errorMessage }) => errorMessage ?? '').join('');
		if (reason !== '') throw new Error(`${this.stored.name} was not published: ${reason}`);
		for (const { type, webhookId } of nodes) {
			if (type === TRIGGER_NODE) await this.lab.untilRouted(`${webhookId}/venue-platform`);
		}
	}

	async unpublish(): Promise<void> {
		await this.lab.workflows.unpublish(this.stored);
		await this.lab.workflows.settled(this.stored);
	}

	/** The items with which the node has started the workflow so far. */
	async items(node: string): Promise<Item[]> {
		return (await this.executions()).flatMap((execution) => itemsOf(execution, node));
	}

	async untilItems(node: string, count: number, withinMs = 2 * MINUTES): Promise<Item[]> {
		const giveUpAt = Date.now() + withinMs;
		for (;;) {
			const items = await this.items(node);
			if (items.length >= count || Date.now() > giveUpAt) return items;
			await sleep(SECONDS);
		}
	}

	/** n8n's messages about executions that did not succeed. */
	async failures(): Promise<string[]> {
		return (await this.executions())
			.filter(({ status }) => status !== 'success')
			.map(({ status, data }) => data?.resultData?.error?.message ?? status);
	}

	/** The oldest first. */
	private async executions(): Promise<SavedExecution[]> {
		await until(async () => await this.lab.executions.haveEnded(this.stored));
		return (await this.api.executions(this.stored)).reverse();
	}
}

/**
 * Waits until the venue has received this many more requests, and n8n has had time to process them.
 */
export async function askedAgain(
	venue: SimulatedVenue,
	endpoint: string,
	times: number,
): Promise<void> {
	const enough = venue.count(endpoint) + times;
	const giveUpAt = Date.now() + 2 * MINUTES;
	while (venue.count(endpoint) < enough && Date.now() < giveUpAt) await sleep(500);
	await sleep(2 * SECONDS);
}
