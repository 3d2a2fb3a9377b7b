/** What a person sees: the venue's page and n8n's editor with the package in it, in Chromium. */
module.exports = {
	displayName: 'browser',
	rootDir: '../../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/n8n/browser/*.test.ts'],
	testTimeout: 120_000,
	maxWorkers: 1,
	globalSetup: '<rootDir>/test/n8n/packOnce.ts',
	globalTeardown: '<rootDir>/test/n8n/forgetPacked.ts',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};
