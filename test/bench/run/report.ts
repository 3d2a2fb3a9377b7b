import type { Section, Table } from '../bench';
import { cellText } from '../page/tables';

/** A section for a terminal. */
export function report({ title, tables, details = [], claims, notes = [] }: Section): string[] {
	return [
		`== ${title}`,
		...[...tables, ...details].flatMap(linesOf),
		...notes,
		...claims.map(({ claim, isKept }) => `${isKept ? 'kept   ' : 'BROKEN '} ${claim}`),
	];
}

function linesOf({ caption, columns, rows }: Table): string[] {
	const texts = [columns, ...rows.map((row) => row.map(cellText))];
	const widths = columns.map((_, index) => Math.max(...texts.map((row) => row[index].length)));
	const line = (row: string[]) => row.map((text, index) => text.padEnd(widths[index])).join('  ');
	return [...(caption ? [caption] : []), ...texts.map(line)];
}
