import { exampleNames, starterNames } from '../../examples/examples';
import { read } from './support/pages';

const LONGEST_TITLE = 90;

const rows = [
	...read('docs/development/templates.md').matchAll(
		/^\| \[(.+)\]\(\.\.\/\.\.\/examples\/(.+)\.json\) +\|$/gm,
	),
].map(([, title, example]) => ({ title, example }));

describe('the page about templates', () => {
	it('has a title for each example, which the form accepts', () => {
		const examples = [...exampleNames(), ...starterNames()];
		expect(rows.map(({ example }) => example).sort()).toEqual(examples.sort());
		expect(rows.filter(({ title }) => title.length > LONGEST_TITLE)).toEqual([]);
	});
});

describe('the page about examples', () => {
	const page = read('examples/README.md');

	it.each([
		['office/new-bookings', /^Columns: (.+)\.$/m],
		['starters/paid-and-refunded', /\*\*Paid and refunded\*\* fills([^,]*(?:,[^,]*)*?), and \*\*/],
		['starters/daily-revenue', /\*\*Daily revenue\*\* the columns ([^.]+)\./],
	])('names the columns that %s fills', (example, sentence) => {
		const columns = [...sentence.exec(page)![1].matchAll(/`(\w+)`/g)].map(([, column]) => column);
		const workflow = read(`examples/${example}.json`);
		const isFilled = (column: string) =>
			workflow.includes(`"name": "${column}"`) || workflow.includes(` ${column}: `);
		expect(columns.length).toBeGreaterThan(3);
		expect(columns.filter((column) => !isFilled(column))).toEqual([]);
	});
});
