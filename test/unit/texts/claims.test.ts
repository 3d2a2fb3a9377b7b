import { hasFigure, statementsOf } from './support/claims';
import { read, rowsOf } from './support/pages';
import { titlesIn } from './support/titles';

const PAGES = ['README.md', 'docs/troubleshooting.md'];

const claims = rowsOf(read('docs/development/claims.md')).map(([says, file, test]) => ({
	says,
	file,
	test,
}));

const said = PAGES.map((page) => statementsOf(read(page)));
const statements = said.flat();

/** What is left of a statement without what the table quotes of it. */
const unquoted = (text: string) => claims.reduce((rest, { says }) => rest.replace(says, ''), text);

describe('what README and the help by message promise', () => {
	it('is read sentence by sentence', () => {
		const [first, second] = statementsOf(
			'# A\n\n- **One.** Two of\n  them.\n\n| a | b |\n| - | - |\n| c | 1 |',
		);
		expect(first).toEqual({ section: 'A', text: 'One.', isPromise: true });
		expect(second).toEqual({ section: 'A', text: 'Two of them.', isPromise: false });
	});

	it('has each of its figures in the table of claims', () => {
		expect(statements.map(({ text }) => unquoted(text)).filter(hasFigure)).toEqual([]);
	});

	it('has each promise of the README in the table of claims', () => {
		const promises = said[0].filter(({ isPromise }) => isPromise).map(({ text }) => text);
		expect(promises.length).toBeGreaterThan(15);
		expect(promises.filter((text) => unquoted(text) === text)).toEqual([]);
	});
});

describe('the table of claims', () => {
	it('quotes what the pages say', () => {
		const isSaid = (says: string) => statements.some(({ text }) => text.includes(says));
		expect(claims.map(({ says }) => says).filter((says) => !isSaid(says))).toEqual([]);
	});

	it('names tests that there are', () => {
		const missing = claims.filter(({ file, test }) => !titlesIn(file).includes(test));
		expect(missing).toEqual([]);
	});
});
