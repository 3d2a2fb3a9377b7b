/** A map of limited size: it drops the entry that was set or read longest ago. */
export class RecentMap<Value> {
	private readonly entries = new Map<string, Value>();

	constructor(private readonly most: number) {}

	get(key: string): Value | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.most) this.entries.delete(oldest);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
