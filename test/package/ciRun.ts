import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Records its arguments, and writes the results that jest would write. */
const NPM = `#!/usr/bin/env node
const { appendFileSync, writeFileSync } = require('node:fs');
const [command, ...rest] = process.argv.slice(2);
const script = command === 'run' ? rest[0] : command;
appendFileSync('asked', process.argv.slice(2).filter((word) => !word.startsWith('-')).join(' ') + '\\n');
const failing = (process.env.FAILING ?? '').split(' ');
const isSound = !failing.includes(script);
const option = rest.find((word) => word.startsWith('--outputFile='));
const file = script === 'test' ? 'node_modules/.test-results.json' : option?.split('=')[1];
if (command === 'view') console.log('9.9.9');
if (!isSound) process.stderr.write(process.env.REFUSAL ?? '');
if (file) {
	const results = { numTotalTests: 1, numPassedTests: Number(isSound), numRuntimeErrorTestSuites: 0 };
	writeFileSync(file, JSON.stringify({ ...results, success: isSound, testResults: [] }));
}
process.exitCode = isSound ? 0 : 1;
`;

/**
 * What `.ci/run` calls npm with, and what it reports. Nothing is installed or tested. A failing
 * step prints the refusal.
 */
export function ciRun(part = '', failing = '', refusal = '') {
	const folder = mkdtempSync(path.join(tmpdir(), 'venue-platform-ci-'));
	try {
		cpSync(path.join(ROOT, '.ci'), path.join(folder, '.ci'), { recursive: true });
		mkdirSync(path.join(folder, 'node_modules'));
		mkdirSync(path.join(folder, 'bin'));
		const npm = path.join(folder, 'bin/npm');
		writeFileSync(npm, NPM);
		chmodSync(npm, 0o755);
		writeFileSync(path.join(folder, 'asked'), '');
		const { status, stdout } = spawnSync('.ci/run', part ? [part] : [], {
			cwd: folder,
			encoding: 'utf8',
			env: {
				...process.env,
				PATH: `${path.dirname(npm)}${path.delimiter}${process.env.PATH}`,
				FAILING: failing,
				REFUSAL: refusal,
				// Nothing is installed from here either, and a CI around this one has packed already.
				GITHUB_ACTIONS: '',
				VENUE_PLATFORM_TARBALL: '',
			},
		});
		const asked = readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n');
		return {
			status,
			asked: asked.filter((line) => !line.startsWith('--version') && line !== ''),
			stdout,
			lastLine: stdout.trimEnd().split('\n').at(-1),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
