/** The promises of the recovery trigger, in a real n8n that polls once a minute. */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	displayName: 'recovery',
	testMatch: ['<rootDir>/test/n8n/recovery/*.test.ts'],
	testTimeout: 40 * 60_000,
};
