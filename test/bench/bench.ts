export type Scale = 'full' | 'quick';

export interface BenchContext {
	/** The packed package to install into n8n. */
	tarball: string;
	/** Another version of it, to measure next to it. */
	earlier?: string;
	/** `quick` shows within a minute that a bench works. Its figures mean nothing. */
	scale: Scale;
	say(line: string): void;
}

/** A promise of the package, and whether the figures of this run keep it. */
export interface Claim {
	claim: string;
	isKept: boolean;
}

export interface Table {
	caption?: string;
	columns: string[];
	/** Numbers are aligned to the right, with at most two decimals. */
	rows: Array<Array<string | number>>;
}

/** What one bench has measured. */
export interface Section {
	/** The name on the command line. */
	name: string;
	title: string;
	/** What is compared, and how it is measured. */
	asks: string;
	tables: Table[];
	/** For those who look for a cause. */
	details?: Table[];
	claims: Claim[];
	/** What explains a missed figure, and what else readers need to know. */
	notes?: string[];
}

export type Bench = (context: BenchContext) => Promise<Section>;
