import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedVenue, VenueOptions } from '../../venue';
import { ACTION_NODE, start, trigger } from '../fixtures/nodes';
import { packedPackage } from '../fixtures/packedPackage';
import { TriggerFixture } from '../fixtures/triggerFixture';
import { venueBeside } from '../fixtures/venueBeside';
import { startLab, type Lab } from '../lab/lab';
import type { CredentialData, StoredCredential } from '../lab/rest/credentials';
import type { StoredWorkflow, WorkflowNode } from '../lab/rest/workflows';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
/** n8n polls once a minute, at a random second. */
const TWO_POLLS_MS = 150_000;
/** A call may take five minutes. */
const WITHIN_MS = 330_000;

type Parameters = Record<string, unknown>;

/** Resource, operation and other fields of the action node. */
export type Call = [string, string, Parameters?];

/** What a user sees of an execution. */
export interface Seen {
	status: string;
	/** The message and the line below it; without an error, the saved execution with its notes. */
	text: string;
	items: Array<Record<string, unknown>>;
}

export const WORKS: unknown = expect.objectContaining({ status: 'success' });

/** A real n8n, a venue for each remedy, and what a user does and sees. */
export class RemedyLab {
	venue!: SimulatedVenue;

	private readonly venues: SimulatedVenue[] = [];

	private constructor(
		readonly lab: Lab,
		readonly triggers: TriggerFixture,
	) {}

	static async open(environment: Record<string, string> = {}): Promise<RemedyLab> {
		const lab = await startLab({
			mode: 'regular',
			tarball: packedPackage(),
			// Otherwise n8n may report its own database as lost on a busy machine.
			environment: { DB_PING_TIMEOUT_MS: '60000', ...environment },
		});
		return new RemedyLab(lab, await TriggerFixture.in(lab));
	}

	async close(): Promise<void> {
		for (const venue of this.venues) await venue.stop();
		await this.lab.stop();
	}

	/** Starts another venue, whose deliveries reach this n8n. */
	async invite(options: VenueOptions = {}): Promise<SimulatedVenue> {
		const venue = await venueBeside(this.lab, options);
		this.venues.push(venue);
		this.venue = venue;
		return venue;
	}

	data(changes: CredentialData = {}, venue = this.venue): CredentialData {
		return { baseUrl: venue.baseUrl, ...venue.credentials, ...changes };
	}

	async credential(changes: CredentialData = {}, venue = this.venue): Promise<StoredCredential> {
		return await this.lab.credentials.create('venuePlatformApi', this.data(changes, venue));
	}

	/** What the dialog shows when a user saves these values. */
	async dialog(credential: StoredCredential, changes: CredentialData = {}): Promise<string> {
		const data = this.data(changes);
		await this.lab.credentials.update(credential, data);
		const { status, message } = await this.lab.credentials.test(credential, data);
		return `${status}: ${message}`;
	}

	async call(call: Call, credential?: StoredCredential): Promise<Seen> {
		return await this.execute(this.action(call, credential ?? (await this.credential())));
	}

	action([resource, operation, fields = {}]: Call, credential: StoredCredential): WorkflowNode {
		return {
			name: 'Venue Platform',
			type: ACTION_NODE,
			parameters: { resource, operation, ...fields },
			credential,
		};
	}

	/** What From List offers for a booking, or the message that it shows instead. */
	async fromList(credential: StoredCredential): Promise<string> {
		const { id, name, type } = credential;
		const asked = this.lab.session.call<{ results: Array<{ value: string }> }>(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.bookingId',
				methodName: 'searchBookings',
				nodeTypeAndVersion: { name: ACTION_NODE, version: 1 },
				currentNodeParameters: { resource: 'booking', operation: 'get' },
				credentials: { [type]: { id, name } },
			},
		);
		const offered = asked.then(({ results }) => results.map(({ value }) => value).join());
		return await offered.catch(({ message }: Error) => message);
	}

	/** n8n’s own HTTP Request node with our credential. */
	async httpRequest(
		url: string,
		credential: StoredCredential,
		parameters: Parameters = {},
		others: Parameters = {},
	): Promise<Seen> {
		return await this.execute({
			name: 'HTTP Request',
			type: HTTP_REQUEST,
			typeVersion: 4.2,
			parameters: {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'venuePlatformApi',
				options: {},
				...parameters,
			},
			...('credentials' in others ? {} : { credential }),
			...others,
		});
	}

	async execute(...nodes: WorkflowNode[]): Promise<Seen> {
		const { id } = await this.begin(...nodes);
		return await this.ended(id, nodes.at(-1)!.name);
	}

	async begin(...nodes: WorkflowNode[]): Promise<{ id: string; workflow: StoredWorkflow }> {
		const workflow = await this.lab.workflows.create('Remedy', [start, ...nodes]);
		return { id: await this.lab.workflows.run(workflow, start.name), workflow };
	}

	async ended(id: string, node: string): Promise<Seen> {
		const { status, error, items, saved } = await this.lab.executions.ended(id, WITHIN_MS);
		const text = error ? `${error.message} — ${error.description ?? ''}` : saved;
		return { status, text, items: items(node) };
	}

	trigger(credential: StoredCredential, parameters: Parameters = {}): WorkflowNode {
		return trigger(credential, randomUUID(), parameters);
	}

	/** What n8n says when a user publishes the node; empty if that works. */
	async publish(node: WorkflowNode, workflow?: StoredWorkflow) {
		const { workflows } = this.lab;
		const known = workflow && (await workflows.read(workflow));
		const saved = await (known
			? workflows.update(known, known.name, [node])
			: workflows.create('Remedy', [node]));
		return { workflow: saved, says: await this.triggers.publicationError(saved) };
	}

	/** The messages of a workflow’s failed executions, once there are `count` or the time is over. */
	async failures(workflow: StoredWorkflow, count = 1, withinMs = TWO_POLLS_MS): Promise<string[]> {
		return await this.untilSo(count, withinMs, async () => {
			const all = await this.lab.executions.list(workflow);
			const failed = all.filter(({ status }) => status === 'error');
			const read = failed.map(async ({ id }) => await this.lab.executions.read(id));
			return (await Promise.all(read)).map(({ error }) => error?.message ?? '');
		});
	}

	/** The items of a workflow’s trigger, once there are `count` or the time is over. */
	async items(workflow: StoredWorkflow, node: string, count: number) {
		return await this.untilSo(count, TWO_POLLS_MS, async () => {
			const ended = (await this.lab.executions.list(workflow)).map(({ id }) => id);
			const read = ended.map(async (id) => await this.lab.executions.read(id));
			return (await Promise.all(read)).flatMap((execution) => execution.items(node));
		});
	}

	/** Waits until a poll has brought this about. */
	async waitFor(condition: () => Promise<boolean>): Promise<void> {
		await this.untilSo(1, TWO_POLLS_MS, async () => ((await condition()) ? [true] : []));
	}

	private async untilSo<T>(count: number, withinMs: number, look: () => Promise<T[]>) {
		const giveUpAt = Date.now() + withinMs;
		for (;;) {
			const seen = await look();
			if (seen.length >= count || Date.now() > giveUpAt) return seen;
			await sleep(1_000);
		}
	}
}
