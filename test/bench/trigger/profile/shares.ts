import type { Profiler } from 'node:inspector';

/** Where n8n's main thread spends its time, in milliseconds. */
export type Shares = Record<Part, number>;

type Part = (typeof PARTS)[number];

export const PARTS = [
	'the trigger node, and what it asks of n8n',
	'expression isolates',
	'database',
	'garbage collection',
	'the rest of n8n',
] as const;

const [NODE, ISOLATES, DATABASE, GARBAGE, REST] = PARTS;

/** The first pattern that matches any function on the stack counts. */
const BY_FILE: Array<[RegExp, Part]> = [
	[/node_modules\/n8n-nodes-(venue-platform|empty-trigger)\//, NODE],
	[/expression-runtime|isolated-vm/, ISOLATES],
	[/typeorm|sqlite3|@n8n\/db/, DATABASE],
];

/** Counts samples, not time, because other processes run in between on a busy machine. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
	const parts = partsOf(nodes);
	const interval = [...timeDeltas].sort((a, b) => a - b)[timeDeltas.length >> 1] ?? 0;
	const shares = Object.fromEntries(PARTS.map((part) => [part, 0])) as Shares;
	for (const id of samples) {
		const part = parts.get(id);
		if (part) shares[part] += interval / 1000;
	}
	return shares;
}

/** By node of the tree, whose root comes first. Idle time is not counted. */
function partsOf(nodes: Profiler.ProfileNode[]): Map<number, Part | undefined> {
	const above = new Map<number, Part | undefined>();
	const parts = new Map<number, Part | undefined>();
	for (const { id, callFrame, children = [] } of nodes) {
		const inherited = above.get(id);
		const own = BY_FILE.find(([pattern]) => pattern.test(callFrame.url))?.[1];
		const best = [inherited, own]
			.filter((part) => part !== undefined)
			.sort((a, b) => PARTS.indexOf(a) - PARTS.indexOf(b))[0];
		for (const child of children) above.set(child, best);
		parts.set(id, partOfLeaf(callFrame.functionName, best));
	}
	return parts;
}

function partOfLeaf(functionName: string, part: Part | undefined): Part | undefined {
	if (functionName === '(idle)') return undefined;
	return functionName === '(garbage collector)' ? GARBAGE : (part ?? REST);
}
