interface Sizes {
	/** Entries that n8n stores with the workflow. */
	stored: number;
	/** Entries that only this process remembers, in addition. */
	older: number;
}

/** Keeps what n8n does not store of all these maps to a number. The fullest gives way first. */
export function shareRoom(maps: Array<StoredAndOlder<unknown>>, entries: number): void {
	let excess = maps.reduce((sum, map) => sum + map.notStored, 0) - entries;
	for (; excess > 0; excess--) {
		maps.reduce((most, map) => (map.notStored > most.notStored ? map : most)).forgetOldest();
	}
}

/** Entries in the order in which they were last put in; the oldest are forgotten first. */
export class StoredAndOlder<Value> {
	/** What n8n stores, oldest first. */
	readonly stored = new Map<string, Value>();
	private readonly older = new Map<string, Value>();

	constructor(private readonly sizes: Sizes) {}

	get(key: string): Value | undefined {
		return this.stored.get(key) ?? this.older.get(key);
	}

	put(key: string, value: Value): void {
		this.delete(key);
		this.stored.set(key, value);
		if (this.stored.size <= this.sizes.stored) return;
		const [[oldestKey, oldestValue]] = this.stored;
		this.stored.delete(oldestKey);
		this.older.set(oldestKey, oldestValue);
		if (this.older.size > this.sizes.older) this.forgetOldest();
	}

	/** How many entries only this process remembers. */
	get notStored(): number {
		return this.older.size;
	}

	/** Of those that are not stored. */
	forgetOldest(): void {
		const [key] = this.older.keys();
		this.older.delete(key);
	}

	delete(key: string): void {
		this.stored.delete(key);
		this.older.delete(key);
	}
}
