import type { Plot, Section, Table } from '../bench';
import { drawPlot } from '../plot/drawPlot';
import type { Machine } from './machine';
import type { MeasuredSection, Performance } from './performance';
import { markdownTable } from './tables';

/** Where the pictures are, below `docs`. */
const PICTURES = 'pictures/performance';

/** The page and its pictures, by their paths below `docs`. */
export function renderPage(performance: Performance): Map<string, string> {
	const files = new Map([['development/performance.md', markdown(performance)]]);
	for (const section of performance.sections) {
		for (const [index, plot] of section.plots.entries()) {
			files.set(pictureOf(section, index), drawPlot(plot));
		}
	}
	return files;
}

function markdown({ machine, sections }: Performance): string {
	const blocks = [
		'# What it costs, beside what a user would build today',
		'`npm run bench -- all` writes this page, and `-- <name> --write` one part of it; each part says which run its figures are of; `-- quick` shows that it works. What is compared is measured side by side in one run, in turn and in random order, several times over. Figures are medians; what stands in brackets are the quartiles. Lines across the points of a plot are the quartiles, too.',
		machineTable(machine),
		...(sections.length > 0 ? ['## In short', summary(sections)] : []),
		...sections.flatMap(sectionBlocks),
	];
	return `${blocks.join('\n\n')}\n`;
}

function machineTable(machine: Machine): string {
	const { processor, cores, memoryGb, system, node, n8n } = machine;
	return markdownTable({
		columns: ['Processor', 'Cores', 'Memory', 'System', 'Node.js', 'n8n', 'This package'],
		rows: [[processor, String(cores), `${memoryGb} GB`, system, node, n8n, machine.package]],
	});
}

function summary(sections: Section[]): string {
	return markdownTable({
		columns: ['', 'Figure', 'Promised and measured'],
		rows: sections.flatMap(({ title, claims }) =>
			claims.map(({ claim, isKept }) => [title, claim, isKept ? 'reached' : '**not reached**']),
		),
	});
}

function sectionBlocks(section: MeasuredSection): string[] {
	const { title, asks, tables, plots, notes = [], command, measuredOn } = section;
	return [
		`## ${title}`,
		asks,
		...tables.flatMap(tableBlocks),
		...plots.map((plot, index) => pictureBlock(plot, pictureOf(section, index))),
		...notes,
		`Measured on ${measuredOn} by \`${command}\`.`,
	];
}

function tableBlocks({ caption, ...table }: Table): string[] {
	return [...(caption ? [`**${caption}**`] : []), markdownTable(table)];
}

function pictureBlock({ title }: Plot, path: string): string {
	return `![${title}](../${path})`;
}

function pictureOf({ name }: Section, index: number): string {
	return `${PICTURES}/${name}-${index + 1}.svg`;
}
