import { exampleNames, readExample, STICKY_NOTE } from '../../examples/examples';
import { read } from './support/pages';

const LONGEST_TITLE = 90;

const sections = read('docs/development/templates.md').split(/^## /m).slice(1);

/** The numbered lines; the page breaks long ones. */
const stepsIn = (text: string) =>
	text
		.replace(/\n {3}(?=\S)/g, ' ')
		.split('\n')
		.filter((line) => /^\d+\. /.test(line));

const sectionOf = (example: string) =>
	sections.filter((section) => section.includes(`](../../examples/${example}.json)`));

describe('the page about templates', () => {
	it.each(exampleNames())('has a title, a description and the steps of %s', (name) => {
		const [section, ...others] = sectionOf(name);
		expect(others).toEqual([]);
		const [title] = section.split('\n');
		expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE);
		expect(section).toMatch(/\.json\): [A-Z][^\n]+\./);
		const note = readExample(name).nodes.find(({ type }) => type === STICKY_NOTE);
		expect(stepsIn(section)).toEqual(stepsIn(String(note?.parameters.content)));
	});
});
