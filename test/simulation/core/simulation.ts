/** A rule that did not hold. */
export interface Violation {
	/** The name of the rule. A story is shortened as long as the same rule breaks. */
	rule: string;
	/** What happened, and what should have happened. */
	what: string;
}

/** The result of one seed. */
export interface Outcome {
	violations: Violation[];
	/** Parts of the story that can be left out: a kind of weather, a caller. */
	parts: string[];
	/** How often something happened: weather, branches, windows. */
	seen: Record<string, number>;
	/** What happened, one line each, in chronological order. */
	story: () => string[];
}

/** A complete world that a seed draws, and that runs in virtual time. */
export interface Simulation {
	name: string;
	/** Must happen at least once in a run of many seeds. */
	sometimes: readonly string[];
	/** Must happen in a run of a thousand seeds or more. */
	rarely?: readonly string[];
	/** Must happen in a run of twenty thousand seeds or more. */
	seldom?: readonly string[];
	run(seed: number, without: ReadonlySet<string>): Promise<Outcome>;
}
