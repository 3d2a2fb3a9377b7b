/** The tests for every change: the packed package in a real n8n, in regular and in queue mode. */
module.exports = {
	displayName: 'n8n',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['apps', 'e2e', 'contract', 'lab/**'].map(
		(suite) => `<rootDir>/test/n8n/${suite}/*.test.ts`,
	),
	testTimeout: 120_000,
	// One n8n at a time, because several on one machine would only wait for each other.
	maxWorkers: 1,
	globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
};
