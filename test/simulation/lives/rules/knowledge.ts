import type { Writer } from '../n8n/database';
import type { Delivery } from '../n8n/delivery';
import type { N8nProcess } from '../n8n/process';
import { isOrderedBy } from '../venue/message';

/** What static data contains, or should contain. */
export interface Contents {
	keys: ReadonlySet<string>;
	newest: ReadonlyMap<string, number>;
}

interface Mind {
	/** The value is the time since when it is known. */
	keys: Map<string, number>;
	newest: Map<string, { date: number; since: number }>;
	takenBack: Set<string>;
}

const NOTHING: Contents = { keys: new Set(), newest: new Map() };

/**
 * What a trigger without flaws could know in each process: what this process has started, and what
 * it has read. A repeated message is only excused if it could not be known.
 */
export class Knowledge {
	private readonly minds = new Map<N8nProcess, Map<string, Mind>>();
	private readonly landings = new Map<string, number[]>();
	private readonly overwriters = new Map<string, Writer>();
	private readonly atOnce = new Set<string>();
	private inDatabase = new Map<string, Contents>();
	/** Deliveries that should have saved what they knew. */
	readonly notSaved: Delivery[] = [];

	constructor(private readonly now: () => number) {}

	/** What the workflow's static data should contain by now. */
	stored(workflowId: string): Contents {
		return this.inDatabase.get(workflowId) ?? NOTHING;
	}

	/** Returns whether everything that the process knows was stored. */
	learn(process: N8nProcess, workflowId: string, { keys, newest }: Contents): boolean {
		const mind = this.mindOf(process, workflowId);
		const isComplete =
			[...mind.keys.keys()].every((key) => keys.has(key)) &&
			[...mind.newest].every(([entity, { date }]) => (newest.get(entity) ?? -Infinity) >= date);
		for (const key of keys) if (!mind.takenBack.has(key)) this.noteKey(mind, key);
		for (const [entity, date] of newest) this.noteNewest(mind, entity, date);
		return isComplete;
	}

	/**
	 * Known before this moment, or from what this delivery has read. The trigger decides a moment
	 * before it reports, so what another delivery reads in between comes too late.
	 */
	knows({ process, workflowId, key, contents }: Delivery): boolean {
		const { keys, takenBack } = this.mindOf(process, workflowId);
		const since = keys.get(key) ?? Infinity;
		return since < this.now() || (contents.keys.has(key) && !takenBack.has(key));
	}

	knowsNewer({ process, workflowId, message, contents }: Delivery): boolean {
		if (!isOrderedBy(message, this.now())) return false;
		const entity = entityOf(message);
		const newest = this.mindOf(process, workflowId).newest.get(entity);
		if (newest && newest.date > message.eventDate && newest.since < this.now()) return true;
		return (
			(contents.newest.get(entity) ?? -Infinity) > message.eventDate &&
			!this.mayHaveBeenLeftOut(entity)
		);
	}

	remember({ process, workflowId, message, skipsOutdated }: Delivery): void {
		const mind = this.mindOf(process, workflowId);
		mind.takenBack.delete(message.name);
		this.noteKey(mind, message.name);
		if (skipsOutdated && isOrderedBy(message, this.now()))
			this.noteNewest(mind, entityOf(message), message.eventDate);
	}

	takeBack({ process, workflowId, key }: Delivery): void {
		const mind = this.mindOf(process, workflowId);
		mind.keys.delete(key);
		mind.takenBack.add(key);
	}

	hasTakenBack({ process, workflowId, key }: Delivery): boolean {
		return this.mindOf(process, workflowId).takenBack.has(key);
	}

	/** What the process stores: what it knows, and what it has read of the data that it writes to. */
	contentsOf(process: N8nProcess, workflowId: string, read = NOTHING): Contents {
		const { keys, newest, takenBack } = this.mindOf(process, workflowId);
		const dates = new Map(read.newest);
		for (const [entity, { date }] of newest) {
			dates.set(entity, Math.max(date, dates.get(entity) ?? date));
		}
		const stored = [...read.keys].filter((key) => !takenBack.has(key));
		return { keys: new Set([...stored, ...keys.keys()]), newest: dates };
	}

	leftOut(delivery: Delivery): void {
		this.notSaved.push(delivery);
	}

	/** Some data was overwritten. */
	landed(workflowId: string, after: Contents, writer: Writer): void {
		for (const key of this.stored(workflowId).keys) {
			if (!after.keys.has(key)) this.overwriters.set(key, writer);
		}
		this.inDatabase.set(workflowId, after);
		if (writer !== 'trigger') return;
		for (const key of after.keys) {
			const landings = this.landings.get(key);
			if (landings) landings.push(this.now());
			else this.landings.set(key, [this.now()]);
		}
	}

	/** What this process has learned in this millisecond, of two copies that it stores. */
	storedAtOnce(process: N8nProcess, workflowId: string): void {
		const { keys, newest } = this.mindOf(process, workflowId);
		for (const [key, since] of keys) if (since === this.now()) this.atOnce.add(key);
		for (const [entity, { since }] of newest) if (since === this.now()) this.atOnce.add(entity);
	}

	mayHaveBeenLeftOut(keyOrEntity: string): boolean {
		return this.atOnce.has(keyOrEntity);
	}

	/** When it was first stored after this time. */
	storedAt(key: string, after: number): number {
		return this.landings.get(key)?.find((at) => at >= after) ?? Infinity;
	}

	overwriterOf(key: string): Writer | undefined {
		return this.overwriters.get(key);
	}

	copy(): Map<string, Contents> {
		return new Map(this.inDatabase);
	}

	restore(copy: Map<string, Contents>): void {
		this.inDatabase = new Map(copy);
	}

	private mindOf(process: N8nProcess, workflowId: string): Mind {
		const ofProcess = this.minds.get(process) ?? new Map<string, Mind>();
		this.minds.set(process, ofProcess);
		const mind = ofProcess.get(workflowId) ?? {
			keys: new Map(),
			newest: new Map(),
			takenBack: new Set(),
		};
		ofProcess.set(workflowId, mind);
		return mind;
	}

	private noteKey({ keys }: Mind, key: string): void {
		if (!keys.has(key)) keys.set(key, this.now());
	}

	private noteNewest({ newest }: Mind, entity: string, date: number): void {
		const known = newest.get(entity);
		if (known && known.date >= date) return;
		newest.set(entity, { date, since: this.now() });
	}
}

function entityOf({ url, entity }: Delivery['message']): string {
	return `${url} ${entity}`;
}
