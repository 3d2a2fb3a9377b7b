/**
 * The rules by which n8n verifies a community package, applied here before it is published: to the
 * sources, and to what the tarball really holds. Comments that switch rules off do not count.
 *
 * node test/package/scan.mjs [folder]
 */
import { execFileSync, execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { config as nodeCli } from '@n8n/node-cli/eslint';
import parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import nodesBase from 'eslint-plugin-n8n-nodes-base';

const SOURCES = ['package.json', 'nodes/**/*.{js,ts,json}', 'credentials/**/*.{js,ts,json}'];
const PACKED = ['package.json', 'dist/**/*.js'];

/** The rules that `n8n-node lint` sets for these files, n8n's own exceptions included. */
function nodeCliRules(files) {
	const entries = nodeCli.filter((entry) => entry.rules && entry.files?.includes(files));
	if (entries.length === 0) throw new Error(`@n8n/node-cli no longer has rules for ${files}`);
	return Object.assign({}, ...entries.map((entry) => entry.rules));
}

const rules = [
	n8nCommunityNodesPlugin.configs.recommended,
	{ plugins: { 'n8n-nodes-base': nodesBase }, rules: { 'no-console': 'error' } },
	{ files: ['package.json'], rules: nodesBase.configs.community.rules },
	{ files: ['**/credentials/**/*.ts'], rules: nodeCliRules('./credentials/**/*.ts') },
	{ files: ['**/nodes/**/*.ts'], rules: nodeCliRules('./nodes/**/*.ts') },
	{ files: ['**/*.{json,ts}'], languageOptions: { parser } },
];

async function scan(name, folder, patterns) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: rules,
	});
	const results = await eslint.lintFiles(patterns);
	const formatter = await eslint.loadFormatter('stylish');
	const findings = results.flatMap(({ messages }) => messages).length;
	console.log(
		`${await formatter.format(results)}${name}: ${results.length} files, ${findings} findings`,
	);
	if (findings > 0) process.exitCode = 1;
}

/** Packs the folder as npm publishes it, and unpacks it in a folder of its own. */
function unpack(folder, destination) {
	const packing = `npm pack --json --ignore-scripts --loglevel=error --pack-destination "${destination}"`;
	const [{ filename }] = JSON.parse(execSync(packing, { cwd: folder, encoding: 'utf8' }));
	execFileSync('tar', ['-xzf', filename], { cwd: destination });
	return path.join(destination, 'package');
}

const folder = path.resolve(process.argv[2] ?? '.');
const temporary = mkdtempSync(path.join(tmpdir(), 'venue-platform-scan-'));
try {
	await scan('sources', folder, SOURCES);
	await scan('tarball', unpack(folder, temporary), PACKED);
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
