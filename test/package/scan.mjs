/**
 * Runs n8n's own scanner before anything is published, on the sources and on the content of the
 * tarball. Its command line only reads packages from npm. Comments that disable rules have no
 * effect.
 *
 * node test/package/scan.mjs [folder]
 */
import { execFileSync, execSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

/** The files of a downloaded package that the scanner reads. */
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

async function scan(name, folder, patterns) {
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
	console.log(passed ? `${name}: passed` : `${details}${name}: ${message}`);
	if (!passed) process.exitCode = 1;
}

/** The scanner passes a package without code. */
const hasCode = (tarball) =>
	existsSync(path.join(tarball, 'dist')) &&
	readdirSync(path.join(tarball, 'dist'), { recursive: true }).some((file) => file.endsWith('.js'));

/** Packs the folder like npm does to publish it, and unpacks the tarball. */
function unpack(folder, destination) {
	const packing = `npm pack --json --ignore-scripts --loglevel=error --pack-destination "${destination}"`;
	const [{ filename }] = JSON.parse(execSync(packing, { cwd: folder, encoding: 'utf8' }));
	execFileSync('tar', ['-xzf', filename], { cwd: destination });
	return path.join(destination, 'package');
}

const folder = path.resolve(process.argv[2] ?? '.');
const temporary = mkdtempSync(path.join(tmpdir(), 'venue-platform-scan-'));
try {
	await scan('sources', folder, SOURCE_FILE_PATTERNS);
	const tarball = unpack(folder, temporary);
	if (hasCode(tarball)) {
		await scan('tarball', tarball, PACKED_FILE_PATTERNS);
	} else {
		console.log('tarball: no code in dist, run "npm run build" first');
		process.exitCode = 1;
	}
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
