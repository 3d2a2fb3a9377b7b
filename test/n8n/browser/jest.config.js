/** What a user sees: the venue's page and n8n's editor with the package, in Chromium. */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	displayName: 'browser',
	testMatch: ['<rootDir>/test/n8n/browser/*.test.ts'],
	testTimeout: 90_000,
	globalSetup: '<rootDir>/test/n8n/browser/globalSetup.ts',
};
