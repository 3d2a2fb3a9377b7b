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
	'Webhook and Remove Duplicates accept more events a second, because n8n spares its own Webhook node work that every other trigger pays for. But you register the webhook at the venue yourself, and Remove Duplicates stops the workflow after 10,000 messages. Both are far above what a venue needs: 20,000 events a day are one every four seconds. Hundreds of published workflows at once have not been measured: what one trigger remembers counts once for each.';

const MEASURED =
	'`npm run bench -- all` writes this page, and `-- <name> --write` writes one part of it. `-- quick` tries everything once. A run prints more than the page shows: other sizes, what a sender waits for, profiles of n8n; the same is in [performance.json](performance.json). What is compared is measured side by side in one run, in turn and in random order, several times. Figures are medians; figures in brackets, and lines across the points of a plot, are quartiles.';

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
		...goals(sections),
		'## How it is measured',
		MEASURED,
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

function goals(sections: Section[]): string[] {
	const all = sections.flatMap(({ title, claims }) => claims.map((claim) => ({ title, ...claim })));
	const missed = all.filter(({ isKept }) => !isKept);
	if (all.length === 0) return [];
	const rows = missed.map(({ title, claim }) => [title, claim]);
	return [
		'## Goals',
		`${all.length - missed.length} of the ${all.length} goals that we set ourselves are reached; the promises of the package are on the page about [reliability](../reliability.md).`,
		...(missed.length > 0 ? [markdownTable({ columns: ['', 'Not reached'], rows })] : []),
	];
}

function sectionBlocks(section: MeasuredSection): string[] {
	const { name, title, asks, tables, plots, notes = [], command, measuredOn } = section;
	return [
		`## ${title}`,
		asks,
		...tables.flatMap(tableBlocks),
		...plots.map((plot, index) => pictureBlock(plot, pictureOf(section, index))),
		...notes,
		`Measured on ${measuredOn} by \`${command}\`; \`npm run bench -- ${name}\` measures this part alone.`,
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
