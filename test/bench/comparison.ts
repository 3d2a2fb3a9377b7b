export interface BenchContext {
	/** The packed package to install into n8n. */
	tarball: string;
	/** `quick` shows that a bench works. Its figures mean nothing. */
	scale: 'full' | 'quick';
	/** Shows the progress. */
	say(line: string): void;
}

/** A figure of the package, and the same of n8n’s own nodes. */
export interface Comparison {
	task: string;
	ours: number;
	theirs: number;
	unit: string;
	/** What a user would build with n8n’s own nodes. */
	built: string;
}

export type Bench = (context: BenchContext) => Promise<Comparison[]>;

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

export const HEAD = [
	'| What you do | This package | What you would build otherwise | Ratio |',
	'| --- | --- | --- | ---: |',
].join('\n');

/** A row of the table in docs/development/performance.md. */
export function rowOf({ task, ours, theirs, unit, built }: Comparison): string {
	const [own, other] = [ours, theirs].map((value) => `${figure.format(value)} ${unit}`.trim());
	const ratio = theirs === 0 ? '–' : (ours / theirs).toFixed(2);
	return `| ${task} | ${own} | ${other}, with ${built} | ${ratio} |`;
}
