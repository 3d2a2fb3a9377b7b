interface Sizes {
	/** Entries that n8n stores with the workflow. */
	stored: number;
	/** Entries that only this process remembers, in addition. */
	older: number;
}

/** Keeps the older entries of all these maps to a number. The map with most of them gives way first. */
export function limitOlder(maps: Array<StoredAndOlder<unknown>>, atMost: number): void {
	let excess = maps.reduce((sum, map) => sum + map.olderCount, 0) - atMost;
	for (; excess > 0; excess--) {
		maps.reduce((most, map) => (map.olderCount > most.olderCount ? map : most)).forgetOldest();
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

	get olderCount(): number {
		return this.older.size;
	}

	/** Of the older ones. */
	forgetOldest(): void {
		const [key] = this.older.keys();
		this.older.delete(key);
	}

	delete(key: string): void {
		this.stored.delete(key);
		this.older.delete(key);
	}
}
