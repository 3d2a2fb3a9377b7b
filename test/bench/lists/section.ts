import type { Claim, Section, Table } from '../bench';
import { spreadText } from '../page/spreadText';
import { median } from '../statistics';
import {
	type Contender,
	findGuest,
	getAll,
	getFifty,
	httpRequest,
	httpRequestAndFilter,
	recover,
	twoHttpRequests,
} from './contenders';
import type { Rounds } from './lists';
import type { Figures } from './round';

type Figure = keyof Figures;

const NAMES: Record<Figure, string> = {
	seconds: 'time',
	cpuSeconds: 'CPU',
	extraMb: 'memory',
};

/** Compared with the figure of HTTP Request. */
const CLEARLY_LESS = 0.9;

/** The memory that n8n holds, whatever it does, differs by this much between starts. */
const HELD_NOISE_MB = 1;

export function sectionOf({ figures: rounds, heldMb }: Rounds): Section {
	const sizes = [...(rounds.get(getAll)?.keys() ?? [])];
	return {
		name: 'lists',
		title: 'Long lists',
		asks: 'The same bookings, of about 630 bytes each, through each node in a real n8n that has just been started and has the node loaded. Time is from the start of the workflow to its end, CPU that of all of n8n’s processes. Memory is the highest that n8n’s process had, beyond what it had before the first list. “Twice” stands for the two requests that Recover makes.',
		tables: [figuresTable(rounds, sizes.slice(-1))],
		details: [figuresTable(rounds, sizes.slice(0, -1)), heldTable(heldMb, sizes)],
		claims: [...claimsOf(rounds, sizes), heldClaim(heldMb, sizes)],
		notes: [
			'Contains Text holds what it finds, and of all others only what is on its way from the venue. n8n collects that garbage when it likes, so its process grows by more than that: after 10,000 bookings as after 100,000.',
		],
	};
}

function figuresTable(rounds: Rounds['figures'], sizes: number[]): Table {
	const columns = ['Node', 'Bookings', 'Seconds', 'CPU seconds', 'CPU for each, µs'];
	return {
		columns: [...columns, 'Memory on top, MB', 'Memory for each, kB'],
		rows: [...rounds.keys()].flatMap((contender) =>
			sizes.map((size) => {
				const of = (figure: Figure) => figuresOf(rounds, contender, size, figure);
				return [
					contender.name,
					size,
					spreadText(of('seconds')),
					spreadText(of('cpuSeconds')),
					(median(of('cpuSeconds')) / size) * 1e6,
					spreadText(of('extraMb'), 0),
					(median(of('extraMb')) / size) * 1024,
				];
			}),
		),
	};
}

function claimsOf(rounds: Rounds['figures'], sizes: number[]): Claim[] {
	const [fewest, most] = [sizes[0], sizes[sizes.length - 1]];
	const middle = sizes.slice(1, -1);
	const at = (contender: Contender, size: number, figure: Figure) =>
		median(figuresOf(rounds, contender, size, figure));
	const grows = (contender: Contender, figure: Figure): Claim => {
		const part = (at(contender, most, figure) / most / at(contender, fewest, figure)) * fewest;
		return {
			claim: `${contender.name}: ${NAMES[figure]} for each of ${most} bookings ${part.toFixed(2)} of that for each of ${fewest}`,
			isKept: part <= 1,
		};
	};
	/** A short list fits into memory that n8n already has, so only the additional memory counts. */
	const growsOnTop = (contender: Contender, between: number): Claim => {
		const memory = (size: number) => at(contender, size, 'extraMb');
		const each = (from: number, to: number) => (memory(to) - memory(from)) / (to - from);
		const part = each(between, most) / each(fewest, between);
		return {
			claim: `${contender.name}: memory for each booking from ${between} to ${most} ${part.toFixed(2)} of that from ${fewest} to ${between}`,
			isKept: part <= 1,
		};
	};
	const compared = (ours: Contender, theirs: Contender, figure: Figure, least: number): Claim => {
		const part = at(ours, most, figure) / at(theirs, most, figure);
		return {
			claim: `${ours.name}: ${NAMES[figure]} of ${most} bookings ${part.toFixed(2)} of ${theirs.name}`,
			isKept: part <= least,
		};
	};
	const all = ['seconds', 'cpuSeconds', 'extraMb'] as const;
	return [
		...[getAll, recover].flatMap((contender) => [
			grows(contender, 'seconds'),
			grows(contender, 'cpuSeconds'),
			...middle.map((between) => growsOnTop(contender, between)),
		]),
		...all.map((figure) => compared(getAll, httpRequest, figure, 1)),
		...all.map((figure) => compared(recover, twoHttpRequests, figure, 1)),
		...all.map((figure) => compared(getFifty, httpRequest, figure, CLEARLY_LESS)),
		...all.map((figure) => compared(findGuest, httpRequestAndFilter, figure, CLEARLY_LESS)),
		...middle.map((between) => growsOnTop(findGuest, between)),
	];
}

function heldTable(heldMb: Rounds['heldMb'], sizes: number[]): Table {
	return {
		columns: ['Node', 'Bookings', 'Held with the garbage collected all the time, MB'],
		rows: [...heldMb].map(([{ name }, held]) => [name, Math.max(...sizes), spreadText(held)]),
	};
}

function heldClaim(heldMb: Rounds['heldMb'], sizes: number[]): Claim {
	const [few, found] = [getFifty, findGuest].map((contender) =>
		median(heldMb.get(contender) ?? []),
	);
	return {
		claim: `${findGuest.name}: holds ${found.toFixed(1)} MB of ${Math.max(...sizes)} bookings, ${getFifty.name} ${few.toFixed(1)} MB`,
		isKept: found <= few + HELD_NOISE_MB,
	};
}

function figuresOf(
	rounds: Rounds['figures'],
	contender: Contender,
	size: number,
	figure: Figure,
): number[] {
	return (rounds.get(contender)?.get(size) ?? []).map((figures) => figures[figure]);
}
