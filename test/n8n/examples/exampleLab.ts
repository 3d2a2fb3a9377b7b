import { setTimeout as sleep } from 'node:timers/promises';

import { readExample, type Example, type ExampleNode } from '../../examples/examples';
import { imported, isOurs } from '../../examples/imported';
import type { Items } from '../../examples/page';
import type { SimulatedVenue, VenueOptions } from '../../venue';
import { packedPackage } from '../fixtures/packedPackage';
import { until } from '../fixtures/until';
import { venueBeside } from '../fixtures/venueBeside';
import { startLab, type Lab, type LabPlan } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import type { Execution } from '../lab/rest/executions';
import type { StoredWorkflow } from '../lab/rest/workflows';
import { documentOf, ExampleApps } from './exampleApps';
import { FileStore } from './fileStore';

const LONGEST_RUN_MS = 600_000;
/** A busy machine must not change what the venue sees. */
const LONG_TIMEOUT = { delivery: { timeoutMs: 120_000 } };
const FIRST_ASK_MS = 25;
const ASK_MS = 500;
const SET_UP = 'Set Up Once';

type CredentialOf = (node: ExampleNode) => StoredCredential | undefined;

/** An example as a user has imported it. */
export interface Imported {
	workflow: StoredWorkflow;
	definition: {
		nodes: Array<{ name: string; type: string; webhookId?: string }>;
		connections?: Record<string, unknown>;
	};
}

/** A venue on the platform, and the credential that n8n has for it. */
export interface Venue {
	account: SimulatedVenue['accounts'][string];
	credential: StoredCredential;
}

/** A real n8n with the examples, and a venue for each. */
export class ExampleLab {
	private constructor(
		readonly n8n: Lab,
		readonly platform: SimulatedVenue,
		readonly apps: ExampleApps,
		/** Where the files of exports lie. */
		readonly files: FileStore,
		/** A platform whose bookings have IDs in place of the guest and the product. */
		readonly live: SimulatedVenue,
	) {}

	static async open(
		mode: LabPlan['mode'] = 'regular',
		settings: Record<string, string> = {},
		{ venue, ...plan }: Partial<LabPlan> & { venue?: VenueOptions } = {},
	): Promise<ExampleLab> {
		const apps = await ExampleApps.start();
		const environment = { ...apps.environment, ...settings };
		const n8n = await startLab({ mode, tarball: packedPackage(), environment, ...plan });
		await apps.openAccounts(n8n.credentials, () => n8n.clock.now());
		const platform = await venueBeside(n8n, { ...LONG_TIMEOUT, ...venue });
		const live = await venueBeside(n8n, { ...LONG_TIMEOUT, profile: 'live' });
		return new ExampleLab(n8n, platform, apps, await FileStore.start(), live);
	}

	async close(): Promise<void> {
		await this.platform.stop();
		await this.live.stop();
		await this.n8n.stop();
		await this.apps.stop();
		await this.files.stop();
	}

	/** A new venue; the credential has its name. */
	async addVenue(name: string, webhookApiKey = '', platform = this.platform): Promise<Venue> {
		const credentials = platform.addVenue(name);
		const data = { baseUrl: platform.baseUrl, ...credentials, webhookApiKey };
		const credential = await this.n8n.credentials.create('venuePlatformApi', data, name);
		return { account: platform.accounts[name], credential };
	}

	/**
	 * Imports an example as its notes say, with accounts at the apps and a document. Its schedules
	 * run only when the test starts them.
	 */
	async import(
		name: string,
		credentialOf: CredentialOf,
		change: (example: Example) => Example = (example) => example,
	): Promise<Imported> {
		this.apps.prepare(name);
		const example = change(readExample(name));
		const nodes = example.nodes
			.map(onlyByHand)
			.map((node) => withChoices(withDocument(node, name)));
		return await this.importDefinition(
			imported({ ...example, nodes }, (node) => credentialOf(node) ?? this.apps.accountFor(node)),
		);
	}

	/** The same for a workflow that a user imported in the editor, with its schedules as they are. */
	async fillIn(
		workflow: StoredWorkflow,
		name: string,
		credentialOf: CredentialOf,
		change: (example: Example) => Example = (example) => example,
	): Promise<Imported> {
		this.apps.prepare(name);
		const saved = await this.n8n.workflows.read(workflow);
		const { nodes, connections } = change(saved as unknown as Example);
		const chosen = nodes.map((node) => {
			const credential = credentialOf(node) ?? this.apps.accountFor(node);
			return {
				...withChoices(withDocument(node, name)),
				...(credential && {
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				}),
			};
		});
		const { versionId } = saved;
		const filledIn = { nodes: chosen, connections, versionId };
		return {
			workflow: await this.save('PATCH', `/rest/workflows/${workflow.id}`, filledIn),
			definition: { nodes: chosen },
		};
	}

	async importDefinition(definition: Imported['definition']): Promise<Imported> {
		const workflow = await this.save('POST', '/rest/workflows', definition);
		return { workflow, definition };
	}

