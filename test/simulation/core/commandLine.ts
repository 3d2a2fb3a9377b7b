import { parseArgs } from 'node:util';

import { type Campaign, neverSeen, runSeeds, tell } from './campaign';
import type { Simulation } from './simulation';

const MOST_STORIES = 3;

/** `--seed N` replays one seed; `--seeds N` runs so many, from `--from N` on. */
export async function commandLine(simulation: Simulation): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string' },
			seeds: { type: 'string', default: '20000' },
			from: { type: 'string', default: '1' },
			lines: { type: 'string', default: '80' },
			stories: { type: 'string', default: String(MOST_STORIES) },
			whole: { type: 'boolean', default: false },
		},
	});
	if (values.seed !== undefined) {
		if (values.whole) {
			const { violations, story } = await simulation.run(Number(values.seed), new Set());
			for (const { rule, what } of violations) console.log(`${rule}: ${what}`);
			for (const line of story()) console.log(line);
			return;
		}
		return console.log(await tell(simulation, Number(values.seed), Number(values.lines)));
	}

	const startedAt = process.hrtime.bigint();
	const seconds = () => Number(process.hrtime.bigint() - startedAt) / 1e9;
	const campaign = await runSeeds(simulation, {
		from: Number(values.from),
		count: Number(values.seeds),
		progress: ({ seeds, found }) =>
			console.log(`${seeds} seeds, ${found.length} with a violation, ${seconds().toFixed(0)} s`),
	});
	console.log(summary(campaign));
	console.log(`${campaign.seeds} seeds in ${seconds().toFixed(1)} s`);
	const never = neverSeen(simulation, campaign);
	if (never.length > 0) console.log(`Never seen: ${never.join(', ')}`);
	for (const { seed } of firstOfEachRule(campaign).slice(0, Number(values.stories))) {
		console.log(await tell(simulation, seed, Number(values.lines)));
	}
	process.exitCode = campaign.found.length + never.length > 0 ? 1 : 0;
}

function firstOfEachRule({ found }: Campaign) {
	return [...new Map(found.map((one) => [one.rule, one] as const).reverse()).values()];
}

function summary({ found }: Campaign): string {
	const rules = [...new Set(found.map(({ rule }) => rule))];
	return rules
		.map((rule) => {
			const those = found.filter((one) => one.rule === rule);
			const [{ seed, what }] = those;
			return `${rule}: ${those.length} seeds, the first is ${seed}: ${what}`;
		})
		.join('\n');
}
