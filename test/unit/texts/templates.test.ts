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
