import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

import { brokenSeeds, type Campaign, type Found, neverSeen, tell } from './campaign';
import type { Simulation } from './simulation';
import { runOnAllProcessors, type Share, work } from './workers';

const USAGE =
	'--seeds N [--from N] [--stories N | --hashes], or --seed N [--whole] [--rule R] [--lines N], or --mutants';

/**
 * `--seed N` replays one seed; `--seeds N` runs that many, beginning with `--from N`. The exit code
 * shows whether all rules held and everything that should happen sometimes did.
 */
export async function commandLine(simulationFor: (share?: Share) => Simulation): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string' },
			seeds: { type: 'string', default: '20000' },
			from: { type: 'string', default: '1' },
			/** How many lines of a story are shown, and how many stories. */
			lines: { type: 'string', default: '80' },
			stories: { type: 'string', default: '3' },
			/** Replays the seed as it is, without looking for a shorter story. */
			whole: { type: 'boolean', default: false },
			/** Prints what happened in each seed as a hash, to compare two states of the code. */
			hashes: { type: 'boolean', default: false },
			/** If a seed breaks several rules, the one whose story is shown. */
			rule: { type: 'string' },
			worker: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
		strict: false,
	});
	const number = (name: 'seed' | 'seeds' | 'from' | 'lines' | 'stories') => Number(values[name]);
	if (values.help) return console.log(USAGE);
	if (values.worker) return work(simulationFor);

	const simulation = simulationFor();
	if (values.hashes) return await printHashes(simulation, number('from'), number('seeds'));
	if (values.whole) return await replay(simulation, number('seed'));
	if (values.seed !== undefined) {
		const rule = values.rule === undefined ? undefined : String(values.rule);
		return console.log(await tell(simulation, number('seed'), number('lines'), rule));
	}
	const campaign = await measured({ from: number('from'), count: number('seeds') });
	console.log(summary(campaign));
	const never = neverSeen(simulation, campaign);
	if (never.length > 0) console.log(`Never seen: ${never.join(', ')}`);
	for (const { seed, rule } of firstOfEachRule(campaign).slice(0, number('stories'))) {
		console.log(await tell(simulation, seed, number('lines'), rule));
	}
	process.exitCode = campaign.found.length + never.length > 0 ? 1 : 0;
}

async function replay(simulation: Simulation, seed: number): Promise<void> {
	const { violations, story } = await simulation.run(seed, new Set());
	for (const { rule, what } of violations) console.log(`${rule}: ${what}`);
	for (const line of story()) console.log(line);
}

async function printHashes(simulation: Simulation, from: number, count: number): Promise<void> {
	for (let seed = from; seed < from + count; seed++) {
		const { story } = await simulation.run(seed, new Set());
		console.log(`${seed} ${createHash('sha256').update(story().join('\n')).digest('hex')}`);
	}
}

async function measured(share: Share): Promise<Campaign> {
	const startedAt = process.hrtime.bigint();
	const seconds = () => (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1);
	const told = new Set<string>();
	const campaign = await runOnAllProcessors(share, (sofar) => {
		for (const { seed, rule, what } of sofar.found) {
			const line = `${seed}: ${rule}: ${what}`;
			if (!told.has(line)) console.log(line);
			told.add(line);
		}
		if (sofar.seeds % 1000 === 0) console.log(`${inWords(sofar)}, ${seconds()} s`);
	});
	console.log(`${inWords(campaign)}, ${seconds()} s in all`);
	return campaign;
}

function inWords(campaign: Campaign): string {
	return `${campaign.seeds} seeds, ${brokenSeeds(campaign)} with a violation`;
}

function firstOfEachRule({ found }: Campaign): Found[] {
	return [...new Map(found.map((one) => [one.rule, one] as const).reverse()).values()];
}

function summary({ found }: Campaign): string {
	const rules = [...new Set(found.map(({ rule }) => rule))];
	return rules
		.map((rule) => {
			const those = found.filter((one) => one.rule === rule);
			const [{ seed, what }] = those;
			const others = those.slice(1, 6).map((one) => one.seed);
			const more = others.length > 0 ? `, then ${others.join(', ')}` : '';
			return `${rule}: ${those.length} seeds, the first is ${seed}${more}\n  ${what}`;
		})
		.join('\n');
}
