/** The newcomer's first command, as it is typed. */
module.exports = {
	displayName: 'demo',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/demo/*.test.ts'],
	maxWorkers: 1,
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};
