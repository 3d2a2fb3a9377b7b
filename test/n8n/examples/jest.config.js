/**
 * The examples in a real n8n, with simulated apps: what one event does, and what 180 events at once
 * do.
 */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'examples',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/n8n/examples/*.test.ts'],
	// Each n8n keeps one core busy. With more of them, one may find its database “not ready” for a while.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/longestFirst.js',
};
