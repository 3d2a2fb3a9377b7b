import { readExample, starterNames } from '../../examples/examples';
import { read } from './support/pages';

const ROW = /^\| \[[^\]]+\]\(..\/..\/examples\/(.+)\.json\) +\| (\d+) +\| (\d+) +\|$/gm;

const jobs = [...read('docs/development/jobs.md').matchAll(ROW)].map(([, name, ...figures]) => {
	const [steps, nodes] = figures.map(Number);
	return { name, steps, nodes };
});

describe('the ten jobs of a venue manager', () => {
	it('are the starters', () => {
		expect(jobs.map(({ name }) => name).sort()).toEqual(starterNames());
		expect(jobs).toHaveLength(10);
	});

	it.each(jobs)('$name has $steps steps and $nodes nodes', ({ name, steps, nodes }) => {
		const notes = readExample(name).nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const said = String(notes[0].parameters.content);
		expect([...said.matchAll(/^\d\. /gm)]).toHaveLength(steps);
		expect(readExample(name).nodes.length - notes.length).toBe(nodes);
	});
});
