import * as fc from 'fast-check';

import { answerOf, DIMENSIONS, type Shape } from '../attacks/smallAnswers';
import { steps } from './counter';
import { OPERATIONS, type Reader } from './operations';

/**
 * Climbs to the shape that costs most: changes one part of a shape, and keeps what costs more. With
 * all operations and other shapes to begin with:
 * SEARCH=<seed> npx jest --selectProjects steps -t 'a search'
 */
const { SEARCH } = process.env;
const SEED = Number(SEARCH ?? 41);
const TRIES = SEARCH ? 60 : 12;

const CHOSEN = [
	'Booking → Get Many, selected',
	'Booking → Get Many for an agent',
	'Webhook → Check',
	'API → Call, All Pages',
	'a poll for given-up messages',
];

const [SHORT, LONG] = [10_000, 40_000];
const MOST_GROWTH = 1.25;
const MOST_PER_CHARACTER = 1_000;

const anyShape = fc.record(
	Object.fromEntries(
		Object.entries(DIMENSIONS).map(([name, values]) => [name, fc.constantFrom(...values)]),
	),
) as fc.Arbitrary<Shape>;

const operations = Object.entries(OPERATIONS).filter(([name, { kilobytes }]) =>
	SEARCH ? kilobytes === undefined : CHOSEN.includes(name),
);

describe('a search for expensive responses finds none', () => {
	it.each(operations)('%s', async (_, { open }) => {
		const reader: Reader = await open();
		await reader.read('[]');
		const perCharacter = async (shape: Shape, length: number) => {
			const body = answerOf(shape, length);
			const before = steps.count;
			await reader.read(body);
			return (steps.count - before) / body.length;
		};
		const [begin, ...others] = fc.sample(anyShape, { seed: SEED, numRuns: TRIES });
		let most = { shape: begin, cost: await perCharacter(begin, SHORT) };
		for (const [index, other] of others.entries()) {
			const names = Object.keys(DIMENSIONS) as Array<keyof Shape>;
			const name = names[index % names.length];
			const shape = { ...most.shape, [name]: other[name] };
			const cost = await perCharacter(shape, SHORT);
			if (cost > most.cost) most = { shape, cost };
		}
		const long = await perCharacter(most.shape, LONG);
		await reader.close();
		if (SEARCH) console.log(JSON.stringify(most.shape), Math.round(long));
		expect([most.shape, long / most.cost < MOST_GROWTH]).toEqual([most.shape, true]);
		expect([most.shape, long < MOST_PER_CHARACTER]).toEqual([most.shape, true]);
	});
});
