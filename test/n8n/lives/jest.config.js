/** What workflows go through over time, in each n8n that is promised, in queue mode and with n8n's durable scheduler. */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'lives',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/n8n/lives/**/*.test.ts'],
	globalSetup: '<rootDir>/test/n8n/lives/globalSetup.ts',
	testTimeout: 20 * 60_000,
};
