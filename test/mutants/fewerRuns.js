const fc = require('fast-check');

// A rule runs thousands of times, once for each mutant, so a few values must do.
const MOST_RUNS = 5;

const { assert } = fc;
Object.defineProperty(fc, 'assert', {
	value: (property, options) =>
		assert(property, {
			...options,
			numRuns: Math.min(options?.numRuns ?? MOST_RUNS, MOST_RUNS),
			seed: 1,
		}),
});
