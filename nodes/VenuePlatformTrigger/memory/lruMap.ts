interface Sizes {
	/** Entries that n8n stores with the workflow. */
	stored: number;
	/** Entries that only this process remembers, in addition. */
	older: number;
}

/** Entries in the order in which they were last put in; the oldest are forgotten first. */
export class LruMap<Value> {
	private readonly stored = new Map<string, Value>();
	private readonly older = new Map<string, Value>();

	/** Counts changes to what n8n stores. A change of the order alone does not count. */
	changes = 0;

	constructor(private readonly sizes: Sizes) {}

	get(key: string): Value | undefined {
		return this.stored.get(key) ?? this.older.get(key);
	}

	/** Returns the value of the oldest stored entry if that entry had to make room. */
	put(key: string, value: Value): { displaced?: Value } {
		if (this.stored.get(key) !== value) this.changes++;
		this.remove(key);
		this.stored.set(key, value);
		if (this.stored.size <= this.sizes.stored) return {};
		const [[oldestKey, oldestValue]] = this.stored;
		this.stored.delete(oldestKey);
		this.older.set(oldestKey, oldestValue);
		if (this.older.size > this.sizes.older) {
			const [forgottenKey] = this.older.keys();
			this.older.delete(forgottenKey);
		}
		return { displaced: oldestValue };
	}

	delete(key: string): void {
		if (this.stored.has(key)) this.changes++;
		this.remove(key);
	}

	deleteWhere(isOver: (value: Value) => boolean): void {
		for (const [key, value] of [...this.stored, ...this.older]) {
			if (isOver(value)) this.delete(key);
		}
	}

	isToBeStored(key: string): boolean {
		return this.stored.has(key);
	}

	get storedSize(): number {
		return this.stored.size;
	}

	/** What n8n stores, oldest first. */
	toBeStored(): IterableIterator<[string, Value]> {
		return this.stored.entries();
	}

	private remove(key: string): void {
		this.stored.delete(key);
		this.older.delete(key);
	}
}
