import type { Section, Table } from '../bench';
import { cellText } from './tables';

type Row = Array<string | number>;

/** A cell of a section’s tables and details, found by the first cells of its row. */
type Find = (table: number, beginning: Row, column: string) => string;

interface Comparison {
	section: string;
	task: string;
	ours: (find: Find) => string;
	otherwise: (find: Find) => string;
}

const REGULAR = 0;
const QUEUE = 1;

const perSecond = (table: number, trigger: string) => (find: Find) =>
	`${find(table, [8, trigger], 'Accepted a second')} a second`;

const REMEMBERING = 'Venue Platform Trigger, 2,000 remembered';
const BUILT = 'Webhook, Remove Duplicates';

const COMPARISONS: Comparison[] = [
	{
		section: 'trigger',
		task: 'Events of eight senders start a workflow',
		ours: perSecond(REGULAR, REMEMBERING),
		otherwise: (find) => `${perSecond(REGULAR, BUILT)(find)}, with Webhook and Remove Duplicates`,
	},
	{
		section: 'trigger',
		task: 'The same in queue mode, with two webhook processors',
		ours: perSecond(QUEUE, REMEMBERING),
		otherwise: (find) => `${perSecond(QUEUE, BUILT)(find)}, with Webhook and Remove Duplicates`,
	},
	{
		section: 'api',
		task: 'Look-ups in a minute, in one workflow, where the venue allows 600',
		ours: (find) => inAMinute(find, 'Booking → Get'),
		otherwise: (find) =>
			`${inAMinute(find, 'HTTP Request, 10 items every 1 s')}, with HTTP Request and Batching`,
	},
	{
		section: 'api',
		task: 'Eight workflows look up bookings at once: look-ups that came to nothing',
		ours: (find) => {
			const [lost, all] = ['Not found out', 'Look-ups'].map((column) =>
				find(0, ['Booking → Get', 8], column),
			);
			return `${lost} of ${all}`;
		},
		otherwise: (find) => {
			const [lost, all] = ['Not found out', 'Look-ups'].map((column) =>
				find(0, ['HTTP Request, 10 items every 1 s', 8], column),
			);
			return `${lost} of ${all}, with HTTP Request and Batching`;
		},
	},
	{
		section: 'tokens',
		task: '50 workflows at once, twice: access tokens requested',
		ours: (find) => find(1, ['Booking → Get'], 'Token requests'),
		otherwise: (find) =>
			`${find(1, ['HTTP Request, credential without a guard'], 'Token requests')}, with a credential that only fetches them`,
	},
	{
		section: 'lists',
		task: 'Get 100,000 bookings',
		ours: (find) => secondsAndMemory(find, 'Booking → Get Many, all'),
		otherwise: (find) => `${secondsAndMemory(find, 'HTTP Request')}, with HTTP Request`,
	},
	{
		section: 'lists',
		task: 'Get 50 of 100,000 bookings',
		ours: (find) => secondsAndMemory(find, 'Booking → Get Many, Limit 50'),
		otherwise: (find) => `${secondsAndMemory(find, 'HTTP Request')}, with HTTP Request`,
	},
	{
		section: 'recovery',
		task: 'A poll that finds nothing new among 5,000 failed messages and 100,000 bookings',
		ours: (find) => {
			const of = (column: string) => median(find(1, [5_000, 100_000], column));
			return `${of('Requests')} requests, ${of('Milliseconds')} ms`;
		},
		otherwise: () => 'not measured',
	},
	{
		section: 'state',
		task: 'What each published trigger remembers of 100 messages a day',
		ours: (find) => {
			const of = (column: string) => find(0, [100], column);
			return `${of('Memory of the process, MB')} MB of memory, ${of('Stored, kB')} kB stored`;
		},
		otherwise: () => 'not measured',
	},
	{
		section: 'state',
		task: 'Store one execution',
		ours: (find) => `${find(1, ['2000 messages a day'], 'Saved, kB')} kB`,
		otherwise: (find) => `${find(1, [BUILT], 'Saved, kB')} kB, with Webhook and Remove Duplicates`,
	},
	{
		section: 'weight',
		task: 'Start n8n',
		ours: (find) => `${median(find(1, ['This package'], 'Seconds'))} s`,
		otherwise: (find) => `${median(find(1, ['no package'], 'Seconds'))} s, without a package`,
	},
];

/** Without its quartiles. */
const median = (text: string) => text.replace(/ \(.*/, '');

/** As many as came out until the last execution ended, in a single execution. */
function inAMinute(find: Find, node: string): string {
	const of = (column: string) => Number(find(0, [node, 1], column).replaceAll(',', ''));
	return String(Math.round(of('Look-ups') / of('Minutes')));
}

function secondsAndMemory(find: Find, node: string): string {
	const of = (column: string) => median(find(0, [node, 100_000], column));
	return `${of('Seconds')} s, ${of('Memory on top, MB')} MB`;
}

/** What users gain and pay, for the sections that have been measured. */
export function overview(sections: Section[]): Omit<Table, 'caption'> {
	const rows = COMPARISONS.flatMap(({ section, task, ours, otherwise }) => {
		const measured = sections.find(({ name }) => name === section);
		if (!measured || measured.tables.length === 0) return [];
		const find = findIn(measured);
		return [[task, ours(find), otherwise(find)]];
	});
	return { columns: ['What you do', 'This package', 'What you would build otherwise'], rows };
}

function findIn({ name, tables, details = [] }: Section): Find {
	return (table, beginning, column) => {
		const { columns, rows } = [...tables, ...details][table];
		const row = rows.find((cells) => beginning.every((cell, index) => cells[index] === cell));
		const cell = row?.[columns.indexOf(column)];
		if (cell === undefined) throw new Error(`${name} has no ${column} of ${beginning.join(', ')}`);
		return typeof cell === 'number' && cell > 10 ? cellText(Math.round(cell)) : cellText(cell);
	};
}
