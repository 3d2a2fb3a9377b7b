/** The packed package in each n8n that it supports. */
module.exports = {
	...require('../jest.config.js'),
	displayName: 'compatibility',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/n8n/compatibility/*.test.ts'],
	globalSetup: '<rootDir>/test/n8n/compatibility/globalSetup.ts',
};
