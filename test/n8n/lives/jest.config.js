/**
 * What happens to workflows over time, in each supported n8n, in queue mode and with n8n's durable
 * scheduler. Also examples while their apps are down, and in a browser each example from its link
 * to its first event, and the README from Install to the first workflow.
 */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'lives',
	rootDir: '../../..',
	testMatch: ['lives/**', 'examples/weekly', 'browser/weekly'].map(
		(suite) => `<rootDir>/test/n8n/${suite}/*.test.ts`,
	),
	globalSetup: '<rootDir>/test/n8n/lives/globalSetup.ts',
	testTimeout: 20 * 60_000,
};
