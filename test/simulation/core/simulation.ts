/** A rule that did not hold. */
export interface Violation {
	/** The name of the rule; a story is shortened for as long as the same rule breaks. */
	rule: string;
	/** What was seen, and what it should have been. */
	what: string;
}

/** What became of one seed. */
export interface Outcome {
	violations: Violation[];
	/** Parts of the story that can be left out: a kind of weather, somebody who calls. */
	parts: string[];
	/** How often something happened: weather, branches, windows. */
	seen: Record<string, number>;
	/** What happened, one line each, in the order of time. */
	story: () => string[];
}

/** A whole world that a seed draws and that runs in virtual time. */
export interface Simulation {
	name: string;
	/** What has to have happened at least once in a run of many seeds. */
	sometimes: readonly string[];
	/** What has to have happened in a run of a thousand and more. */
	rarely?: readonly string[];
	/** And in one of twenty thousand. */
	seldom?: readonly string[];
	run(seed: number, without: ReadonlySet<string>): Promise<Outcome>;
}
