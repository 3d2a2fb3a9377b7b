import type { Claim, Section, Table } from '../bench';
import { spreadText } from '../page/spreadText';
import { median } from '../statistics';
import type { Contender } from './contenders';
import type { Load } from './load';
import type { Start } from './start';

interface Weight {
	loads: Load[];
	starts: Start[];
}

/** By package; undefined is n8n without one. */
export type Weights = Map<Contender | undefined, Weight>;

const KB = 1024;
const MB = KB ** 2;

/** Compared with what n8n needs by itself. */
const MOST_OF_N8N = 0.05;

export function sectionOf(weights: Weights): Section {
	return {
		name: 'weight',
		title: 'Weight',
		asks: 'What an installed package costs n8n while no workflow uses it, next to packages that others have published. n8n’s own loader loads each of them in a separate process. Then a real n8n is started with each of them in turn, and with none: CPU of n8n’s processes until it says that it is ready, and the memory of the main one five seconds later.',
		tables: [packageTable(weights), startTable(weights)],
		claims: claimsOf(weights),
		notes: [
			'One start of n8n differs from the next by more than any of these packages adds, so the figures of the loader are the exact ones.',
		],
	};
}

const packagesOf = (weights: Weights) =>
	[...weights].flatMap(([contender, weight]) => (contender ? [{ contender, weight }] : []));

function packageTable(weights: Weights): Table {
	return {
		caption: 'The packages',
		columns: [
			'',
			'Nodes',
			'Tarball, kB',
			'Installed, kB',
			'CPU of the loader, ms',
			'Memory in use after it, MB',
		],
		rows: packagesOf(weights).map(({ contender, weight: { loads } }) => [
			contender.name,
			contender.nodes,
			contender.tarballBytes / KB,
			contender.installedBytes / KB,
			spreadText(
				loads.map(({ cpuSeconds }) => cpuSeconds * 1000),
				0,
			),
			spreadText(loads.map(({ heapBytes }) => heapBytes / MB)),
		]),
	};
}

function startTable(weights: Weights): Table {
	return {
		caption: 'A start of n8n',
		columns: ['With', 'Seconds', 'CPU seconds', 'Memory, MB'],
		rows: [...weights]
			.filter(([, { starts }]) => starts.length > 0)
			.map(([contender, { starts }]) => [
				contender?.name ?? 'no package',
				spreadText(starts.map(({ seconds }) => seconds)),
				spreadText(starts.map(({ cpuSeconds }) => cpuSeconds)),
				spreadText(
					starts.map(({ memoryMb }) => memoryMb),
					0,
				),
			]),
	};
}

function claimsOf(weights: Weights): Claim[] {
	const alone = weights.get(undefined)?.starts ?? [];
	return packagesOf(weights)
		.filter(({ contender }) => contender.isOurs)
		.flatMap(({ weight: { loads } }) => {
			const cpu = median(loads.map(({ cpuSeconds }) => cpuSeconds));
			const memory = median(loads.map(({ heapBytes }) => heapBytes / MB));
			return [
				added('CPU', cpu, median(alone.map(({ cpuSeconds }) => cpuSeconds))),
				added('memory', memory, median(alone.map(({ memoryMb }) => memoryMb))),
			];
		});
}

function added(what: string, own: number, ofN8n: number): Claim {
	return {
		claim: `adds ${((100 * own) / ofN8n).toFixed(1)} % to the ${what} of a start of n8n`,
		isKept: own / ofN8n <= MOST_OF_N8N,
	};
}
