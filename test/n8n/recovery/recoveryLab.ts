import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { startVenue, type SimulatedVenue, type VenueOptions } from '../../venue';
import { startLab, type Lab, type LabPlan } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import { itemsOf, PublicApi } from '../lab/rest/publicApi';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';
import { RECOVERY_NODE, TRIGGER_NODE } from '../fixtures/nodes';
import { packedPackage } from '../fixtures/packedPackage';
import { until } from '../fixtures/until';
import type { Item } from './tally';

/** Polls come every minute, at a second that n8n chooses. */
const ONE_POLL_MS = 75_000;

/** The venue makes seven attempts, and its last pause is half an hour. */
const TRIES = 8;
const LONGEST_PAUSE_MS = 70 * 60_000;

/** A real n8n with a recovery trigger, and a venue. */
export class RecoveryLab {
	venue!: SimulatedVenue;
	private credential!: StoredCredential;

	private constructor(
		readonly lab: Lab,
		private readonly api: PublicApi,
	) {}

	static async open(plan: Omit<LabPlan, 'tarball'>): Promise<RecoveryLab> {
		const lab = await startLab({ ...plan, tarball: packedPackage() });
		return new RecoveryLab(lab, await PublicApi.open(lab.session));
	}

	get clock(): Lab['clock'] {
		return this.lab.clock;
	}

	async close(): Promise<void> {
		await this.venue?.stop();
		await this.lab.stop();
	}

	async invite(options: VenueOptions = {}): Promise<void> {
		await this.venue?.stop();
		const { lab } = this;
		this.venue = await startVenue({ now: () => lab.clock.now(), ...options });
		this.venue.receivers.map(lab.publicOrigin, lab.webhookUrl);
		await this.signIn();
	}

	/** Becomes another n8n with the same credential. */
	async join({ venue }: RecoveryLab): Promise<void> {
		this.venue = venue;
		await this.signIn();
	}

	private async signIn(): Promise<void> {
		const { baseUrl, credentials } = this.venue;
		const data = { baseUrl, ...credentials, webhookApiKey: 'the-key-of-the-venue' };
		this.credential = await this.lab.credentials.create('venuePlatformApi', data);
	}

	/** A webhook at this n8n that no workflow has, or at another address. */
	subscribe(path = 'nobody', origin = this.lab.publicOrigin): number {
		return this.venue.webhooks.create({
			url: `${origin}/webhook/${path}`,
			enabled: true,
			authentication: { apiKey: 'key' },
			webhooks: { booking: { events: ['Created', 'Updated', 'Cancelled'] } },
		}).webhookId;
	}

	/** Bookings whose events are not received until the venue gives up. */
	async emitUntilGivenUp(count: number): Promise<string[]> {
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const { booking } = await this.venue.bookings.create();
			ids.push(booking.uniqueId);
		}
		for (let retry = 0; retry < TRIES; retry++) {
			this.lab.clock.advance(LONGEST_PAUSE_MS);
			await this.venue.clock.advance(0);
			await this.venue.idle();
		}
		return ids;
	}

	recovery(parameters: Record<string, unknown> = {}): WorkflowNode {
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		return {
			name: 'Recovery',
			type: RECOVERY_NODE,
			parameters: { pollTimes, ...parameters },
			credential: this.credential,
		};
	}

	trigger(): WorkflowNode {
		return {
			name: 'Trigger',
			type: TRIGGER_NODE,
			typeVersion: 1.1,
			parameters: { events: ['*'] },
			credential: this.credential,
			webhookId: 'beside-the-recovery',
		};
	}

	async publish(nodes: WorkflowNode[]): Promise<StoredWorkflow> {
		const workflow = await this.lab.workflows.create('Recovery', nodes);
		await this.lab.workflows.publish(workflow);
		await this.untilPublished(workflow);
		return workflow;
	}

	/** Returns why n8n could not publish it, if so. */
	async untilPublished(workflow: StoredWorkflow): Promise<string> {
		const { triggers } = await this.lab.workflows.settled(workflow);
		return triggers.map(({ errorMessage }) => errorMessage ?? '').join('');
	}

	async startAgain(): Promise<void> {
		await this.lab.main.start();
		await this.lab.session.logIn();
	}

	/** The items with which these nodes have started the workflow so far. */
	async items(workflow: StoredWorkflow, ...names: string[]): Promise<Item[]> {
		return (await this.runs(workflow, names)).flat();
	}

	/** The same for each execution. */
	async runs(workflow: StoredWorkflow, names: string[]): Promise<Item[][]> {
		await until(async () => await this.lab.executions.haveEnded(workflow));
		const executions = await this.api.executions(workflow);
		return executions.map((execution) => names.flatMap((name) => itemsOf(execution, name)));
	}

	async failedExecutions(workflow: StoredWorkflow): Promise<number> {
		const all = await this.lab.executions.list(workflow);
		return all.filter(({ status }) => status !== 'success').length;
	}

	async untilItems(
		workflow: StoredWorkflow,
		count: number,
		withinMs = ONE_POLL_MS,
	): Promise<Item[]> {
		const giveUpAt = Date.now() + withinMs;
		for (;;) {
			const items = await this.items(workflow, 'Recovery');
			if (items.length >= count || Date.now() > giveUpAt) return items;
			await sleep(1_000);
		}
	}

	/** Waits until n8n has read the failed list once more, and had time to process it. */
	async nextPoll(endpoint = 'GET /webhooks/messages/failed'): Promise<void> {
		const before = this.venue.count(endpoint);
		const giveUpAt = Date.now() + ONE_POLL_MS;
		while (this.venue.count(endpoint) === before && Date.now() < giveUpAt) await sleep(500);
		await sleep(2_000);
	}

	/** Sends a delivery to the trigger next to it and returns n8n's answer. */
	async deliver(id: string): Promise<string> {
		const { data } = await axios.post<unknown>(
			`${this.lab.webhookUrl}/webhook/beside-the-recovery/venue-platform`,
			{
				id,
				sendDate: new Date().toISOString(),
				type: 'Booking',
				eventDate: new Date().toISOString(),
				eventType: 'Updated',
				data: {},
			},
			{
				headers: { 'x-api-key': 'the-key-of-the-venue' },
				proxy: false,
				validateStatus: () => true,
			},
		);
		return JSON.stringify(data);
	}
}
