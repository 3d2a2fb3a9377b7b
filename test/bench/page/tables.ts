import type { Table } from '../bench';

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export function cellText(cell: string | number): string {
	return typeof cell === 'number' ? figure.format(cell) : cell;
}

/** Formatted like prettier does it so that the page needs no second pass. */
export function markdownTable({ columns, rows }: Omit<Table, 'caption'>): string {
	const isNumeric = columns.map(
		(_, index) => rows.length > 0 && rows.every((row) => typeof row[index] === 'number'),
	);
	const texts = [columns, ...rows].map((row) =>
		row.map((cell) => cellText(cell).replaceAll('|', '\\|')),
	);
	const widths = columns.map((_, index) => Math.max(3, ...texts.map((row) => row[index].length)));
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const [head, ...body] = texts.map((row) =>
		line(
			row.map((text, index) =>
				isNumeric[index] ? text.padStart(widths[index]) : text.padEnd(widths[index]),
			),
		),
	);
	const rule = line(
		widths.map((width, index) =>
			isNumeric[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
		),
	);
	return [head, rule, ...body].join('\n');
}
