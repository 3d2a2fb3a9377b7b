import type { INode, INodeParameters } from 'n8n-workflow';
import type { Random } from '../../core/random';
import type { N8nProcess } from '../n8n/process';
import type { Failure } from '../n8n/publication';
import type { PlannedNode } from '../story/plan';
import type { World } from '../world';

interface Draft {
	id: string;
	nodes: INode[];
	/** What the users want. */
	isPublished: boolean;
}

const RECOVERY = 'VenuePlatformRecoveryTrigger';
const WEBHOOK = 'VenuePlatformTrigger';
const EVENTS = ['final', 'attempt', 'growth', 'switchedOff', 'booking'];

/** The users in the editor: their drafts, and what they do with them, one after the other. */
export class Users {
	drafts: Draft[] = [];
	private numbers = 0;
	private last: Promise<unknown> = Promise.resolve();
	private endTurn = () => {};

	constructor(private readonly world: World) {}

	/** Like a user who exports the workflows of another n8n and imports them here. */
	import(from: Users, named: string): void {
		this.addRecords(named);
		this.addDrafts(structuredClone(from.drafts));
		this.numbers = from.numbers;
	}

	/** The workflows and credentials of a copied database. */
	takeOver({ drafts }: Pick<ReturnType<Users['copy']>, 'drafts'>): void {
		this.drafts = structuredClone(drafts);
	}

	/** Workflows and credentials at the beginning of the life. */
	begin(): void {
		this.addRecords('client');
		this.addDrafts(
			this.world.plan.workflows.map((nodes, index) => ({
				id: `workflow ${index}`,
				nodes: nodes.map((node) => this.nodeFrom(node)),
				isPublished: true,
			})),
		);
	}

	private addRecords(named: string): void {
		const { plan, venues } = this.world;
		plan.records.forEach(({ venue, apiKey }, index) => {
			const client = { clientId: `${named}-${index}`, clientSecret: `secret-${index}-${venue}` };
			venues[venue].addCredentials(client);
			this.writeRecord(`record ${index}`, {
				baseUrl: `https://${venues[venue].host}`,
				...client,
				webhookApiKey: apiKey,
				requestsPerMinute: plan.requestsPerMinute,
			});
		});
	}

	private addDrafts(drafts: Draft[]): void {
		this.drafts = drafts;
		for (const { id } of this.drafts) {
			this.world.database.workflows.set(id, {
				...{ id, name: id, nodes: [], connections: {}, active: false, staticText: 'null' },
				settings: { executionOrder: 'v1' },
			});
		}
	}

	/** One after the other, and only while n8n runs. */
	async inTurn(work: () => Promise<void>): Promise<void> {
		const turn = this.last.then(async () => {
			const pause = this.world.plan.n8n.hasSeveralMains ? 1_000 : 10 * 60_000;
			while (!this.world.main || this.world.main.isLeaving) await this.world.time.sleep(pause);
			const { main } = this.world;
			const ended = new Promise<void>((resolve) => (this.endTurn = resolve));
			await Promise.race([work(), main.ended, ended]);
		});
		this.last = turn;
		await turn;
	}

	async publish(draft: Draft): Promise<Failure[]> {
		draft.isPublished = true;
		const { publication } = await this.main();
		const failures = await publication.publish(draft.id, structuredClone(draft.nodes));
		for (const { node, text } of failures) {
			this.world.log('publishing', `“${node.name}” of ${draft.id}: ${text}`);
			this.world.seen('publishing fails');
		}
		return failures;
	}

	async unpublish(draft: Draft): Promise<void> {
		draft.isPublished = false;
		const { publication } = await this.main();
		await publication.unpublish(draft.id);
	}

	/** Between two leaders, n8n keeps what the user wants. If the process ends, so does the action. */
	private async main(): Promise<N8nProcess> {
		const { endTurn } = this;
		while (!this.world.main) await this.world.time.sleep(1_000);
		const { main } = this.world;
		void main.ended.then(endTurn);
		return main;
	}

	/** The content of the credential as it is stored. */
	readRecord(record: string): Record<string, string> {
		return JSON.parse(this.world.database.credentials.get(record)!.data) as Record<string, string>;
	}

	/** Like the credential dialog: writes the whole record, and keeps hidden fields. */
	writeRecord(record: string, changes: Record<string, unknown>): void {
		const { credentials } = this.world.database;
		const before = credentials.get(record)?.data;
		const data = JSON.stringify({ ...(before ? (JSON.parse(before) as object) : {}), ...changes });
		credentials.set(record, { id: record, name: record, type: 'venuePlatformApi', data });
		this.world.stays.recordEdited(record);
	}

	/** The venue has issued new secrets since the backup. */
	enterSecretsAgain(): void {
		for (const record of this.world.database.credentials.keys()) {
			const { clientId, clientSecret } = this.readRecord(record);
			const atVenue = this.world.venues[this.world.venueOf(record)].clients.find(clientId)!;
			if (atVenue.clientSecret !== clientSecret) {
				this.writeRecord(record, { clientSecret: atVenue.clientSecret });
			}
		}
	}

	nodeFrom({ kind, record, events, options, refetchBookings }: PlannedNode): INode {
		const number = ++this.numbers;
		const isWebhook = kind === 'webhook';
		const parameters: INodeParameters = isWebhook
			? { events, authentication: 'apiKey', options: options as INodeParameters }
			: {
					...{ events, minimumAttempt: 5, growthThreshold: 1, refetchBookings },
					options: options as INodeParameters,
				};
		return {
			id: `node-${number}`,
			name: `${isWebhook ? 'Trigger' : 'Recovery'} ${number}`,
			type: this.world.everyProcess[0].nodeTypes[isWebhook ? WEBHOOK : RECOVERY],
			typeVersion: isWebhook ? 1.1 : 1,
			position: [0, 0],
			parameters,
			credentials: { venuePlatformApi: { id: `record ${record}`, name: `record ${record}` } },
			...(isWebhook ? { webhookId: `webhook-${number}` } : {}),
		};
	}

	/** Like a user who copies a node: n8n gives it new IDs. */
	copyOf(node: INode): INode {
		const number = ++this.numbers;
		return {
			...structuredClone(node),
			id: `node-${number}`,
			name: `${node.name.split(' ')[0]} ${number}`,
			...(node.webhookId ? { webhookId: `webhook-${number}` } : {}),
		};
	}

	isWebhook({ webhookId }: INode): boolean {
		return webhookId !== undefined;
	}

	otherEvents(node: INode, draw: Random, adds: boolean): string[] | undefined {
		const chosen = [node.parameters.events].flat() as string[];
		if (this.isWebhook(node)) return undefined;
		if (!adds) {
			const gone = draw.pick(chosen);
			return chosen.length > 1 ? chosen.filter((event) => event !== gone) : undefined;
		}
		const others = EVENTS.filter((event) => !chosen.includes(event));
		return others.length > 0 ? [...chosen, draw.pick(others)] : undefined;
	}

	copy() {
		return structuredClone({ drafts: this.drafts, stays: this.world.stays.all });
	}

	restore({ drafts, stays }: ReturnType<Users['copy']>): void {
		this.drafts = structuredClone(drafts);
		this.world.stays.all = structuredClone(stays);
	}
}
