const shared = {
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
};

// The same engine suite runs on the newest n8n-core and on the last of n8n 1.x, where a thrown
// HTTP answer hides its headers: retry code that only works on one of them fails here.
const lastOfN8n1 = {
	'^n8n-core$': '<rootDir>/node_modules/n8n-core-1',
	'^n8n-core/(.*)$': '<rootDir>/node_modules/n8n-core-1/$1',
	'^n8n-workflow$': '<rootDir>/node_modules/n8n-core-1/node_modules/n8n-workflow',
};

module.exports = {
	// Machines are slow at times, and nothing here is proven by how long it takes.
	testTimeout: 120_000,
	projects: [
		{ ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
		{ ...shared, displayName: 'venue', testMatch: ['<rootDir>/test/venue/**/*.test.ts'] },
		{
			...shared,
			displayName: 'simulation',
			testMatch: ['<rootDir>/test/simulation/**/*.test.ts'],
		},
		{ ...shared, displayName: 'engine', testMatch: ['<rootDir>/test/engine/**/*.test.ts'] },
		{
			...shared,
			displayName: 'engine (n8n 1.x)',
			testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
			moduleNameMapper: lastOfN8n1,
		},
	],
};
