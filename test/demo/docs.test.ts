import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/troubleshooting.md'];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const pages = PAGES.map((file) => [file, read(file)] as const);

describe.each(pages)('%s', (file, page) => {
	it('links to what is there', () => {
		const links = [...page.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:)([^)#"]+)/g)].map(
			([, link]) => link,
		);
		const missing = links.filter((link) => !existsSync(join(ROOT, dirname(file), link)));
		expect(missing).toEqual([]);
	});

	it('names commands that there are', () => {
		const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
		expect(commands.filter((name) => !(name in scripts))).toEqual([]);
	});

	it('uses none of the words that n8n does not want in front of users', () => {
		const forUsers = page.replace(/\*\*On Error\*\*/g, '');
		if (file === 'CONTRIBUTING.md') return;
		expect(forUsers.match(/\b(errors?|problems?|failures?|mistakes?)\b/gi)).toBeNull();
	});
});

it('every picture is in the README, none is large, and all together are not', () => {
	const folder = join(ROOT, 'docs/pictures');
	const pictures = readdirSync(folder);
	const unused = pictures.filter((name) => !read('README.md').includes(`docs/pictures/${name}`));
	expect(unused).toEqual([]);
	const sizes = pictures.map((name) => readFileSync(join(folder, name)).length);
	expect(Math.max(...sizes)).toBeLessThan(300_000);
	expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_500_000);
});

describe('the help by message', () => {
	/** What the messages have in common with every other text: quotes and gaps. */
	const asPattern = (message: string) =>
		message
			.replace(/\$\{[^}]*\}+/g, '…')
			.replace(/\s+/g, ' ')
			.split('…')
			.map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
			.join('.*');

	const shipped = execFileSync('git', ['ls-files', 'nodes', 'credentials', 'test/demo'], {
		cwd: ROOT,
	})
		.toString()
		.split('\n')
		.filter((file) => file.endsWith('.ts') && existsSync(join(ROOT, file)))
		.map(read)
		.join('\n');

	const texts = [...shipped.matchAll(/'([^'\n]{12,})'|`([^`\n]{12,})`/g)].map(
		([, plain, template]) => (plain ?? template).replace(/\$\{[^}]*\}+/g, '…'),
	);

	const messages = [...read('docs/troubleshooting.md').matchAll(/\*\*([^*]+)\*\*(?=[,:])/g)]
		.map(([, message]) => message.replace(/\s+/g, ' '))
		.filter((message) => message.length > 25);

	it('has many', () => expect(messages.length).toBeGreaterThan(30));

	it.each(messages)('“%s” is what the package says', (message) => {
		const pattern = new RegExp(asPattern(message));
		expect(texts.some((text) => pattern.test(text))).toBe(true);
	});

	it('has each message about an answer of the venue', () => {
		const source = read('nodes/venueApi/errors/explanations.ts');
		const said = [...source.matchAll(/message:\s+(?:said \|\| )?(?:'([^']+)'|`([^`]+)`)/g)].map(
			([, plain, template]) => plain ?? template,
		);
		expect(said.length).toBeGreaterThan(12);
		const help = read('docs/troubleshooting.md').replace(/\s+/g, ' ');
		const unexplained = said.filter((message) => {
			const start = message.replace(/\$\{quoted\(.*$/, '').replace(/\$\{[^}]*\}+/g, '…');
			return !new RegExp(asPattern(start)).test(help);
		});
		expect(unexplained).toEqual([]);
	});
});
