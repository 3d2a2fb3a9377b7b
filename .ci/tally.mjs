/**
 * Sums up results that jest wrote. A suite that could not run, a test that was left out and a run
 * that left no results are not passed tests: each counts as failed.
 *
 * node .ci/tally.mjs <results.json>...
 */
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

for (const file of process.argv.slice(2)) {
	const run = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
	const notPassed = run
		? run.numTotalTests - run.numPassedTests + run.numRuntimeErrorTestSuites
		: 0;
	const sound = notPassed > 0 || (run?.success && run.numTotalTests > 0);
	if (!sound) console.log(`no sound results: ${file}`);

	passed += run?.numPassedTests ?? 0;
	failed += sound ? notPassed : 1;
	for (const { status, fullName } of run?.testResults.flatMap((suite) => suite.assertionResults) ??
		[]) {
		if (status !== 'passed') console.log(`${status}: ${fullName}`);
	}
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
