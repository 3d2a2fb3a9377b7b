/** A fix of the shipped client, and how to take it out. */
export interface Mutant {
	/** The finding that the fix is for. */
	finding: string;
	/** Without an extension, from the root of the sources. */
	module: string;
	/** Exactly once in the source. */
	search: string;
	replacement: string;
}

/**
 * Each has to break a rule within 1,000 seeds. A text that is not found any more fails the run, so
 * that a mutant moves with the code.
 */
export const MUTANTS: readonly Mutant[] = [
	{
		finding: 'example: a pause after 429 is half of what the venue asked for',
		module: 'nodes/venueApi/request',
		search: 'surface.pace.refused(turn, retryAfterOf(answer) ?? COOLDOWN_MS);',
		replacement: 'surface.pace.refused(turn, (retryAfterOf(answer) ?? COOLDOWN_MS) / 2);',
	},
];
