import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ESLint, type Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const ROOT = join(__dirname, '../..');

const regexp = jest.requireActual<ESLint.Plugin>('eslint-plugin-regexp');

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/**
 * Not part of the package's own configuration, which n8n's verification does not allow to change.
 */
const eslint = new ESLint({
	cwd: ROOT,
	overrideConfigFile: true,
	allowInlineConfig: false,
	overrideConfig: {
		files: ['**/*.ts'],
		languageOptions: { parser: parser as Linter.Parser },
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
			// An expression that is composed at run time cannot be checked here.
			'no-restricted-syntax': [
				'error',
				{ selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]' },
			],
		},
	},
});

async function complaintsAbout(code: string, filePath: string): Promise<string[]> {
	const [{ messages }] = await eslint.lintText(code, { filePath });
	return messages.map(({ line, ruleId, message }) => `line ${line}: ${ruleId ?? ''} ${message}`);
}

describe('the regular expressions of the package', () => {
	it.each(files)('take linear time with any text, in %s [security: linear time]', async (file) => {
		expect(await complaintsAbout(readFileSync(join(ROOT, file), 'utf8'), file)).toEqual([]);
	});

	it.each(['/\\/+$/', '/^(a+)+$/', '/^\\s*,\\s*\\s*$/', 'RegExp(`^${name}$`)'])(
		'are not accepted as %s',
		async (expression) => {
			const code = `export const matches = (name: string) => ${expression}.test(name);`;
			expect(await complaintsAbout(code, 'nodes/example.ts')).toHaveLength(1);
		},
	);
});
