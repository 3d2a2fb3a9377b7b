import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ciRun } from './ciRun';

const ROOT = path.resolve(__dirname, '../..');
const WORKFLOWS = '.github/workflows';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const PACKAGE = ['lint', 'build', 'scan', 'test:package', 'test', 'test:n8n-1', 'test:lives'];
const N8N = ['build', 'test:n8n', 'test:browser', 'test:demo', 'test:examples'];

describe('.ci/run', () => {
	const scriptsOf = (asked: string[]) =>
		asked.flatMap((line) => (line === 'test' ? [line] : (/^run (.+)$/.exec(line)?.slice(1) ?? [])));

	it.each([
		['package', PACKAGE],
		['n8n', N8N],
		['trigger', ['test:weekly trigger']],
		['n8n-lives', ['test:weekly n8n-lives']],
		['remedies', ['test:weekly remedies']],
		['compatibility', ['test:weekly compatibility']],
		['mutants', ['test:weekly mutants']],
		['newest', ['test', 'test:n8n', 'test:examples', 'test:browser']],
	])('of “%s” installs, and then runs existing scripts', (part, expected) => {
		const { asked, status, lastLine } = ciRun(part);

		expect(asked[0]).toBe('ci');
		expect(scriptsOf(asked)).toEqual(expected);
		expect(expected.filter((name) => !(name.split(' ')[0] in scripts))).toEqual([]);
		const suites = expected.filter((name) => /^test(?!:lives)/.test(name)).length;
		expect({ status, lastLine }).toEqual({ status: 0, lastLine: `${suites} passed, 0 failed` });
	});

	it('without a part runs all of them, and what only computes beside the others', () => {
		const { asked, status, lastLine } = ciRun();
		const ran = scriptsOf(asked);
		expect(ran[0]).toBe('build');
		expect([...ran].sort()).toEqual([...new Set([...PACKAGE, ...N8N])].sort());
		expect({ status, lastLine }).toEqual({ status: 0, lastLine: '7 passed, 0 failed' });
	});

	it.each([
		['lint', 0],
		['scan', 0],
		['test:lives', 0],
		['test:n8n-1', 1],
	])('reports %s, which runs beside the others', (failing, failed) => {
		const { status, stdout, lastLine } = ciRun('', failing);
		expect(stdout).toContain(`-- did not pass: npm run ${failing}`);
		expect({ status, lastLine }).toEqual({
			status: 1,
			lastLine: `${7 - failed} passed, ${failed} failed`,
		});
	});

	it.each(['', 'n8n'])('of “%s” packs once, after the build', (part) => {
		const { asked } = ciRun(part);
		expect(asked.filter((line) => line.startsWith('pack '))).toHaveLength(1);
		expect(asked.findIndex((line) => line.startsWith('pack '))).toBe(
			asked.indexOf('run build') + 1,
		);
	});

	it('tests with the newest n8n on npm, and changes no file', () => {
		const { asked } = ciRun('newest');
		expect(asked).toContain('view n8n@latest version');
		expect(asked).toContain('install n8n-core@9.9.9 n8n-workflow@9.9.9');
	});

	it('continues after a failed step, and reports it at the end', () => {
		const { asked, status, lastLine } = ciRun('package', 'lint test:package');
		expect(scriptsOf(asked)).toEqual(PACKAGE);
		expect({ status, lastLine }).toEqual({ status: 1, lastLine: '2 passed, 1 failed' });
	});

	const refusal = (...lines: string[]) =>
		['code EUSAGE', '', ...lines, ''].map((line) => `npm error ${line}\n`).join('');
	const FOREIGN = 'Missing: @tool/binding-win32-arm64@ from lock file';

	it('says which package of another platform the registry lacks, and goes on', () => {
		const foreign = refusal(FOREIGN, 'Missing: tool-aix-ppc64@ from lock file');
		const { asked, status, stdout } = ciRun('mutants', 'ci', foreign);
		expect(asked.slice(0, 2)).toEqual(['ci', 'install']);
		expect(stdout).toContain(
			'-- the registry lacks @tool/binding-win32-arm64, tool-aix-ppc64, which only other platforms need',
		);
		expect({ status, asked: asked.slice(2) }).toEqual({
			status: 0,
			asked: ['run test:weekly mutants'],
		});
	});

	it.each([
		['no reason', ''],
		['a package that is not there', 'npm error code E404\nnpm error 404 Not Found - GET /tool\n'],
		['a lock that lacks a package of the registry', refusal('Missing: tool@1.0.0 from lock file')],
		['a lock of another version', refusal('Invalid: lock file’s a@1.0.0 does not satisfy a@2.0.0')],
		['two reasons', refusal(FOREIGN, 'Missing: tool@1.0.0 from lock file')],
		[
			'a package of this platform',
			refusal(`Missing: tool-${process.platform}-${process.arch}@ from lock file`),
		],
	])('stops after another refusal of npm ci: %s', (_, reason) => {
		const { asked, status, lastLine, stdout } = ciRun('', 'ci', reason);
		expect(asked).toEqual(['ci']);
		expect(stdout).not.toContain('the registry lacks');
		expect({ status, lastLine }).toEqual({ status: 1, lastLine: '0 passed, 7 failed' });
	});

	it('counts suites as failed if the installation failed', () => {
		const { asked, status, lastLine } = ciRun('', 'ci install', refusal(FOREIGN));
		expect(asked).toEqual(['ci', 'install']);
		expect({ status, lastLine }).toEqual({ status: 1, lastLine: '0 passed, 7 failed' });
	});

	it('runs nothing for an unknown name', () => {
		expect(ciRun('pakcage')).toMatchObject({ status: 2, asked: [] });
	});
});

