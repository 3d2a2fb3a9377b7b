import type { Claim, Section, Table } from '../bench';
import type { Saved } from './database';
import type { Remembered } from './remember';

const KB = 1024;
const MB = KB ** 2;

/** As docs/reliability.md promises. */
const MOST_STORED_KB = 24;

interface State {
	/** By messages a day. */
	memories: Map<number, Remembered>;
	saved: Map<number, Saved>;
	/** What a user would build today. */
	today: Saved;
}

export function sectionOf(measured: State): Section {
	return {
		name: 'state',
		title: 'What is stored',
		asks: 'One published trigger, given so many messages a day in moved time, and asked which it still knows: after a restart, when it has only what n8n stores with the workflow, and in the process that got them. Then a real n8n on SQLite starts with this memory and gets messages of about 800 bytes; what it saves for an execution is read from its database. These bytes are exact, so they have no spread.',
		tables: [memoryTable(measured), executionTable(measured)],
		claims: claimsOf(measured),
		notes: [
			'n8n 1.123 and 2.0 save a copy of what is stored with each execution; n8n 2.41 does not. The last column is the sum of the two figures, for those versions.',
			'Remove Duplicates never forgets, and it fails once it remembers more than its History Size, 10,000 by default.',
		],
	};
}

function memoryTable({ memories }: State): Table {
	return {
		caption: 'What the trigger remembers',
		columns: [
			'Messages a day',
			'Stored messages',
			'Stored, kB',
			'Bytes for each',
			'Known after a restart, hours',
			'Known in the process, hours',
			'Memory of the process, MB',
		],
		rows: [...memories].map(([perDay, memory]) => [
			perDay,
			memory.storedMessages,
			memory.storedBytes / KB,
			bytesForEach(memory),
			memory.hoursAfterRestart,
			memory.hoursInProcess,
			memory.heapBytes / MB,
		]),
	};
}

function executionTable({ memories, saved, today }: State): Table {
	const row = (name: string, of: Saved, storedBytes: number) => [
		name,
		bytesOf(of) / KB,
		(bytesOf(of) + storedBytes) / KB,
	];
	return {
		caption: 'What n8n saves of an execution',
		columns: ['', 'Saved, kB', 'Saved by n8n 1.123 and 2.0, kB'],
		rows: [
			...[...saved].map(([perDay, of]) =>
				row(`${perDay} messages a day`, of, memories.get(perDay)?.storedBytes ?? 0),
			),
			row('Webhook, Remove Duplicates', today, 0),
		],
	};
}

function claimsOf({ memories, saved, today }: State): Claim[] {
	const stored = Math.max(...[...memories.values()].map(({ storedBytes }) => storedBytes / KB));
	const each = Math.max(...[...memories.values()].map(bytesForEach));
	const theirs = today.processedBytes / today.executions;
	const largest = Math.max(...[...saved.values()].map(bytesOf));
	const smallest = Math.min(...[...saved.values()].map(bytesOf));
	return [
		{
			claim: `stored with the workflow: ${stored.toFixed(1)} kB at most, however many messages there are`,
			isKept: stored <= MOST_STORED_KB,
		},
		{
			claim: `a remembered message: ${each.toFixed(1)} bytes, ${theirs.toFixed(1)} with Remove Duplicates`,
			isKept: each <= theirs,
		},
		{
			claim: `a saved execution at most ${(largest / bytesOf(today)).toFixed(2)} of one with Webhook and Remove Duplicates`,
			isKept: largest <= bytesOf(today),
		},
		{
			claim: `a saved execution with the largest memory ${(largest / smallest).toFixed(2)} of one with the smallest`,
			isKept: Number((largest / smallest).toFixed(2)) <= 1,
		},
	];
}

function bytesForEach({ storedBytes, storedMessages }: Remembered): number {
	return storedBytes / storedMessages;
}

function bytesOf({ bytes, executions }: Saved): number {
	return bytes / executions;
}
