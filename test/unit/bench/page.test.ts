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

	it.each([...rendered].filter(([file]) => file.endsWith('.svg')))(
		'%s loads nothing from elsewhere',
		(_, picture) => {
			expect(picture).not.toMatch(/<script|href|@import|url\(/);
		},
	);

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
			claims: [
				{ claim: '0.90 of the empty trigger', isKept: false },
				{ claim: '0 of 212 emitted twice', isKept: true },
			],
			measuredOn: '2026-11-22',
			command: 'npm run bench -- all',
		};
		const page = renderPage({ ...kept, sections: [section] }).get('development/performance.md');
		expect(page).toContain('1 of the 2 goals');
		expect(page).toMatch(/Deliveries +\| 0\.90 of the empty trigger +\|/);
		expect(page).not.toContain('emitted twice');
	});
});

it('a cell and a picture may hold any mark', () => {
	expect(markdownTable({ columns: ['Name'], rows: [['a|b']] })).toContain('| a\\|b |');
	const axis = { label: 'X < Y', scale: 'linear' } as const;
	const series = [{ name: 'Ours & theirs', points: [{ x: 1, y: 2 }] }];
	const svg = drawPlot({ title: '"T"', x: axis, y: axis, series });
	for (const text of ['X &lt; Y', 'Ours &amp; theirs', 'aria-label="&quot;T&quot;"']) {
		expect(svg).toContain(text);
	}
});
