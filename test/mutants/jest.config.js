const { rooms } = require('./rooms.js');

module.exports = {
	rootDir: '../..',
	testEnvironment: require.resolve('./environment.js'),
	testSequencer: require.resolve('./shortestFirst.js'),
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/unit/n8nWorkflow.js' },
	testMatch: rooms[process.env.MUTANTS_ROOM].tests.map((tests) => `<rootDir>/${tests}`),
	transform: { '^.+\\.ts$': '<rootDir>/test/compile.js' },
	roots: ['<rootDir>/credentials', '<rootDir>/nodes', '<rootDir>/test/unit'],
	setupFiles: ['<rootDir>/test/mutants/fewerRuns.js'],
};
