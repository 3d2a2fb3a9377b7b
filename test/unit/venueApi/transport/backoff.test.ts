import * as fc from 'fast-check';

import { backoff, MAX_BLIND_RETRIES } from '../../../../nodes/venueApi/transport/nextStep';

const SECOND = 1_000;

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const oneForEachRepeat = fc.array(random, {
	minLength: MAX_BLIND_RETRIES,
	maxLength: MAX_BLIND_RETRIES,
});
const pausesWith = (draws: number[]) => draws.map((draw, retry) => backoff(retry, () => draw));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('the repeats of a safe call', () => {
	it('span at least ten seconds for any random numbers', () => {
		fc.assert(
			fc.property(oneForEachRepeat, (draws) => {
				expect(sum(pausesWith(draws))).toBeGreaterThanOrEqual(10 * SECOND);
			}),
			{ numRuns: 10_000 },
		);
		expect(sum(pausesWith([0, 0, 0, 0]))).toBeGreaterThanOrEqual(10 * SECOND);
	});

	it('end within half a minute', () => {
		expect(sum(pausesWith([1, 1, 1, 1]))).toBeLessThan(30 * SECOND);
	});

	it('are spread over time if many callers fail together', () => {
		const times = Array.from({ length: 10_000 }, () => sum([0, 1, 2, 3].map((n) => backoff(n))));
		const busiest = new Map<number, number>();
		for (const time of times) {
			const second = Math.floor(time / SECOND);
			busiest.set(second, (busiest.get(second) ?? 0) + 1);
		}
		// If the eleven seconds of the random half were used evenly, each would have a share of 0.09.
		expect(Math.max(...busiest.values()) / times.length).toBeLessThan(0.25);
		expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(8 * SECOND);
	});

	it('grow [api 7.3]', () => {
		const pauses = Array.from({ length: 12 }, (_, retry) => backoff(retry, () => 0.5));
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
		expect(pauses.at(-1)).toBeLessThanOrEqual(30 * SECOND);
	});
});
