import { DEFAULT_EXPORT_RULES } from '../../../venue/limits/exports';
import type { LimitRule } from '../../../venue/limits/limits';

const { bulkCooldownSeconds, revenueActivityBurst, revenueActivityCooldownSeconds } =
	DEFAULT_EXPORT_RULES;

/** The document does not show the span of a burst: a longer one than that of the other venue. */
const BURST_MS = 10 * 60_000;

/** A limit of the document: so many in a while, and how long it is closed then. */
export class Limit {
	private readonly taken = new Map<string, number[]>();
	private readonly closedUntil = new Map<string, number>();

	constructor(private readonly rule: LimitRule) {}

	/** How long the caller has to stay away; undefined if it may go on. */
	take(key: string, now: number, byOthers = 0): number | undefined {
		const closed = (this.closedUntil.get(key) ?? 0) - now;
		if (closed > 0) return closed;
		const { requests, perSeconds, cooldownSeconds } = this.rule;
		const times = (this.taken.get(key) ?? []).filter((time) => time > now - perSeconds * 1000);
		this.taken.set(key, times);
		if (times.length + byOthers >= requests) {
			this.closedUntil.set(key, now + cooldownSeconds * 1000);
			return cooldownSeconds * 1000;
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
		if (left === undefined) this.nextAt.set(key, now + bulkCooldownSeconds * 1000);
		return left;
	}

	/** Revenue activity of a venue: several in a short time close it for a day. */
	takeRevenue(key: string, now: number): number | undefined {
		const left = this.left(key, now);
		if (left !== undefined) return left;
		const recent = (this.bursts.get(key) ?? []).filter((time) => time > now - BURST_MS);
		recent.push(now);
		this.bursts.set(key, recent);
		if (recent.length <= revenueActivityBurst.requests) return undefined;
		this.nextAt.set(key, now + revenueActivityCooldownSeconds * 1000);
		return revenueActivityCooldownSeconds * 1000;
	}

	left(key: string, now: number): number | undefined {
		const left = (this.nextAt.get(key) ?? 0) - now;
		return left > 0 ? left : undefined;
	}
}
