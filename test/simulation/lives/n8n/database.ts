import type { IDataObject } from 'n8n-workflow';
import type { WorkflowRow } from '../../../engine/harness/storage/workflows';
import type { CredentialRow } from '../../../engine/harness/credentials/credentialsHelper';
import type { RouteRow } from '../../../engine/harness/engineParts';
import type { World } from '../world';
import type { N8nProcess } from './process';
import type { Contents } from '../rules/knowledge';

/** A workflow as it is stored: the published version of its nodes. */
interface StoredWorkflow extends Omit<WorkflowRow, 'staticData'> {
	staticText: string;
}

/** What the static data contained when n8n read it: for a poll, at the start of its workflow. */
const READ = Symbol('read');

type ReadData = IDataObject & { [READ]?: Contents };

/** What overwrote the static data. */
export type Writer = 'trigger' | 'poller' | 'execution';

interface Written {
	writer: Writer;
	/** What a trigger without flaws would have stored. */
	contents: Contents;
}

/**
 * What all processes of one n8n share. Reading and writing take time, the last writer wins, and a
 * write is completed even if the process that sent it is gone.
 */
export class Database {
	readonly workflows = new Map<string, StoredWorkflow>();
	readonly credentials = new Map<string, CredentialRow>();
	readonly routes = new Map<string, RouteRow>();
	private lastWriteAt = 0;
	private readonly writes: Array<{ id: string; at: number }> = [];
	private readonly lastByTrigger = new Map<N8nProcess, number>();

	constructor(private readonly world: World) {}

	/** How long the operation with this name takes. */
	latency(name: string): number {
		const { dice, plan } = this.world;
		return dice.of(`database ${name}`).scaled(1, plan.weather.slowDatabase ? 2_000 : 20);
	}

	row(id: string): WorkflowRow {
		const { staticText, ...row } = this.workflows.get(id)!;
		const staticData = JSON.parse(staticText) as ReadData | null;
		if (staticData) staticData[READ] = this.world.knowledge.stored(id);
		return { ...row, staticData };
	}

	/** Each delivery has its own copy of the data, which may lack what another one stores at once. */
	writtenByTrigger(id: string, staticData: ReadData, process: N8nProcess): number {
		const { time, knowledge } = this.world;
		if (this.lastByTrigger.get(process) === time.now()) knowledge.storedAtOnce(process, id);
		this.lastByTrigger.set(process, time.now());
		const contents = knowledge.contentsOf(process, id, staticData[READ]);
		return this.write(id, staticData, { writer: 'trigger', contents });
	}

	/** Returns how long it takes until the data is written. */
	write(id: string, staticData: unknown, { writer, contents }: Written): number {
		const { time, plan, knowledge, ledger } = this.world;
		const earliest = time.now() + this.latency(`write ${id} ${time.now()}`);
		// SQLite has one writer; PostgreSQL is written to through several connections.
		const at = plan.n8n.hasOneWriter ? Math.max(earliest, this.lastWriteAt + 1) : earliest;
		this.lastWriteAt = at;
		const staticText = JSON.stringify(staticData);
		time.after(at - time.now(), () => {
			const row = this.workflows.get(id);
			if (!row) return;
			row.staticText = staticText;
			this.writes.push({ id, at: time.now() });
			knowledge.landed(id, contents, writer);
			ledger.sized(id, staticText);
		});
		return at - time.now();
	}

	wasWritten(id: string, { from, to }: { from: number; to: number }): boolean {
		return this.writes.some((write) => write.id === id && write.at >= from && write.at <= to);
	}

	copy() {
		return structuredClone({
			workflows: this.workflows,
			credentials: this.credentials,
			routes: this.routes,
		});
	}

	restore(copy: ReturnType<Database['copy']>): void {
		for (const name of ['workflows', 'credentials', 'routes'] as const) {
			const [table, old] = [this[name], structuredClone(copy[name])] as Array<Map<string, unknown>>;
			table.clear();
			for (const [id, row] of old) table.set(id, row);
		}
	}
}