	/** Publishes, and waits until the venue has the webhook. */
	async publish({ workflow, definition }: Imported): Promise<void> {
		const subscribed = () =>
			[this.platform, this.live]
				.flatMap(({ accounts }) => Object.values(accounts))
				.flatMap(({ webhooks }) => webhooks.all()).length;
		const triggers = definition.nodes.filter(
			({ type, webhookId }) => webhookId && isOurs({ type }),
		);
		const expected = subscribed() + triggers.length;
		await this.n8n.workflows.publish(workflow);
		await until(() => subscribed() === expected);
		for (const { webhookId } of triggers) {
			await this.n8n.untilRouted(`${webhookId}/venue-platform`);
		}
	}

	/** Runs the workflow from this trigger, like the button in the editor. */
	async run({ workflow }: Imported, trigger: string): Promise<void> {
		const id = await this.n8n.workflows.run(workflow, trigger);
		await this.n8n.executions.ended(id, LONGEST_RUN_MS);
	}

	/** The first step of the notes in most examples. */
	async setUp(example: Imported): Promise<void> {
		const hasSetUp = example.definition.nodes.some(({ name }) => name === SET_UP);
		if (hasSetUp) await this.run(example, SET_UP);
	}

	/**
	 * One execution has soon ended. Many are rarely asked for, because each poll costs n8n time that
	 * they need.
	 */
	async untilIdle({ workflow }: Imported): Promise<void> {
		let ms = FIRST_ASK_MS;
		while ((await this.n8n.executions.count(workflow, 'new', 'running')) > 0) {
			await sleep(ms);
			ms = Math.min(2 * ms, ASK_MS);
		}
	}

	/** The rows of a data table, read by n8n's own node. */
	async rowsOf(table: string): Promise<Items> {
		return await this.atTable(table, { operation: 'get', returnAll: true });
	}

	async addRow(table: string, value: Record<string, string>): Promise<void> {
		const schema = Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' }));
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
		await this.atTable(table, { operation: 'insert', columns });
	}

	private async atTable(table: string, parameters: Record<string, unknown>): Promise<Items> {
		const dataTableId = { __rl: true, mode: 'name', value: table };
		const workflow = await this.n8n.workflows.create(`Rows of ${table}`, [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Rows',
				type: 'n8n-nodes-base.dataTable',
				typeVersion: 1.1,
				parameters: { ...parameters, dataTableId },
			},
		]);
		const id = await this.n8n.workflows.run(workflow, 'Start');
		return (await this.n8n.executions.ended(id)).items('Rows');
	}

	/** The same with items that a user has pinned to the trigger. */
	async runWith(
		{ workflow, definition }: Imported,
		trigger: string,
		items: object[],
	): Promise<Execution> {
		const { versionId } = await this.n8n.workflows.read(workflow);
		const pinned = await this.save('PATCH', `/rest/workflows/${workflow.id}`, {
			...definition,
			pinData: { [trigger]: items.map((json) => ({ json })) },
			versionId,
		});
		const id = await this.n8n.workflows.run(pinned, trigger);
		return await this.n8n.executions.ended(id, LONGEST_RUN_MS);
	}

	/** What the nodes returned in all executions, after this many have succeeded. */
	async items({ workflow, definition }: Imported, count: number): Promise<Record<string, Items>> {
		const { executions } = this.n8n;
		await until(async () => (await executions.list(workflow)).length >= count);
		await until(async () => await executions.haveEnded(workflow));
		const ids = (await executions.list(workflow)).map(({ id }) => Number(id));
		const inOrder = ids.sort((one, other) => one - other).map(String);
		const all = await Promise.all(inOrder.map(async (id) => await executions.read(id)));
		expect(all.map(({ status, error }) => error?.message ?? status)).toEqual(
			Array.from({ length: count }, () => 'success'),
		);
		return Object.fromEntries(
			definition.nodes.map(({ name }) => [name, all.flatMap(({ items }) => items(name))]),
		);
	}

	private async save(method: 'POST' | 'PATCH', path: string, definition: object) {
		return await this.n8n.session.call<StoredWorkflow>(method, path, definition);
	}
}

/** Otherwise n8n would start it by the system clock while the test counts executions. */
function onlyByHand(node: ExampleNode): ExampleNode {
	if (!node.type.endsWith('.scheduleTrigger')) return node;
	const never = { field: 'cronExpression', expression: '0 0 29 2 1' };
	return { ...node, parameters: { rule: { interval: [never] } } };
}

const entered = (value: string) => ({ __rl: true, mode: 'id', value });

/** What the lists of the app offer. */
const CHOICES: Record<string, unknown> = {
	calendar: entered('bookings@example.test'),
	channelId: entered('19:bookings@thread.tacv2'),
	list: 'audience',
	teamId: entered('00000000-0000-4000-8000-0000000000aa'),
};

/** Chooses in each list in which nothing is chosen. */
function withChoices(node: ExampleNode): ExampleNode {
	const isOpen = (value: unknown) => value === '' || (value as { value?: unknown }).value === '';
	const chosen = Object.entries(node.parameters).map(([name, value]) =>
		name in CHOICES && isOpen(value) ? [name, CHOICES[name]] : [name, value],
	);
	return { ...node, parameters: Object.fromEntries(chosen) as ExampleNode['parameters'] };
}

function withDocument(node: ExampleNode, example: string): ExampleNode {
	if (!('documentId' in node.parameters)) return node;
	const documentId = { __rl: true, mode: 'id', value: documentOf(example) };
	return { ...node, parameters: { ...node.parameters, documentId } };
}
