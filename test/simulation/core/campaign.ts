import { shorten } from './shorten';
import type { Simulation, Violation } from './simulation';

const MANY_SEEDS = 1_000;
const VERY_MANY_SEEDS = 20_000;

export interface Found extends Violation {
	seed: number;
}

export interface Campaign {
	seeds: number;
	/** The first violation of each rule in each seed. */
	found: Found[];
	seen: Record<string, number>;
}

interface CampaignOptions {
	from: number;
	count: number;
	/** Called every 100 seeds, to show the progress. */
	progress?: (campaign: Campaign) => void;
	/** Stops after this many seeds with a violation. */
	enough?: number;
}

export async function runSeeds(
	simulation: Simulation,
	{ from, count, progress = () => {}, enough = Infinity }: CampaignOptions,
): Promise<Campaign> {
	const campaign: Campaign = { seeds: 0, found: [], seen: {} };
	for (let seed = from; seed < from + count && campaign.found.length < enough; seed++) {
		const { violations, seen } = await simulation.run(seed, new Set());
		campaign.seeds++;
		const ofEachRule = new Map(violations.map((one) => [one.rule, one] as const).reverse());
		campaign.found.push(...[...ofEachRule.values()].map((one) => ({ seed, ...one })));
		add(campaign.seen, seen);
		if (campaign.seeds % 100 === 0) progress(campaign);
	}
	return campaign;
}

/** How many seeds broke a rule. */
export function brokenSeeds({ found }: Campaign): number {
	return new Set(found.map(({ seed }) => seed)).size;
}

export function joined(campaigns: Campaign[]): Campaign {
	const all: Campaign = { seeds: 0, found: [], seen: {} };
	for (const campaign of campaigns) {
		all.seeds += campaign.seeds;
		all.found.push(...campaign.found);
		add(all.seen, campaign.seen);
	}
	all.found.sort((one, other) => one.seed - other.seed);
	return all;
}

/**
 * What should have happened at least once, but did not: a simulation without rain proves little.
 */
export function neverSeen(
	{ sometimes, rarely = [], seldom = [] }: Simulation,
	{ seen, seeds }: Campaign,
): string[] {
	const expected = [
		...sometimes,
		...(seeds < MANY_SEEDS ? [] : rarely),
		...(seeds < VERY_MANY_SEEDS ? [] : seldom),
	];
	return expected.filter((what) => !seen[what]);
}

/** A seed, the rule that broke, and the shortest story that was found. */
export async function tell(
	simulation: Simulation,
	seed: number,
	lines = 60,
	rule?: string,
): Promise<string> {
	const { without, outcome } = await shorten(simulation, seed, rule);
	const violation = outcome.violations.find((one) => rule === undefined || one.rule === rule);
	const story = outcome.story();
	return [
		`${simulation.name}, seed ${seed}: ${violation ? `${violation.rule}: ${violation.what}` : 'all rules hold'}`,
		`  left out: ${[...without].join(', ') || 'nothing'}`,
		`  in it: ${outcome.parts.filter((part) => !without.has(part) && !part.includes(',')).join(', ')}`,
		...story.slice(0, lines).map((line) => `  ${line}`),
		...(story.length > lines ? [`  … ${story.length - lines} more lines`] : []),
	].join('\n');
}

function add(sum: Record<string, number>, more: Record<string, number>): void {
	for (const [name, times] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + times;
}
