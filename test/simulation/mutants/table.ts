import type { Found } from '../core/campaign';
import { runOnAllProcessors } from '../core/workers';
import { MUTANTS } from './mutants';

const MOST_SEEDS = 1_000;

/**
 * Takes each fix out and looks for the first seed that shows it: a seed whose rules all hold with
 * the fix in place, or that breaks another rule without it.
 */
export async function printMutants(from = 1, count = MOST_SEEDS): Promise<boolean> {
	const rows: string[][] = [['finding', 'first seed', 'rule']];
	const known = new Set((await whole(from, Math.min(count, 200))).map(keyOf));
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
	known: ReadonlySet<string>,
): Promise<Found | undefined> {
	for (let at = from; at < from + count; at += 200) {
		const share = { from: at, count: Math.min(200, from + count - at), mutant: finding };
		const { found } = await runOnAllProcessors(share, () => {});
		const first = found.find((one) => !known.has(keyOf(one)));
		if (first) return first;
	}
	return undefined;
}

/** What breaks with all fixes in place proves nothing about one of them. */
async function whole(from: number, count: number): Promise<Found[]> {
	return (await runOnAllProcessors({ from, count }, () => {})).found;
}

function keyOf({ seed, rule }: Found): string {
	return `${seed} ${rule}`;
}