const workflows = readdirSync(path.join(ROOT, WORKFLOWS)).map(
	(file) => [file, read(`${WORKFLOWS}/${file}`)] as const,
);

/** The release checks nothing itself: see `release.test.ts`. */
const ALLOWED = /^npm (?:ci --ignore-scripts$|run build$|pack\b|publish\b)/;

describe.each(workflows)('%s', (_, workflow) => {
	it('leaves installing and testing to .ci/run', () => {
		const own = [...workflow.matchAll(/\b(?:npm|npx|jest|tsc|apt-get)\b[^\n]*/g)]
			.map(([command]) => command)
			.filter((command) => !ALLOWED.test(command))
			// The name of a cache, and of a job.
			.filter((command) => command !== 'npm');
		expect(own).toEqual([]);
	});

	it('names only parts that .ci/run knows', () => {
		const called = [...workflow.matchAll(/run: \.ci\/run ?(.*)/g)].map(([, part]) => part);
		const [, list = ''] = /part: \[(.*)\]/.exec(workflow) ?? [];
		const parts = called.flatMap((part) =>
			part === '${{ matrix.part }}' ? list.split(', ') : [part],
		);
		const unknown = parts.filter((part) => ciRun(part).status !== 0);
		expect(unknown).toEqual([]);
	});

	it('pins each action to one commit', () => {
		const actions = [...workflow.matchAll(/uses:(.*)/g)].map(([, action]) => action.trim());
		expect(actions.length).toBeGreaterThan(0);
		expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual(
			[],
		);
	});

	it('only lets its jobs read the repository by default', () => {
		expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
	});
});

it('every part of .ci/run is called by a workflow', () => {
	const all = workflows.map(([, workflow]) => workflow).join('\n');
	for (const part of ['package', 'n8n']) expect(all).toContain(`run: .ci/run ${part}\n`);
	expect(all).toContain('run: .ci/run\n');
	expect(all).toContain(
		'part: [trigger, recovery, n8n-lives, remedies, compatibility, mutants, newest]',
	);
});

it('the package is tested with the oldest Node.js that it promises, too', () => {
	const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
	const [, list = ''] = /^ {8}node: \[(.*)\]$/m.exec(read(`${WORKFLOWS}/ci.yml`)) ?? [];
	expect(list.split(', ')).toContain(engines.node.replace(/^>=(\d+)$/, "'$1'"));
});

it('the files for GitHub are well-formed', () => {
	const prettier = path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
	execFileSync(process.execPath, [prettier, '--check', '.github'], { cwd: ROOT });
});

describe('the issue forms', () => {
	const folder = '.github/ISSUE_TEMPLATE';
	const forms = readdirSync(path.join(ROOT, folder)).filter((file) => file !== 'config.yml');

	it.each(forms)('%s has what GitHub requires of a form, and asks for no secrets', (file) => {
		const form = read(`${folder}/${file}`);
		for (const key of ['name', 'description', 'body'])
			expect(form).toMatch(RegExp(`^${key}:`, 'm'));
		const ids = [...form.matchAll(/^ {4}id: (.+)$/gm)].map(([, id]) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(form).toMatch(/no (?:client )?secrets?\b/i);
	});

	it('link to existing pages', () => {
		const texts = [...forms, 'config.yml'].map((file) => read(`${folder}/${file}`)).join('\n');
		const pages = [...texts.matchAll(/\/blob\/main\/([\w./-]+\.md)/g)].map(([, page]) => page);
		expect(pages.sort()).toEqual(['SECURITY.md', 'docs/troubleshooting.md']);
		for (const page of pages) expect(read(page)).not.toBe('');
	});
});
