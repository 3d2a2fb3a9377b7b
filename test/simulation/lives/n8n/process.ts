import type { INodeType } from 'n8n-workflow';
import { additionalDataFor } from '../../../engine/harness/additionalData';
import type { EngineParts, RouteRow } from '../../../engine/harness/engineParts';
import { TypeRegistry, type CredentialClass } from '../../../engine/harness/nodes/nodeTypes';
import { SavedWorkflows, type WorkflowRow } from '../../../engine/harness/storage/workflows';
import { type CredentialRows, ProcessCredentials } from '../../client/n8n/storedCredentials';
import { freshModules } from '../../core/freshModules';
import type { DueTimer } from '../../../venue/timerQueue';
import { dateThatTells } from '../../core/virtualTime';
import type { World } from '../world';
import type { Delivery } from './delivery';
import { observed } from './observed';
import { Publication } from './publication';
import { Slots } from './slots';

type NodeModule = Record<string, new () => INodeType>;

/** One error for all: a new one each time would cost as much as a call. */
const CANCELED = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
const NODES = ['VenuePlatformTrigger', 'VenuePlatformRecoveryTrigger'];
/**
 * A process of n8n from start to end: the real n8n-core and the n8n of the engine suite, with
 * modules of its own. Its memory ends with it.
 */
export class N8nProcess {
	readonly startedAt: number;
	/** Since when it has published and polled. */
	leadsSince: number;
	endedAt = Infinity;
	isLeaving = false;
	/** The next usual poll waits for its credential for ever. */
	hangs = false;
	readonly deliveries = new Set<Delivery>();
	readonly slots: Slots;
	readonly publication: Publication;
	private tellEnd = () => {};
	readonly ended = new Promise<void>((resolve) => (this.tellEnd = resolve));
	readonly parts: EngineParts;
	readonly credentials: ProcessCredentials;
	/** Node types by the names of their classes. */
	readonly nodeTypes: Record<string, string> = {};
	readonly load: (module: string) => object;
	private readonly timers = new Set<DueTimer>();

	constructor(
		readonly world: World,
		readonly index: number,
		readonly name: string,
	) {
		this.slots = new Slots(world.plan.n8n.slots);
		const startedAt = world.time.now();
		this.startedAt = startedAt;
		this.leadsSince = startedAt;
		this.load = freshModules(
			{
				Date: dateThatTells(() => this.clock()),
				performance: { now: () => world.time.now() - startedAt },
				sleep: async (ms, signal) => await this.sleep(ms, signal),
			},
			{ swaps: world.mutant?.swaps },
		);
		const types = new TypeRegistry();
		const { VenuePlatformApi } = this.load('credentials/VenuePlatformApi.credentials') as Record<
			string,
			CredentialClass
		>;
		types.addCredential(VenuePlatformApi);
		this.credentials = new ProcessCredentials(types, this.credentialRows(), name);
		for (const node of NODES) {
			const shipped = (this.load(`nodes/${node}/${node}.node`) as NodeModule)[node];
			const make = () => observed(world.mutated(new shipped()), this);
			// `new` returns what a constructor returns.
			const Observed = function () {
				return make();
			} as unknown as new () => INodeType;
			this.nodeTypes[node] = types.add(Observed);
		}
		this.parts = this.partsWith(types);
		this.publication = new Publication(world, this);
	}

	get isOver(): boolean {
		return this.endedAt < Infinity;
	}

	/** What the clock of this machine shows. */
	clock(): number {
		return this.world.time.now() + this.world.clockErrors[this.index];
	}

	after(ms: number, ring: () => void): DueTimer {
		const timer = this.world.time.after(ms, () => {
			this.timers.delete(timer);
			ring();
		});
		this.timers.add(timer);
		if (this.isOver) this.cancel(timer);
		return timer;
	}

	cancel(timer: DueTimer): void {
		this.world.time.cancel(timer);
		this.timers.delete(timer);
	}

	/** Never resolves if the process ends first. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const stop = () => {
				this.cancel(timer);
				reject(CANCELED);
			};
			const timer = this.after(ms, () => {
				signal?.removeEventListener('abort', stop);
				resolve();
			});
			if (signal?.aborted) stop();
			else signal?.addEventListener('abort', stop, { once: true });
		});
	}

	end(): void {
		this.endedAt = this.world.time.now();
		for (const timer of [...this.timers]) this.cancel(timer);
		for (const { line } of this.deliveries) line.cut();
		this.world.ends.push(this.endedAt);
		this.world.stays.interrupted(this);
		this.tellEnd();
	}

	/** The content of the database at this moment. A process that is gone gets no answer. */
	async read<T>(what: string, look: () => T): Promise<T> {
		const { database, time } = this.world;
		await this.sleep(database.latency(`read ${what} ${time.now()}`));
		const found = look();
		await this.sleep(database.latency(`have read ${what} ${time.now()}`));
		return found;
	}

	private partsWith(types: TypeRegistry): EngineParts {
		const { database, publicUrl } = this.world;
		const rows = {
			find: async (id: string) => await this.read(id, () => database.row(id)),
			get: async (id: string) => await this.read(id, () => database.row(id)),
			update: async (id: string, { staticData, ...changes }: Partial<WorkflowRow>) => {
				const { time } = this.world;
				if (staticData) await this.sleep(database.writtenByTrigger(id, staticData, this));
				await this.sleep(database.latency(`update ${id} ${time.now()}`));
				Object.assign(database.workflows.get(id)!, structuredClone(changes));
			},
		};
		const routes = {
			find: async (id: string) => await this.read(id, () => database.routes.get(id)),
			save: async (row: RouteRow) =>
				await this.read('route', () => void database.routes.set(row.id, row)),
			remove: async (id: string) => await this.read('route', () => void database.routes.delete(id)),
		};
		return {
			types,
			credentials: this.credentials,
			credentialRows: undefined,
			workflows: new SavedWorkflows(types, rows as never),
			routes,
			listeners: new Map(),
			executions: { add: (_id: string, execution: unknown) => execution },
			output: { record: () => {} },
			publicUrl,
			receiver: () => ({ url: publicUrl }),
			nextExecutionId: () => '1',
			acceptExecution: async () => {},
			additionalData: (more: object) => additionalDataFor(this.credentials, publicUrl, more),
			answersFirst: this.world.plan.n8n.isBefore28,
		} as unknown as EngineParts;
	}

	/** Reading a credential only takes time if a delivery waits for it: see `observed`. */
	private credentialRows(): CredentialRows {
		const { credentials } = this.world.database;
		return {
			find: async (id: string) => {
				if (this.isOver) await new Promise(() => {});
				return credentials.get(id);
			},
			update: async (id: string, changes: object) => {
				const row = credentials.get(id);
				if (row && !this.isOver) credentials.set(id, { ...row, ...changes });
			},
		} as unknown as CredentialRows;
	}
}
