/** The tests of what is built and published; each works on a copy of the package of its own. */
module.exports = {
	displayName: 'package',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/package/**/*.test.ts'],
	testTimeout: 120_000,
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};
