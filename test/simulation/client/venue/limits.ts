const MINUTE_MS = 60_000;

/** A limit of section 8 of the API document: so many a minute, and how long it is closed then. */
export class Limit {
	private readonly taken = new Map<string, number[]>();
	private readonly closedUntil = new Map<string, number>();

	constructor(
		private readonly perMinute: number,
		private readonly cooldownMs: number,
	) {}

	/** How long the caller has to stay away; undefined if it may go on. */
	take(key: string, now: number, byOthers = 0): number | undefined {
		const closed = (this.closedUntil.get(key) ?? 0) - now;
		if (closed > 0) return closed;
		const times = (this.taken.get(key) ?? []).filter((time) => time > now - MINUTE_MS);
		this.taken.set(key, times);
		if (times.length + byOthers >= this.perMinute) {
			this.closedUntil.set(key, now + this.cooldownMs);
			return this.cooldownMs;
		}
		times.push(now);
		return undefined;
	}

	/** Whether a call would be let through, with a place to spare. */
	isOpen(key: string, now: number): boolean {
		return (this.closedUntil.get(key) ?? 0) <= now;
	}
}

/** Exports that are given out once in several hours. */
export class Exports {
	private readonly nextAt = new Map<string, number>();
	private readonly bursts = new Map<string, number[]>();

	/** One data set of a venue: about six hours. */
	takeDataSet(key: string, now: number): number | undefined {
		const left = this.left(key, now);
		if (left === undefined) this.nextAt.set(key, now + 6 * 60 * MINUTE_MS);
		return left;
	}

	/** Revenue activity of a venue: several in a short time close it for a day. */
	takeRevenue(key: string, now: number): number | undefined {
		const left = this.left(key, now);
		if (left !== undefined) return left;
		const recent = (this.bursts.get(key) ?? []).filter((time) => time > now - 10 * MINUTE_MS);
		recent.push(now);
		this.bursts.set(key, recent);
		if (recent.length <= 3) return undefined;
		this.nextAt.set(key, now + 24 * 60 * MINUTE_MS);
		return 24 * 60 * MINUTE_MS;
	}

	left(key: string, now: number): number | undefined {
		const left = (this.nextAt.get(key) ?? 0) - now;
		return left > 0 ? left : undefined;
	}
}
