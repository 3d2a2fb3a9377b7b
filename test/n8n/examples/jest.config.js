/**
 * The examples in a real n8n, with simulated apps: what one event does, and what 300 events at once
 * do.
 */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'examples',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/n8n/examples/*.test.ts'],
	// Each n8n keeps one core busy.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/longestFirst.js',
};
