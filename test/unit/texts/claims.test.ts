import { hasFigure, statementsOf } from './support/claims';
import { read, rowsOf } from './support/pages';
import { titlesIn } from './support/titles';

/** The bold beginning of an item on these pages is a promise. */
const PROMISING = [
	'README.md',
	'docs/reliability.md',
	'docs/reliability-in-detail.md',
	'docs/self-hosting.md',
	'docs/agents.md',
	'docs/api-access.md',
];
const PAGES = [...PROMISING, 'docs/troubleshooting.md'];

const claims = rowsOf(read('docs/development/claims.md')).map(([says, file, test]) => ({
	says,
	file,
	test,
}));

const statementsOn = (pages: string[]) => pages.flatMap((page) => statementsOf(read(page)));
const statements = statementsOn(PAGES);
const promises = statementsOn(PROMISING).flatMap(({ promise }) => promise ?? []);

/** What SECURITY.md promises: its lists. The paragraphs around them say what remains. */
const guarded = read('SECURITY.md')
	.split(/\n\s*\n/)
	.filter((block) => block.startsWith('- '))
	.flatMap((block) => statementsOf(block));

/** The part of a statement that the table does not quote. */
const unquoted = (text: string) => claims.reduce((rest, { says }) => rest.replace(says, ''), text);

const isRow = (says: string) => says.includes(' · ');

describe('the promises of the pages for users', () => {
	it('are read sentence by sentence', () => {
		const [first, second, third] = statementsOf(
			'# A\n\n- **One.** Two of\n  them.\n- **Three:** four\n\n| a | b |\n| - | - |\n| c | 1 |',
		);
		expect(first).toEqual({ section: 'A', text: 'One.', promise: 'One' });
		expect(second).toEqual({ section: 'A', text: 'Two of them.' });
		expect(third).toEqual({ section: 'A', text: 'Three: four' });
	});

	it('have all of their figures in the table of claims', () => {
		expect(statements.map(({ text }) => unquoted(text)).filter(hasFigure)).toEqual([]);
	});

	it('are all in the table of claims', () => {
		expect(promises.length).toBeGreaterThan(30);
		const said = claims.map(({ says }) => says);
		expect(promises.filter((promise) => !said.includes(promise))).toEqual([]);
	});
});

it('each sentence in the lists of SECURITY.md is in the table of claims', () => {
	expect(guarded.length).toBeGreaterThan(30);
	const isShown = (text: string) => claims.some(({ says }) => text.includes(says));
	expect(guarded.map(({ text }) => text).filter((text) => !isShown(text))).toEqual([]);
});

describe('the table of claims', () => {
	it('quotes what the pages say', () => {
		const isSaid = (says: string) =>
			[...statements, ...guarded].some(({ text }) => text.includes(says));
		expect(claims.map(({ says }) => says).filter((says) => !isSaid(says))).toEqual([]);
	});

	it('has only promises, figures and rows of tables, so any other sentence can change', () => {
		const others = claims
			.map(({ says }) => says)
			.filter((says) => !promises.includes(says) && !isRow(says) && !hasFigure(says))
			.filter((says) => !guarded.some(({ text }) => text.includes(says)));
		expect(others).toEqual([]);
	});

	it('quotes only a phrase of a sentence with a figure', () => {
		const long = claims
			.map(({ says }) => says)
			.filter((says) => !promises.includes(says) && !isRow(says))
			.filter((says) => says.split(' ').length > 16);
		expect(long).toEqual([]);
	});

	it('names tests that exist', () => {
		const missing = claims.filter(({ file, test }) => !titlesIn(file).includes(test));
		expect(missing).toEqual([]);
	});
});
