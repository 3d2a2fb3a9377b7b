import type { Plot, Section, Table } from '../bench';
import { drawPlot } from '../plot/drawPlot';
import type { Machine } from './machine';
import { overview } from './overview';
import type { MeasuredSection, Performance } from './performance';
import { markdownTable } from './tables';

/** The folder of the pictures, below `docs`. */
const PICTURES = 'pictures/performance';

/** What users get for the slower deliveries. */
const GAIN =
	'Webhook and Remove Duplicates accept more events a second, because n8n spares its own Webhook node work that every other trigger pays for. But you register the webhook at the venue yourself, and Remove Duplicates stops the workflow after 10,000 messages. Both are far above what a venue needs: 20,000 events a day are one every four seconds.';

const GOALS =
	'These are the goals that we set ourselves, with what was measured. A goal that is not reached is marked; the promises of the package are on the page about [reliability](../reliability.md).';

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
	const compared = overview(sections);
	const blocks = [
		'# What the package costs',
		'For users who want to know what they gain and pay, and for contributors who measure it. The first table compares the package with what you would build with n8n’s own nodes.',
		...(compared.rows.length > 0 ? [markdownTable(compared), GAIN] : []),
		...(sections.length > 0 ? ['## Goals', GOALS, summary(sections)] : []),
		'## How it is measured',
		'`npm run bench -- all` writes this page, and `-- <name> --write` writes one part of it. Each part names the run that its figures come from. `-- quick` tries everything once. What is compared is measured side by side in one run, in turn and in random order, several times. Figures are medians; figures in brackets, and lines across the points of a plot, are quartiles.',
		machineTable(machine),
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
		columns: ['', 'Figure, and the goal where there is a number', 'Goal'],
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
