import type { Swap } from '../core/freshModules';

/** The shipped client without one fix. */
export interface Mutant {
	/** What goes wrong then. */
	finding: string;
	/** Shipped functions and their replacements, by name, so code may move within its module. */
	swaps: readonly Swap[];
}
