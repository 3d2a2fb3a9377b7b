import type { Writer } from '../n8n/database';
import type { Delivery } from '../n8n/delivery';
import type { Life } from '../n8n/life';
import type { Message } from '../story/story';

/** What static data holds, or should. */
export interface Contents {
	keys: ReadonlySet<string>;
	newest: ReadonlyMap<string, number>;
}

interface Mind {
	/** And since when. */
	keys: Map<string, number>;
	newest: Map<string, { date: number; since: number }>;
	takenBack: Set<string>;
}

/**
 * What a trigger without a flaw could know in each process: what this process has started itself, and
 * what it has read. A message that comes twice is forgiven only where it could not have been known.
 */
export class Knowledge {
	private readonly minds = new Map<Life, Mind>();
	private readonly landings = new Map<string, number[]>();
	private readonly overwriters = new Map<string, Writer>();
	/** Deliveries that should have saved what they knew. */
	readonly notSaved: Delivery[] = [];

	/** Says whether all that the process knows was stored. */
	learn(life: Life, { keys, newest }: Contents): boolean {
		const mind = this.mindOf(life);
		const isComplete =
			[...mind.keys.keys()].every((key) => keys.has(key)) &&
			[...mind.newest].every(([entity, { date }]) => (newest.get(entity) ?? -Infinity) >= date);
		for (const key of keys) if (!mind.takenBack.has(key)) noteKey(mind, key, life);
		for (const [entity, date] of newest) noteNewest(mind, entity, date, life);
		return isComplete;
	}

	/**
	 * Before this moment, or by what this delivery has read: the trigger has decided a moment before it
	 * says so, and what it has read for another one in between came too late.
	 */
	knows({ life, key, contents }: Delivery): boolean {
		const { keys, takenBack } = this.mindOf(life);
		const since = keys.get(key) ?? Infinity;
		return since < life.world.time.now() || (contents.keys.has(key) && !takenBack.has(key));
	}

	knowsNewer({ life, message, contents }: Delivery): boolean {
		const { entityKey, eventDate } = message;
		const newest = this.mindOf(life).newest.get(entityKey);
		if (newest && newest.date > eventDate && newest.since < life.world.time.now()) return true;
		return (contents.newest.get(entityKey) ?? -Infinity) > eventDate;
	}

	remember(life: Life, { name, entityKey, eventDate }: Message): void {
		const mind = this.mindOf(life);
		mind.takenBack.delete(name);
		noteKey(mind, name, life);
		if (life.world.story.skipOutdated) noteNewest(mind, entityKey, eventDate, life);
	}

	takeBack(life: Life, { name }: Message): void {
		const mind = this.mindOf(life);
		mind.keys.delete(name);
		mind.takenBack.add(name);
	}

	hasTakenBack(life: Life, { name }: Message): boolean {
		return this.mindOf(life).takenBack.has(name);
	}

	contentsOf(life: Life): Contents {
		const { keys, newest } = this.mindOf(life);
		return {
			keys: new Set(keys.keys()),
			newest: new Map([...newest].map(([entity, { date }]) => [entity, date])),
		};
	}

	leftOut(delivery: Delivery): void {
		this.notSaved.push(delivery);
	}

	/** Something was written over something. */
	landed(before: Contents, after: Contents, writer: Writer, at: number): void {
		for (const key of before.keys) if (!after.keys.has(key)) this.overwriters.set(key, writer);
		if (writer !== 'trigger') return;
		for (const key of after.keys) {
			const landings = this.landings.get(key);
			if (landings) landings.push(at);
			else this.landings.set(key, [at]);
		}
	}

	/** When it was first stored after this moment. */
	storedAt(key: string, after: number): number {
		return this.landings.get(key)?.find((at) => at >= after) ?? Infinity;
	}

	overwriterOf(key: string): Writer | undefined {
		return this.overwriters.get(key);
	}

	private mindOf(life: Life): Mind {
		const known = this.minds.get(life);
		if (known) return known;
		const mind: Mind = { keys: new Map(), newest: new Map(), takenBack: new Set() };
		this.minds.set(life, mind);
		return mind;
	}
}

function noteKey({ keys }: Mind, key: string, life: Life): void {
	if (!keys.has(key)) keys.set(key, life.world.time.now());
}

function noteNewest({ newest }: Mind, entity: string, date: number, life: Life): void {
	const known = newest.get(entity);
	if (known && known.date >= date) return;
	newest.set(entity, { date, since: life.world.time.now() });
}
