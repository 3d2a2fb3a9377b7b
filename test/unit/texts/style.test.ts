import { exampleNames, readExample, starterNames, STICKY_NOTE } from '../../examples/examples';
import { filesIn, read, rowsOf } from './support/pages';
import { commentsIn, sourceComments } from './support/sourceComments';
import { sourceTexts } from './support/sourceTexts';
import { findingsIn, proseOf, RULES, sentencesOf } from './support/style';
import { titlesIn } from './support/titles';

const GUIDE = 'docs/development/style.md';

const pages = [
	...['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'test/venue/README.md'],
	...filesIn(['.github', 'docs', 'examples'], /\.md$/),
].filter((page) => page !== GUIDE);

const forms = filesIn(['.github/ISSUE_TEMPLATE'], /\.yml$/);

/** Panels and messages, by file. */
function inSources(): Array<[file: string, sentences: string[]]> {
	const byFile = new Map<string, string[]>();
	for (const [place, text] of sourceTexts()) {
		const [file] = place.split(':');
		byFile.set(file, [...(byFile.get(file) ?? []), ...sentencesOf(text)]);
	}
	return [...byFile];
}

const inExamples = [...exampleNames(), ...starterNames()].map((name): [string, string[]] => {
	const { nodes, ...workflow } = readExample(name);
	const notes = nodes
		.filter(({ type }) => type === STICKY_NOTE)
		.flatMap(({ parameters }) => proseOf(String(parameters.content)));
	const names = [workflow.name, ...nodes.map((node) => node.name)];
	return [`examples/${name}.json`, [...names, ...notes]];
});

const code = filesIn(['credentials', 'nodes', 'test'], /\.(?:ts|m?js)$/);

/** Comments and test titles, by file. */
const inCode = [
	...sourceComments(code).map(([file, comments]) => [`${file}, comments`, comments] as const),
	...code.map((file) => [`${file}, titles`, titlesIn(file)] as const),
]
	.filter(([, written]) => written.length > 0)
	.map(([place, written]): [string, string[]] => [place, written.flatMap(proseOf)]);

const texts: Array<[file: string, sentences: string[]]> = [
	...[...pages, ...forms].map((page): [string, string[]] => [page, proseOf(read(page))]),
	...inSources(),
	...inExamples,
	...inCode,
];

it('the style lint reads pages, panels, messages, examples, comments and test titles', () => {
	const files = texts.map(([file]) => file);
	const sources = [/^nodes\/.*ts$/, /^credentials\/.*ts$/, /^nodes\/.*, comments$/];
	const tests = [/^test\/.*\.ts, comments$/, /^test\/.*\.mjs, comments$/, /^test\/.*, titles$/];
	for (const kind of [/^README/, /^docs\//, /^examples\/.*json$/, ...sources, ...tests]) {
		expect(files.some((file) => kind.test(file))).toBe(true);
	}
	expect(texts.flatMap(([, sentences]) => sentences).length).toBeGreaterThan(1_000);
});

describe('the style lint', () => {
	const rows = rowsOf(read(GUIDE));

	it.each(rows)('finds “%s”', (instead) => {
		expect(sentencesOf(instead).flatMap(findingsIn)).not.toEqual([]);
	});

	it.each(rows)('finds nothing in the replacement of “%s”: “%s”', (_, write) => {
		expect(sentencesOf(write).flatMap(findingsIn)).toEqual([]);
	});

	const WORDS = ['somebody', 'anybody', 'nobody', 'someone', 'No one', 'whoever', 'behaviour'];

	it.each(WORDS)('finds “%s”', (word) => {
		expect(findingsIn(`The venue asks ${word}.`)).toHaveLength(1);
	});

	it('finds a sentence of more than 40 words', () => {
		expect(findingsIn(Array(41).fill('word').join(' '))).toHaveLength(1);
		expect(findingsIn(Array(40).fill('word').join(' '))).toEqual([]);
	});

	it('has no rule without an example here', () => {
		const broken = [...rows.map(([instead]) => instead), ...WORDS].flatMap(findingsIn);
		const found = new Set(broken.map(({ instead }) => instead));
		expect(RULES.filter(({ instead }) => !found.has(instead))).toEqual([]);
	});

	it.each([
		'n8n stores the time so that the next poll can begin there.',
		'The list is empty, so there is nothing to fetch.',
		'The body of a booking has a status.',
		'The user who publishes the workflow, however often, sees it once.',
		'Exercise caution with a promise.',
	])('finds nothing in “%s”', (sentence) => {
		expect(findingsIn(sentence)).toEqual([]);
	});

	it('reads sentences across lines, in items and in cells, but no code', () => {
		const page =
			'One\nline. Two.\n\n- three\n- four\n\n| a | b |\n\n```sh\nnobody\n```\n\n`nobody`';
		expect(proseOf(page)).toEqual(['One line.', 'Two.', '- three', '- four', 'a', 'b', '…']);
	});

	it('reads comments as sentences, without stars and code, but no strings that look like comments', () => {
		const code = [
			'/** One. */',
			"const a = '// no'; // Two.",
			'/**',
			' * Three is',
			' * `nobody`.',
			' */',
			'function b() {',
			'\t// Four is',
			'\t// long.',
			'\treturn `/* no */`;',
			'}',
		];
		const comments = ['One.', 'Two.', 'Three is ….', 'Four is long.'];
		expect(commentsIn(code.join('\n')).flatMap(proseOf)).toEqual(comments);
	});
});

it.each(texts)('%s follows the style guide', (_, sentences) => {
	expect(sentences.flatMap(findingsIn)).toEqual([]);
});

const withoutTitle = (page: string) => page.replace(/^# .*\n+/, '');

it.each(pages.filter((page) => page.startsWith('docs/')))(
	'%s begins with whom it is for',
	(page) => {
		expect(withoutTitle(read(page))).toMatch(/^(This page is for|For) /);
	},
);

it('the guide itself follows its rules, except in what it quotes', () => {
	const page = read(GUIDE)
		.replace(/^\|.*$/gm, '')
		.replace(/“[^”]*”/g, '“…”');
	expect(proseOf(page).flatMap(findingsIn)).toEqual([]);
});
