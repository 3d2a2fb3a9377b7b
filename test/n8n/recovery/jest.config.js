/** What the recovery trigger promises, in a real n8n whose polls come once a minute. */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	displayName: 'recovery',
	testMatch: ['<rootDir>/test/n8n/recovery/*.test.ts'],
	testTimeout: 40 * 60_000,
};
