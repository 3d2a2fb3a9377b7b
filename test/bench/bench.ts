export type Scale = 'full' | 'quick';

export interface BenchContext {
	/** The packed package to install into n8n. */
	tarball: string;
	/** Another version of it, to be measured beside. */
	earlier?: string;
	/** `quick` shows within a minute that a bench works; its figures are not for the page. */
	scale: Scale;
	say(line: string): void;
}

/** What the package promises, and whether the figures of this run keep it. */
export interface Claim {
	claim: string;
	isKept: boolean;
}

export interface Table {
	caption?: string;
	columns: string[];
	/** Numbers are set to the right, with two decimals at most. */
	rows: Array<Array<string | number>>;
}

export interface Axis {
	label: string;
	scale: 'linear' | 'log';
}

export interface Point {
	x: number;
	y: number;
	/** The quartiles of what was measured, or its extremes: the table says which. */
	low?: number;
	high?: number;
}

export interface Series {
	name: string;
	points: Point[];
}

export interface Plot {
	title: string;
	x: Axis;
	y: Axis;
	series: Series[];
}

/** A part of the page: plain JSON, so that the page can be written again without measuring. */
export interface Section {
	/** As on the command line. */
	name: string;
	title: string;
	/** What is compared with what, and how it is measured. */
	asks: string;
	tables: Table[];
	plots: Plot[];
	claims: Claim[];
	/** What explains a figure that is not reached, and what else has to be known. */
	notes?: string[];
}

export type Bench = (context: BenchContext) => Promise<Section>;
