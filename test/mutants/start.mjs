/**
 * Changes the shipped code in many small ways, one at a time, and runs the unit tests of that room:
 *
 * npm run test:weekly -- mutants [<room> ...]
 *
 * A change that no test notices survives. docs/development/mutants.md says what survives, and why.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Stryker } from '@stryker-mutator/core';

import { LOWEST_SCORE, rooms } from './rooms.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
process.chdir(root);

const reports = 'node_modules/.cache/mutants';
mkdirSync(reports, { recursive: true });

const given = process.argv.slice(2);
const [outputFile] = given.flatMap((word) => /^--outputFile=(.+)$/.exec(word)?.[1] ?? []);
const asked = given.filter((word) => !word.startsWith('--'));
const unknown = asked.filter((room) => !(room in rooms));
if (unknown.length > 0) {
	console.error(`There is no room "${unknown[0]}": ${Object.keys(rooms).join(', ')}`);
	process.exit(2);
}

const scores = [];
for (const room of asked.length > 0 ? asked : Object.keys(rooms)) {
	scores.push({ room, ...scoreOf(room, await mutate(room)) });
}
console.table(scores);
const low = scores.filter(({ score }) => Number(score) < LOWEST_SCORE);
if (outputFile) writeFileSync(outputFile, JSON.stringify(asJestWould()));
if (low.length > 0) process.exitCode = 1;

async function mutate(room) {
	// For jest.config.js, which Stryker reads in another process.
	process.env.MUTANTS_ROOM = room;
	return await new Stryker({
		allowConsoleColors: false,
		checkers: [],
		concurrency: 2,
		coverageAnalysis: 'perTest',
		ignorePatterns: ['docs', 'dist', 'examples'],
		jest: { configFile: 'test/mutants/jest.config.js', projectType: 'custom' },
		jsonReporter: { fileName: join(reports, `${room}.json`) },
		logLevel: 'warn',
		mutate: rooms[room].files,
		plugins: ['@stryker-mutator/jest-runner'],
		reporters: ['json', 'dots'],
		tempDirName: join(tmpdir(), 'venue-platform-mutants'),
		testRunner: 'jest',
		timeoutMS: 30_000,
	}).runMutationTest();
}

/** Also writes the survivors to a separate file, and the changes that only an endless run noticed. */
function scoreOf(room, results) {
	const those = (...statuses) => results.filter(({ status }) => statuses.includes(status));
	const listed = (mutants) =>
		mutants.map(
			({ fileName, location: { start }, status, replacement }) =>
				`${relative(root, fileName)}:${start.line}:${start.column} ${status}: ${replacement.replace(/\s+/g, ' ')}`,
		);
	const left = listed(those('Survived', 'NoCoverage'));
	const timedOut = listed(those('Timeout'));
	writeFileSync(join(reports, `${room}.txt`), `${[...left, ...timedOut].join('\n')}\n`);
	console.log(`\n${room}, what no test notices:\n${left.join('\n')}\n`);
	const noticed = those('Killed').length + timedOut.length;
	const mutants = noticed + left.length;
	const score = ((100 * noticed) / mutants).toFixed(1);
	return { mutants, noticed, timedOut: timedOut.length, score };
}

/** For .ci/tally.mjs: each room counts as a test. */
function asJestWould() {
	return {
		success: low.length === 0,
		numTotalTests: scores.length,
		numPassedTests: scores.length - low.length,
		numRuntimeErrorTestSuites: 0,
		testResults: [],
	};
}
