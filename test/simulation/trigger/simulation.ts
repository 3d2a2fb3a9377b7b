import type { Outcome, Simulation } from '../core/simulation';
import { Random } from '../core/random';
import { Stuck } from '../core/virtualTime';
import { fullMemory } from './story/fullMemory';
import { happen } from './incidents';
import { windows } from './rules/windows';
import { drawStory } from './story/draw';
import { Venue } from './venue';
import { type Mutant, World } from './world';

const DAY = 24 * 60 * 60 * 1_000;
const START = Date.UTC(2026, 10, 21, 12);
const LATEST = START + 60 * DAY;
const NOTHING = { keys: new Set<string>(), newest: new Map<string, number>() };

export const SOMETIMES = [
	'emitted',
	'copy dropped',
	'dropped, genuine',
	'dropped, unsubscribed',
	'answer 401',
	'answer 503',
	'kill with deliveries under way',
	'restart with deliveries under way',
	'node renamed',
	'clock moved',
	'poller wrote',
	'sender hung up',
	'answer lost',
	'connection refused',
	'n8n has not accepted it',
	'given up',
	'answer 500',
	'full memory',
	...windows.map(({ name }) => `window: ${name}`),
];

/** Deliveries to the shipped trigger in a model of n8n, with everything that can happen to either. */
export function triggerStories(mutant?: Mutant): Simulation {
	return {
		name: 'trigger stories',
		sometimes: SOMETIMES,
		run: async (seed, without) => await play(seed, without, mutant),
	};
}

async function play(seed: number, without: ReadonlySet<string>, mutant?: Mutant): Promise<Outcome> {
	const dice = new Random(seed);
	const story = drawStory(dice, START, without);
	const text = story.isFull ? await fullMemory(START) : 'null';
	const world = new World(dice, story, START, { text, contents: NOTHING }, mutant);
	if (story.isFull) world.seen('full memory');
	const { time, ledger } = world;
	const venue = new Venue(world);
	const all = async () => {
		const incidents = story.incidents.map(async (incident) => await happen(world, incident));
		await Promise.all([venue.sendAll(), ...incidents]);
		await time.sleep(2 * 60_000);
		await whenAllIsWell(world, venue);
		await time.sleep(2 * 60_000);
	};
	try {
		await time.until(all(), LATEST);
		judgeWhatIsLeft(world);
	} catch (error) {
		if (!(error instanceof Stuck)) throw error;
		ledger.broken('everything comes to its end', error.message);
	}
	ledger.judge();
	const { violations } = ledger;
	return { violations, parts: story.parts, seen: world.counts, story: () => world.told() };
}

/** In the end nothing goes wrong any more: everything is taken, and has an execution. */
async function whenAllIsWell(world: World, venue: Venue): Promise<void> {
	const { time, story, ledger } = world;
	for (const message of story.messages) {
		if (message.kind !== 'genuine') continue;
		const [first] = ledger.startsOf(message);
		if (first && time.now() - first.decidedAt > 2 * DAY) continue;
		const result = await venue.attempt(message, `${message.name}.last`, true);
		if (result !== 200) ledger.broken('taken when all is well', `${message.name}: ${result}`);
	}
}

function judgeWhatIsLeft({ lives, ledger }: World): void {
	for (const life of lives) {
		if (!life) continue;
		const { timersLeft, deliveries, name } = life;
		if (timersLeft > 0) ledger.broken('nothing is left behind', `${timersLeft} timers in ${name}`);
		for (const delivery of deliveries) {
			ledger.broken('nothing is left behind', `${delivery.name} is under way for ever`);
		}
	}
}
