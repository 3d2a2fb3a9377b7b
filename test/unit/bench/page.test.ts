import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Performance } from '../../bench/page/performance';
import { renderPage } from '../../bench/page/page';
import { markdownTable } from '../../bench/page/tables';
import { drawPlot } from '../../bench/plot/drawPlot';

const DOCS = resolve(__dirname, '../../../docs');

const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

const kept = JSON.parse(read('development/performance.json')) as Performance;

describe('docs/development/performance.md', () => {
	const rendered = renderPage(kept);

	it.each([...rendered])('%s matches the figures in performance.json', (file, content) => {
		expect(read(file)).toBe(content);
	});

	it('has no picture of figures that no longer exist', () => {
		const drawn = [...rendered.keys()].filter((file) => file.endsWith('.svg'));
		const pictures = drawn.length > 0 ? readdirSync(join(DOCS, 'pictures/performance')) : [];
		expect(pictures.map((name) => `pictures/performance/${name}`).sort()).toEqual(drawn.sort());
	});

	it('opens with what a user would build otherwise, in the figures of the tables', () => {
		const [, , first] = read('development/performance.md').split('\n\n');
		expect(first).toMatch(
			/^\| What you do +\| This package +\| What you would build otherwise +\|/,
		);
		const moved = structuredClone(kept);
		const lists = moved.sections.find(({ name }) => name === 'lists')!.tables[0];
		lists.rows = lists.rows.map((row) =>
			row[0] === 'HTTP Request'
				? row.map((cell, index) => (index === 2 ? '9.99 (9–10)' : cell))
				: row,
		);
		expect(renderPage(moved).get('development/performance.md')).toMatch(
			/Get 100,000 bookings +\| [^|]+ \| 9\.99 s, \d+ MB, with HTTP Request/,
		);
	});

	it('shows a goal that is not reached', () => {
		const section = {
			name: 'trigger',
			title: 'Deliveries',
			asks: 'How many.',
			tables: [],
			plots: [],
			claims: [{ claim: '0.90 of the empty trigger', isKept: false }],
			measuredOn: '2026-11-22',
			command: 'npm run bench -- all',
		};
		const page = renderPage({ ...kept, sections: [section] }).get('development/performance.md');
		expect(page).toMatch(/Deliveries +\| 0\.90 of the empty trigger +\| \*\*not reached\*\*/);
	});
});

describe('a table', () => {
	it('aligns numbers to the right and escapes bars in cells', () => {
		const table = markdownTable({ columns: ['Name', 'Bookings'], rows: [['a|b', 100_000]] });
		expect(table).toBe(
			['| Name | Bookings |', '| ---- | -------: |', '| a\\|b |  100,000 |'].join('\n'),
		);
	});
});

describe('a plot', () => {
	const series = [{ name: 'Ours & theirs', points: [1, 8, 32].map((x) => ({ x, y: 2 * x })) }];
	const y = { label: 'MB', scale: 'linear' } as const;
	const ticksOf = (svg: string) =>
		[...svg.matchAll(/text-anchor="middle">([\d,]+)</g)].map(([, text]) => text);

	it('labels each value on a logarithmic axis if there are few', () => {
		const svg = drawPlot({ title: 'T', x: { label: 'Senders', scale: 'log' }, y, series });
		expect(ticksOf(svg)).toEqual(['1', '8', '32']);
	});

	it('begins at zero on a linear axis', () => {
		const svg = drawPlot({ title: 'T', x: { label: 'Senders', scale: 'linear' }, y, series });
		expect(ticksOf(svg)).toEqual(['0', '10', '20', '30', '40']);
	});

	it('stays within its picture, including quartiles', () => {
		const points = [{ x: 5, y: 10, low: 2, high: 90 }];
		const x = { label: 'X', scale: 'linear' } as const;
		const svg = drawPlot({ title: 'T', x, y, series: [{ name: 'One', points }] });
		const heights = [...svg.matchAll(/M[\d.]+ ([\d.]+)h/g)].map(([, height]) => Number(height));
		expect(Math.min(...heights)).toBeGreaterThan(40);
		expect(Math.max(...heights)).toBeLessThan(330);
	});

	it('loads nothing from elsewhere and follows the reader’s light or dark theme', () => {
		const x = { label: 'X < Y', scale: 'log' } as const;
		const svg = drawPlot({ title: '"T"', x, y, series });
		expect(svg).toContain('prefers-color-scheme:dark');
		expect(svg).toContain('Ours &amp; theirs');
		expect(svg).not.toMatch(/<script|href|@import|url\(/);
	});
});
