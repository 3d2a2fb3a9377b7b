import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const ID = ['-c', 'user.name=test', '-c', 'user.email=test@venue.example'];

describe('the package under another name', () => {
	const clone = mkdtempSync(path.join(tmpdir(), 'renamed-'));
	afterAll(() => rmSync(clone, { recursive: true, force: true }));

	// The lint rules of n8n take “test” for a test of their own.
	const env = { ...process.env, NODE_ENV: '' };
	const run = (command: string, ...args: string[]) => {
		const { status, stdout, stderr } = spawnSync(command, args, {
			cwd: clone,
			env,
			encoding: 'utf8',
		});
		return { status, output: stdout + stderr };
	};
	const rename = (...args: string[]) => run(process.execPath, 'test/package/rename.mjs', ...args);
	const passes = (command: string, ...args: string[]) => {
		const { status, output } = run(command, ...args);
		expect(status === 0 ? '' : output).toBe('');
	};

	beforeAll(() => {
		const files = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).stdout;
		for (const file of files.split('\0').filter(Boolean)) {
			cpSync(path.join(ROOT, file), path.join(clone, file));
		}
		run('git', 'init', '--quiet');
		run('git', 'add', '--all');
		run('git', ...ID, 'commit', '--quiet', '--message', 'as it is');
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'), 'junction');
	});

	it.each([
		['a name in small letters', 'acme venues', 'acme/n8n-nodes-acme'],
		['no repository', 'Acme Venues', ''],
	])('needs a proper name and a repository: %s', (_, name, repository) => {
		expect(rename(name, repository)).toMatchObject({ status: 2 });
		expect(run('git', 'status', '--porcelain', '--untracked-files=no').output).toBe('');
	});

	it('has the old name nowhere, in texts or names of files', () => {
		expect(rename('Acme Venues', 'acme/n8n-nodes-acme-venues')).toMatchObject({ status: 0 });
		run('git', 'add', '--all', ':!node_modules');
		expect(
			run('git', 'grep', '-nE', '[vV]enue[-_]?[pP]latform|VENUE_PLATFORM|Venue Platform'),
		).toEqual({ status: 1, output: '' });
		expect(run('git', 'ls-files', '*enue?latform*', '*enue-platform*').output).toBe('');
	});

	it('passes the rules of its shipped code, build and n8n’s scanner', () => {
		passes('npx', 'eslint', 'nodes', 'credentials', 'package.json', '--max-warnings', '0');
		passes('npx', 'prettier', '--check', 'nodes', 'credentials', 'package.json', 'README.md');
		passes('npm', 'run', '--silent', 'build');
		passes('npm', 'run', '--silent', 'scan');
	});
});
