import { COST, costOf } from './jsonCost';

/** A list that may be long, and how much of it is wanted. */
export interface LongList {
	atMost: number;
	/** What the list may be called in an answer, beside the usual names. */
	name: string;
	/** Which of its entries are kept: all of them unless given. */
	isWanted?: (entry: unknown) => boolean;
	/** Takes out of what is kept so far what need not be kept any longer, and returns it. */
	prune?: (kept: unknown[]) => unknown[];
}

/** Lets go of entries while the list arrives: what is not kept takes no memory. */
export class Sieve {
	/** So many entries are not kept. */
	leftOut = 0;
	/** What is kept takes so much memory, by estimate. */
	cost = 0;
	private kept = 0;

	constructor(private readonly wanted: LongList) {}

	get isNeeded(): boolean {
		return this.wanted.isWanted !== undefined || this.wanted.prune !== undefined;
	}

	/** Whether there were others than those kept before, of which so many have come as a whole. */
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
