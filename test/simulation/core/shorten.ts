import type { Outcome, Simulation } from './simulation';

const NOTHING: ReadonlySet<string> = new Set();
const MOST_RUNS = 200;

interface Shortened {
	without: ReadonlySet<string>;
	outcome: Outcome;
}

/** The same seed without as many parts as possible, as long as the same rule still breaks. */
export async function shorten(
	simulation: Simulation,
	seed: number,
	onlyRule?: string,
): Promise<Shortened> {
	let without = NOTHING;
	let outcome = await simulation.run(seed, without);
	const rule = onlyRule ?? outcome.violations[0]?.rule;
	if (rule === undefined) return { without, outcome };

	let runs = 0;
	for (let isShorter = true; isShorter; ) {
		isShorter = false;
		// Halves first, then single parts.
		for (const part of [...halves(outcome.parts), ...outcome.parts.map((name) => [name])]) {
			if (part.every((name) => without.has(name)) || ++runs > MOST_RUNS) continue;
			const less = new Set([...without, ...part]);
			const attempt = await simulation.run(seed, less);
			if (!attempt.violations.some((violation) => violation.rule === rule)) continue;
			without = less;
			outcome = attempt;
			isShorter = true;
		}
	}
	return { without, outcome };
}

function halves(parts: string[]): string[][] {
	if (parts.length < 4) return [];
	const middle = parts.length >> 1;
	return [parts.slice(0, middle), parts.slice(middle)];
}
