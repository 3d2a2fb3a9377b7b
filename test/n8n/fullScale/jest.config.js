/** The promises of the trigger at full scale: hours of deliveries to a real n8n. */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	displayName: 'trigger',
	testMatch: ['<rootDir>/test/n8n/fullScale/**/*.test.ts'],
	testTimeout: 90 * 60_000,
};
