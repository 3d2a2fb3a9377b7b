import type { Found } from './campaign';
import { runOnAllProcessors } from './workers';

const MOST_SEEDS = 1_000;
/** One life with a mutant may take minutes, and all of its piece are waited for. */
const PIECE = 50;

/**
 * Removes each fix and looks for the first seed that shows it: with the fix, all its rules hold, or
 * it breaks another rule. `only`: the mutants with this text in their names.
 */
export async function printMutants(names: readonly string[], only: string): Promise<boolean> {
	const rows: string[][] = [['mutant', 'first seed', 'seconds', 'rule']];
	for (const name of names.filter((one) => one.includes(only))) {
		const startedAt = process.hrtime.bigint();
		const first = await firstSeed(name);
		const seconds = (Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1);
		const rule = first?.rule ?? `none in ${MOST_SEEDS} seeds`;
		rows.push([name, String(first?.seed ?? '–'), seconds, rule]);
		console.log(rows.at(-1)!.join(' | '));
	}
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	for (const row of rows) {
		console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '));
	}
	return rows.slice(1).every(([, seed]) => seed !== '–');
}

async function firstSeed(mutant: string): Promise<Found | undefined> {
	for (let from = 1; from <= MOST_SEEDS; ) {
		const share = { from, count: Math.min(PIECE, MOST_SEEDS + 1 - from) };
		const { found } = await runOnAllProcessors({ ...share, enough: 1, mutant }, () => {});
		const [first] = found;
		if (first === undefined) from += share.count;
		// A seed that breaks with all fixes in place proves nothing about this one.
		else if (!(await breaksAnyhow(first))) return first;
		else from = first.seed + 1;
	}
	return undefined;
}

async function breaksAnyhow({ seed, rule }: Found): Promise<boolean> {
	const { found } = await runOnAllProcessors({ from: seed, count: 1 }, () => {});
	return found.some((one) => one.rule === rule);
}
