/**
 * What only a venue makes different is read by our own code, whatever the version: these go no way
 * through n8n-core that the other suites do not go.
 */
const ALIKE_IN_EACH_N8N = [
	'action/liveReports',
	'hostile/recovery',
	'lists/bookingChanged',
	'recovery/coarseVenues',
	'recovery/cutLists',
	'recovery/scale',
];

/**
 * The engine suite once more, on the last n8n-core of n8n 1: there, a thrown HTTP answer hides its
 * headers, so retry code that only works on the newest n8n-core fails here.
 */
module.exports = {
	displayName: 'engine (n8n 1.x)',
	rootDir: '../..',
	testEnvironment: 'node',
	runtime: '<rootDir>/test/runtime.js',
	setupFiles: ['<rootDir>/test/fixedSeed.js'],
	testMatch: [
		'<rootDir>/test/engine/**/*.test.ts',
		...ALIKE_IN_EACH_N8N.map((suite) => `!**/test/engine/${suite}.test.ts`),
	],
	testTimeout: 120_000,
	maxWorkers: '100%',
	moduleNameMapper: {
		'^n8n-core$': '<rootDir>/node_modules/n8n-core-1',
		'^n8n-core/(.*)$': '<rootDir>/node_modules/n8n-core-1/$1',
		'^n8n-workflow$': '<rootDir>/node_modules/n8n-core-1/node_modules/n8n-workflow',
	},
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
};
