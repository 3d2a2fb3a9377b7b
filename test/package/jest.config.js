/** The tests of what is built and published. Each uses its own copy of the package. */
module.exports = {
	displayName: 'package',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/package/**/*.test.ts'],
	// One of them lints a copy of everything.
	testTimeout: 300_000,
	// Without this, two cores run one suite at a time.
	maxWorkers: '100%',
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
};
