/**
 * Prints what to fill in before a release, one line each: placeholders, addresses that differ, and
 * a version without a date.
 *
 * node test/package/readyForRelease.mjs [folder]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(process.argv[2] ?? '.');
const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const { name, version, author, repository } = JSON.parse(read('package.json'));

/** “owner/name” of the repository that this runs in, according to GitHub or the checkout. */
function actualRepository() {
	if (process.env.GITHUB_REPOSITORY) return process.env.GITHUB_REPOSITORY;
	try {
		const remote = execFileSync('git', ['remote', 'get-url', 'origin'], {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return /github\.com[/:](.+?)(?:\.git)?\s*$/.exec(remote)?.[1];
	} catch {
		return undefined;
	}
}

const named = /github\.com\/(.+?)(?:\.git)?$/.exec(repository.url)?.[1];
const actual = actualRepository();
const missing = [];

if (author.email.endsWith('@users.noreply.github.com')) {
	missing.push(`package.json: author.email is a placeholder, ${author.email}`);
}
if (author.name === `${name} maintainers`) {
	missing.push(`package.json: author.name is a placeholder, ${author.name}`);
}
if (read('LICENSE.md').includes(`${name} maintainers`)) {
	missing.push('LICENSE.md: the copyright holder is a placeholder');
}
if (actual === undefined) {
	missing.push(
		'The repository is unknown: run this in a clone from GitHub, or set GITHUB_REPOSITORY',
	);
} else if (actual !== named) {
	missing.push(`package.json: repository.url names ${named}, and this is ${actual}`);
}
if (
	!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(
		read('CHANGELOG.md'),
	)
) {
	missing.push(`CHANGELOG.md: no section “## [${version}] - <date>”`);
}

for (const line of missing) console.log(line);
console.log(
	missing.length === 0
		? `${name} ${version} is ready to be tagged as v${version}`
		: `${name} ${version} is not ready: ${missing.length} to fill in`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
