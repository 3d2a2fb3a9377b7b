import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverSeen, runSeeds, tell } from '../core/campaign';
import { mutants } from './mutants';
import { windows } from './rules/windows';
import { triggerStories } from './simulation';

/** What is too rare for so few: `npm run test:stories` counts them all. */
const RARE = [
	'window: taken back by n8n before 2.8',
	'window: n8n before 2.8 killed',
	'window: the end of the memory, though a copy came in between',
];
const STORIES = 300;
const MOST_SEEDS = 100;
/** Where to begin for those that only a rare story finds. */
const FROM: Record<string, number> = {
	'does not hear what n8n has answered': 200,
	'does not hear that the sender hung up': 200,
};

describe('the trigger in stories that a seed draws', () => {
	it('loses nothing that was acknowledged, and starts twice in the named windows only', async () => {
		const simulation = triggerStories();
		const campaign = await runSeeds(simulation, { from: 1, count: STORIES, enough: 1 });
		for (const { seed } of campaign.found) throw new Error(await tell(simulation, seed));
		expect(neverSeen(simulation, campaign).filter((what) => !RARE.includes(what))).toEqual([]);
	});

	it('draws and plays the same story from the same seed', async () => {
		const told = async () => (await triggerStories().run(7, new Set())).story();
		expect((await told()).length).toBeGreaterThan(10);
		expect(await told()).toEqual(await told());
	});

	it.each(Object.keys(mutants))('notices a trigger that %s', async (name) => {
		const simulation = triggerStories(mutants[name]);
		const { found } = await runSeeds(simulation, {
			from: FROM[name] ?? 1,
			count: MOST_SEEDS,
			enough: 1,
		});
		expect(found.length).toBeGreaterThan(0);
	});

	it('excuses only what the README names', () => {
		const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8').replace(/\s+/g, ' ');
		const unnamed = windows.filter(({ readme: words }) => !words || !readme.includes(words));
		expect(unnamed.map(({ name }) => name)).toEqual([]);
	});
});
