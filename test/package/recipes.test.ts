import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Each command starts a process that compiles what it needs.
jest.setTimeout(600_000);

const ROOT = path.resolve(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/development/recipes.md');
const NOT_COPIED = ['.git', 'node_modules', 'dist'];

interface Snippet {
	file: string;
	kind: string;
	text: string;
}

/** The recipes of the page, each with its files and commands. */
const recipes = readFileSync(PAGE, 'utf8')
	.split(/^## /m)
	.slice(1)
	.map((text) => ({
		name: text.slice(0, text.indexOf('\n')),
		snippets: [...text.matchAll(/^`([^`\n]+)`\n\n```(\w+)\n(.*?)^```$/gms)].map(
			([, file, kind, code]): Snippet => ({ file, kind, text: code }),
		),
		commands: [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines]) =>
			lines.trim().split('\n'),
		),
		codes: [...text.matchAll(/^```/gm)].length / 2,
	}))
	.filter(({ codes }) => codes > 0);

/** The lines before and after, for each place in a diff. */
function changesIn(diff: string): Array<{ before: string; after: string }> {
	const linesOf = (hunk: string, left: string) =>
		hunk
			.split('\n')
			.filter((line) => line !== '' && line[0] !== left)
			.map((line) => `${line.slice(1)}\n`)
			.join('');
	return diff
		.split(/^@@$/m)
		.map((hunk) => ({ before: linesOf(hunk, '+'), after: linesOf(hunk, '-') }));
}

describe('the recipes', () => {
	const copy = mkdtempSync(path.join(tmpdir(), 'venue-platform-recipe-'));
	const inCopy = (file: string) => path.join(copy, file);
	const run = (command: string, ...given: string[]) => {
		const program = path.join(ROOT, 'node_modules/.bin', command);
		const { status, stdout, stderr } = spawnSync(program, given, {
			cwd: copy,
			encoding: 'utf8',
			// With "test", eslint-plugin-n8n-nodes-base takes every file for a trigger.
			env: { ...process.env, NODE_ENV: undefined },
		});
		return status === 0 ? 'passed' : stdout + stderr;
	};

	beforeAll(() => {
		const isCopied = (file: string) => !NOT_COPIED.includes(path.relative(ROOT, file));
		cpSync(ROOT, copy, { recursive: true, filter: isCopied });
		symlinkSync(path.join(ROOT, 'node_modules'), inCopy('node_modules'), 'junction');
	});
	afterAll(() => rmSync(copy, { recursive: true }));

	describe.each(recipes)('“$name”', ({ snippets, commands, codes }) => {
		it('is complete: each block of code says where it belongs', () => {
			expect(commands.length).toBeGreaterThan(0);
			expect(snippets).toHaveLength(codes - commands.length);
		});

		it.each(snippets)('applies to $file', ({ file, kind, text }) => {
			if (kind !== 'diff') {
				expect(existsSync(inCopy(file))).toBe(false);
				mkdirSync(path.dirname(inCopy(file)), { recursive: true });
				writeFileSync(inCopy(file), text);
				return;
			}
			let changed = readFileSync(inCopy(file), 'utf8');
			for (const { before, after } of changesIn(text)) {
				expect(changed.split(before)).toHaveLength(2);
				changed = changed.replace(before, () => after);
			}
			writeFileSync(inCopy(file), changed);
		});

		it.each(commands)('passes the suites that it names: %s', (command) => {
			const [npx, ...words] = command.split(' ');
			expect(npx).toBe('npx');
			const [program, ...given] = words;
			expect(run(program, ...given)).toBe('passed');
		});
	});

	// Once, after the last one: all types take half a minute.
	it('produce code that passes the lint', () => {
		const files = [...new Set(recipes.flatMap(({ snippets }) => snippets.map(({ file }) => file)))];
		expect(run('prettier', '--check', ...files)).toBe('passed');
		const code = files.filter((file) => file.endsWith('.ts'));
		expect(
			run('eslint', '--flag', 'unstable_config_lookup_from_file', '--max-warnings', '0', ...code),
		).toBe('passed');
		expect(run('tsc', '-p', 'test')).toBe('passed');
	});
});
