/**
 * The examples in a real n8n, with simulated apps: what one event does, and what 180 events at once
 * do.
 */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'examples',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/n8n/examples/*.test.ts'],
	// Each n8n keeps one core busy, except while an app that has reached its limit is waited for.
	maxWorkers: '150%',
	testSequencer: '<rootDir>/test/longestFirst.js',
};
