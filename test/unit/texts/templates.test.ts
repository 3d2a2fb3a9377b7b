import { exampleNames, starterNames } from '../../examples/examples';
import { read } from './support/pages';

const LONGEST_TITLE = 90;

const sections = read('docs/development/templates.md').split(/^## /m).slice(1);

const sectionOf = (example: string) =>
	sections.filter((section) => section.includes(`](../../examples/${example}.json)`));

describe('the page about templates', () => {
	it.each([...exampleNames(), ...starterNames()])('has a title and a description of %s', (name) => {
		const [section, ...others] = sectionOf(name);
		expect(others).toEqual([]);
		const [title] = section.split('\n');
		expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE);
		expect(section).toMatch(/\.json\): [A-Z][^\n]+\./);
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
