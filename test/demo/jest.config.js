/** The demo as a user types it, and the examples that it publishes. */
module.exports = {
	displayName: 'demo',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/demo/**/*.test.ts'],
	maxWorkers: 1,
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
};
