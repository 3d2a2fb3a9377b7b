// Gives the package the real name of the platform, once and before the first release. The types of
// nodes and credentials are saved in workflows, so no later version may change them:
//
//   node test/package/rename.mjs "Acme Venues" acme/n8n-nodes-acme-venues
//
// The first is the name that users read, the second the public repository on GitHub.
import { execFileSync } from 'node:child_process';
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = process.cwd();
const PICTURE = /\.(png|gif|webp)$/;

const [name = '', repository = ''] = process.argv.slice(2);
const words = name.split(' ');
if (!words.every((word) => /^[A-Z][a-zA-Z0-9]*$/.test(word))) {
	stop(
		'The first argument is the name of the platform, such as "Acme Venues": letters and digits.',
	);
}
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
	stop('The second argument is the repository on GitHub, such as acme/n8n-nodes-acme-venues.');
}
if (git('status', '--porcelain', '--untracked-files=no') !== '')
	stop('Commit or stash your changes first.');

const [first, ...others] = words;
const kebab = words.join('-').toLowerCase();
const pascal = words.join('');

/** Each spelling of the old name and of the new one. The longer ones come first. */
const SPELLINGS = [
	['venue-platform/n8n-nodes-venue-platform', repository],
	['Venue Platform', name],
	['Venue_Platform', words.join('_')],
	['VENUE_PLATFORM', words.join('_').toUpperCase()],
	['VenuePlatform', pascal],
	['venuePlatform', first.toLowerCase() + others.join('')],
	['venue-platform', kebab],
];

/** “The Venue Platform” has an article, and most names have none. */
const WITH_ARTICLE = /\bthe Venue Platform(?! (API|Trigger|Recovery|connector|node|credential))/gi;

function renamed(text) {
	const named = text.replaceAll(WITH_ARTICLE, name);
	return SPELLINGS.reduce((rest, [from, to]) => rest.replaceAll(from, to), named);
}

const files = git('ls-files', '-z').split('\0').filter(Boolean);
const changed = [];
for (const file of files) {
	if (!PICTURE.test(file)) {
		const text = readFileSync(file, 'utf8');
		if (renamed(text) !== text) {
			writeFileSync(file, renamed(text));
			changed.push(renamed(file));
		}
	}
	if (renamed(file) === file) continue;
	mkdirSync(path.dirname(renamed(file)), { recursive: true });
	renameSync(file, renamed(file));
	removeIfEmpty(path.dirname(file));
}

// This command has done its work.
const done = [path.relative(ROOT, fileURLToPath(import.meta.url)), 'test/package/rename.test.ts'];
git('rm', '-q', '-f', '--', ...done);
// Other names make other lines.
const prettier = path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
const options = ['--write', '--ignore-unknown', '--log-level', 'warn'];
const toFormat = changed.filter((file) => !done.includes(file));
execFileSync(process.execPath, [prettier, ...options, ...toFormat], { stdio: 'inherit' });
process.stdout.write(`This is ${name} now. Next:

  .ci/run                          everything still passes
  npm run test:weekly -- pictures  the pictures show the new name; look at them before you commit
`);

function removeIfEmpty(folder) {
	if (folder === '.' || readdirSync(folder).length > 0) return;
	rmdirSync(folder);
	removeIfEmpty(path.dirname(folder));
}

function git(...args) {
	return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 });
}

function stop(reason) {
	process.stderr.write(`${reason}\n`);
	process.exit(2);
}
