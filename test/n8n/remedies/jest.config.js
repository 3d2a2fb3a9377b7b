/** What docs/troubleshooting.md says to do, done once in a real n8n. */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	displayName: 'remedies',
	testMatch: ['<rootDir>/test/n8n/remedies/*.test.ts'],
	testTimeout: 360_000,
};
