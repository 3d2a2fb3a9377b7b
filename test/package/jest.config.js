/** The tests of what is built and published. Each uses its own copy of the package. */
module.exports = {
	displayName: 'package',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/package/**/*.test.ts'],
	testTimeout: 120_000,
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};
