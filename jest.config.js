const shared = {
	testEnvironment: 'node',
	runtime: '<rootDir>/test/runtime.js',
	setupFiles: ['<rootDir>/test/fixedSeed.js'],
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
};

module.exports = {
	// Machines are slow at times, and nothing here is proven by how long it takes.
	testTimeout: 120_000,
	// Without this, two cores run one suite at a time.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/longestFirst.js',
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/unit/n8nWorkflow.js' },
		},
		{ ...shared, displayName: 'venue', testMatch: ['<rootDir>/test/venue/**/*.test.ts'] },
		{
			...shared,
			displayName: 'simulation',
			testMatch: ['<rootDir>/test/simulation/**/*.test.ts'],
		},
		{ ...shared, displayName: 'engine', testMatch: ['<rootDir>/test/engine/**/*.test.ts'] },
		{
			...shared,
			displayName: 'steps',
			testMatch: ['<rootDir>/test/steps/**/*.test.ts'],
			transform: {
				'/(credentials|nodes)/.+\\.ts$': '<rootDir>/test/steps/countingTransform.js',
				...shared.transform,
			},
		},
	],
};
