import { runSeeds } from '../core/campaign';
import { commandLine } from '../core/commandLine';
import type { Simulation } from '../core/simulation';
import { mutants } from './mutants';
import { triggerStories } from './simulation';

const MOST_SEEDS = 1_000;

/** `npm run test:stories`, with the options of every simulation; `-- mutants` for what finds which. */
async function main(): Promise<void> {
	if (process.argv[2] === 'mutants') return await findMutants();
	const seen = new Map<string, number>();
	const counted: Simulation = {
		...triggerStories(),
		run: async (seed, without) => {
			const outcome = await triggerStories().run(seed, without);
			if (without.size > 0) return outcome;
			for (const [what, times] of Object.entries(outcome.seen)) {
				seen.set(what, (seen.get(what) ?? 0) + times);
			}
			return outcome;
		},
	};
	await commandLine(() => counted);
	for (const [what, times] of [...seen].sort()) console.log(`${String(times).padStart(9)} ${what}`);
}

async function findMutants(): Promise<void> {
	for (const [name, mutant] of Object.entries(mutants)) {
		const campaign = await runSeeds(triggerStories(mutant), {
			from: 1,
			count: MOST_SEEDS,
			enough: 1,
		});
		const [found] = campaign.found;
		console.log(`${name}: ${found ? `seed ${found.seed}, ${found.rule}` : 'not found'}`);
		if (!found) process.exitCode = 1;
	}
}

void main();
