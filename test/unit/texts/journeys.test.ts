import { read, rowsOf } from './support/pages';

describe.each(['journeys', 'glossary'])('docs/development/%s.md', (page) => {
	const rows = rowsOf(read(`docs/development/${page}.md`));

	it('has rows', () => {
		expect(rows.length).toBeGreaterThan(15);
	});

	it.each(rows.map((row) => [row.find((cell) => cell.endsWith('.ts')) ?? '', row] as const))(
		'names something in %s',
		(file, row) => {
			const name = row[row.indexOf(file) + 1];
			expect(read(file)).toMatch(new RegExp(`\\b${name}\\b`));
		},
	);
});
