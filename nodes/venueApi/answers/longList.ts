import { COST, costOf } from './jsonCost';

/** A list that may be long, and how much of it is wanted. */
export interface LongList {
	atMost: number;
	/** A name that the list may have in a response, besides the usual ones. */
	name: string;
	/** Which entries are kept; all of them by default. */
	isWanted?: (entry: unknown) => boolean;
	/** Removes entries that need not be kept any longer, and returns them. */
	prune?: (kept: unknown[]) => unknown[];
}

/** Drops entries while the list arrives, so they take no memory. */
export class Sieve {
	/** How many entries were not kept. */
	leftOut = 0;
	/** Estimated memory of what is kept. */
	cost = 0;
	private kept = 0;

	constructor(private readonly wanted: LongList) {}

	get isNeeded(): boolean {
		return this.wanted.isWanted !== undefined || this.wanted.prune !== undefined;
	}

	/** So far, `complete` entries have arrived as a whole. Returns whether any of them is new. */
	sift(list: unknown[], complete: number): boolean {
		if (complete === this.kept) return false;
		const { isWanted, prune } = this.wanted;
		const unfinished = list.splice(complete);
		for (const entry of list.splice(this.kept)) {
			if (isWanted && !isWanted(entry)) continue;
			list.push(entry);
			this.cost += COST.record + costOf(entry);
		}
		for (const entry of prune?.(list) ?? []) this.cost -= COST.record + costOf(entry);
		this.leftOut += complete - list.length;
		this.kept = list.length;
		for (const entry of unfinished) list.push(entry);
		return true;
	}
}
