/**
 * What takes too long for every change: npm run test:weekly -- <part> [options of the part]
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jest = (config) => ['node_modules/jest/bin/jest.js', '--config', `test/n8n/${config}`];

const PARTS = {
	trigger: jest('fullScale/jest.config.js'),
	recovery: jest('recovery/jest.config.js'),
	'n8n-lives': jest('lives/jest.config.js'),
	remedies: jest('remedies/jest.config.js'),
	compatibility: jest('compatibility/jest.config.js'),
	mutants: ['test/mutants/start.mjs'],
	storms: ['test/simulation/start.mjs'],
	pictures: jest('browser/pictures.config.js'),
};

const [part, ...options] = process.argv.slice(2);
if (!(part in PARTS)) {
	console.error(`npm run test:weekly -- <part>: ${Object.keys(PARTS).join(', ')}`);
	process.exit(2);
}
const command = [...PARTS[part], ...options];
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
