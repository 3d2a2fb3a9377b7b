import type { Found } from '../core/campaign';
import { runOnAllProcessors } from '../core/workers';
import { MUTANTS } from './mutants';

const MOST_SEEDS = 1_000;
const PIECE = 200;

/**
 * Takes each fix out and looks for the first seed that shows it: a seed whose rules all hold with
 * the fix in place, or that breaks another rule without it.
 */
export async function printMutants(from = 1, count = MOST_SEEDS): Promise<boolean> {
	const rows: string[][] = [['finding', 'first seed', 'rule']];
	const known = new Map<number, Set<string>>();
	for (const { finding } of MUTANTS) {
		const first = await firstSeed(finding, from, count, known);
		rows.push([finding, String(first?.seed ?? '–'), first?.rule ?? `none in ${count} seeds`]);
		console.log(rows.at(-1)!.join(' | '));
	}
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	for (const row of rows) {
		console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '));
	}
	return rows.slice(1).every(([, seed]) => seed !== '–');
}

async function firstSeed(
	finding: string,
	from: number,
	count: number,
	known: Map<number, Set<string>>,
): Promise<Found | undefined> {
	for (let at = from; at < from + count; at += PIECE) {
		const share = { from: at, count: Math.min(PIECE, from + count - at) };
		// What breaks with all fixes in place proves nothing about one of them.
		const whole =
			known.get(at) ?? new Set((await runOnAllProcessors(share, () => {})).found.map(keyOf));
		known.set(at, whole);
		const enough = whole.size === 0 ? { enough: 1 } : {};
		const { found } = await runOnAllProcessors({ ...share, ...enough, mutant: finding }, () => {});
		const first = found.find((one) => !whole.has(keyOf(one)));
		if (first) return first;
	}
	return undefined;
}

function keyOf({ seed, rule }: Found): string {
	return `${seed} ${rule}`;
}
