const { TestEnvironment } = require('jest-environment-node');

/** They take seconds each time, and smaller amounts show the same. */
const OF_AMOUNTS = /costs no more memory|holds for a list of 5,000/;

let noticed;

/** One failed test is enough to notice a change, but jest alone would run all the others, too. */
module.exports = class extends TestEnvironment {
	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		const isNoticed = mutant !== undefined && mutant === noticed;
		if (name === 'test_start' && (isNoticed || OF_AMOUNTS.test(test.name))) test.mode = 'skip';
	}
};
