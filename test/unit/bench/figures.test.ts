import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { orderOf } from '../../bench/commandLine';
import { HEAD, rowOf } from '../../bench/comparison';
import { median } from '../../bench/statistics';

const PAGE = resolve(__dirname, '../../../docs/development/performance.md');

describe('the command line of the bench', () => {
	const known = ['trigger', 'api'];

	it('measures everything, or what it names', () => {
		expect(orderOf([], known)).toEqual({ names: known, scale: 'full' });
		expect(orderOf(['api', '--quick'], known)).toEqual({ names: ['api'], scale: 'quick' });
	});

	it('lists the names that it knows', () => {
		expect(() => orderOf(['trigge'], known)).toThrow('Names: trigger, api');
	});
});

describe('a median', () => {
	it('lies between two figures if there is none in the middle', () => {
		expect(median([5, 1, 4, 2, 30])).toBe(4);
		expect(median([4, 1, 3, 2])).toBe(2.5);
	});

	it('is not made up if nothing was measured', () => {
		expect(() => median([])).toThrow('Nothing was measured');
	});
});

describe('the table of figures', () => {
	it('has a ratio in each row, unless there is nothing to compare with', () => {
		const compared = { task: 'Read', ours: 17.373, theirs: 30.64, unit: 's', built: 'Webhook' };
		expect(rowOf(compared)).toBe('| Read | 17.4 s | 30.6 s, with Webhook | 0.57 |');
		expect(rowOf({ ...compared, theirs: 0 })).toBe('| Read | 17.4 s | 0 s, with Webhook | – |');
	});

	const cellsOf = (row: string) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
	const [head, , ...rows] = readFileSync(PAGE, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map(cellsOf);

	it('is on the page as the bench prints it', () => {
		expect(head).toEqual(cellsOf(HEAD.split('\n')[0]));
		expect(rows.length).toBeGreaterThan(3);
	});

	it.each(rows)('%s: the ratio on the page is that of %s and %s', (_, ours, theirs, ratio) => {
		expect(Math.abs(parseFloat(ours) / parseFloat(theirs) - Number(ratio))).toBeLessThan(0.01);
	});
});
