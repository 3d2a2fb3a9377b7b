import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { anchorOf, exists, read } from './support/pages';

const ROOT = resolve(__dirname, '../../..');

const tracked = (...paths: string[]) =>
	execFileSync('git', ['ls-files', ...paths], { cwd: ROOT })
		.toString()
		.split('\n')
		.filter((file) => file !== '' && exists(file));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const pages = tracked('*.md').map((file) => [file, read(file)] as const);

/** The targets of links with `#` on a page. */
const anchorsOf = (page: string) =>
	[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

const leadsNowhere = (from: string, link: string) => {
	const [path, anchor] = link.split('#');
	const file = path ? join(dirname(from), path) : from;
	if (!exists(file)) return true;
	return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
};

describe.each(pages)('%s', (file, page) => {
	it('links to existing pages and headings [guideline: A README]', () => {
		const links = [...page.matchAll(/(?:\]\(|(?:href|src(?:set)?)=")(?!https?:)([^)"]+)/g)];
		expect(links.map(([, link]) => link).filter((link) => leadsNowhere(file, link))).toEqual([]);
	});

	it('names files and folders that exist', () => {
		const named = [...page.matchAll(/`((?:credentials|docs|nodes|test)\/[\w./-]+)`/g)]
			.map(([, path]) => path)
			// The recipes add files that do not exist.
			.filter((path) => !/\b(products?|nights?)\b/.test(path));
		expect(named.filter((path) => !exists(path))).toEqual([]);
	});

	it('names commands that exist', () => {
		const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
		expect(commands.filter((name) => !(name in scripts))).toEqual([]);
		const programs = [...page.matchAll(/npx ([\w-]+)/g)].map(([, name]) => name);
		expect(programs.filter((name) => !exists(`node_modules/.bin/${name}`))).toEqual([]);
	});
});

it.each([
	'README.md',
	'examples/README.md',
	...tracked('docs/*.md').filter((page) => dirname(page) === 'docs'),
])('%s uses no word that n8n does not want users to read', (file) => {
	const forUsers = read(file).replace(
		/\*\*(On Error|Error Workflow|Continue \(using error output\))\*\*/g,
		'',
	);
	expect(forUsers.match(/\b(errors?|problems?|failures?|mistakes?)\b/gi)).toBeNull();
});

it('one page alone names the live service', () => {
	const page = 'docs/development/live-service.md';
	const [, name] = /documentation of one service, (\w+), agrees/.exec(read(page)) ?? [];
	expect(name.length).toBeGreaterThan(3);
	const written = [...tracked('*.md', 'credentials', 'nodes', 'examples', 'test'), page];
	const named = written.filter((file) => new RegExp(`\\b${name}`, 'i').test(read(file)));
	expect([...new Set(named)]).toEqual([page]);
});

it('n8n’s panels link to headings of the README', () => {
	const shipped = tracked('nodes/*.json', 'credentials').map(read).join('\n');
	const anchors = [...shipped.matchAll(/n8n-nodes-venue-platform#([\w-]+)/g)].map(([, to]) => to);
	expect(anchors).toContain('credential');
	const missing = anchors.filter(
		(anchor) => anchor !== 'readme' && leadsNowhere('README.md', `#${anchor}`),
	);
	expect(missing).toEqual([]);
});

/** npm shows the README on another site, and keeps the second address of a picture as it is. */
const RAW = 'https://raw.githubusercontent.com/venue-platform/n8n-nodes-venue-platform/main/';

it('every picture is on a page, and neither one of them nor all together are too large', () => {
	const pictures = tracked('docs/pictures');
	const shown = pages.flatMap(([page, text]) =>
		[...text.matchAll(/(?:\]\(|src(?:set)?=")([^)"]+)/g)].map(([, link]) =>
			link.startsWith(RAW) ? link.slice(RAW.length) : join(dirname(page), link),
		),
	);
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	const sizeOf = (picture: string) => readFileSync(join(ROOT, picture)).length;
	const ofExamples = pictures.filter((picture) => picture.includes('/examples/'));
	expect(Math.max(...ofExamples.map(sizeOf))).toBeLessThan(100_000);
	const animation = pictures.filter((picture) => picture.includes('/first-minute'));
	const still = pictures.filter((picture) => !animation.includes(picture));
	expect(Math.max(...still.map(sizeOf))).toBeLessThan(300_000);
	expect(Math.max(...animation.map(sizeOf))).toBeLessThan(1_000_000);
	expect(pictures.map(sizeOf).reduce((sum, size) => sum + size)).toBeLessThan(4_000_000);
});

it('every picture of n8n has a light and a dark version', () => {
	const shots = tracked('docs/pictures').filter((file) => file.endsWith('.png'));
	const light = shots.filter((file) => !file.endsWith('-dark.png'));
	const both = light.flatMap((file) => [file, file.replace('.png', '-dark.png')]);
	expect(shots).toEqual(both.sort());
	for (const file of light) {
		const name = file.slice('docs/pictures/'.length, -'.png'.length);
		const [[, page] = []] = pages.filter(([, text]) => text.includes(`pictures/${name}.png"`));
		expect(page).toMatch(
			new RegExp(`srcset="[^"]*pictures/${name}-dark.png"><img [^>]*pictures/${name}.png"`),
		);
	}
});

describe('the help by message', () => {
	/** The fixed parts of a message. Quotes and gaps are found in every other text, too. */
	const asPattern = (message: string) =>
		message
			.replace(/\$\{[^}]*\}+/g, '…')
			.replace(/\s+/g, ' ')
			.split('…')
			.map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
			.join('.*');

	const shipped = tracked('nodes/*.ts', 'credentials/*.ts', 'test/demo/*.ts').map(read).join('\n');

	const texts = [...shipped.matchAll(/'([^'\n]{12,})'|`([^`\n]{12,})`/g)].map(
		([, plain, template]) => (plain ?? template).replace(/\$\{[^}]*\}+/g, '…'),
	);

	const messages = [...read('docs/troubleshooting.md').matchAll(/\*\*([^*]+)\*\*(?=[,:])/g)]
		.map(([, message]) => message.replace(/\s+/g, ' '))
		.filter((message) => message.length > 25);

	it('explains many messages', () => expect(messages.length).toBeGreaterThan(30));

	it.each(messages)('quotes a message of the package: “%s”', (message) => {
		const pattern = new RegExp(asPattern(message));
		expect(texts.some((text) => pattern.test(text))).toBe(true);
	});

	it('explains each message about an answer of the venue', () => {
		const source = ['explanations', 'faults', 'lists', 'waits']
			.map((name) => read(`nodes/venueApi/messages/${name}.ts`))
			.join('\n');
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
