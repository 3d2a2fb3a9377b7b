import type { Mutant } from '../world';

/** The shipped code without the fix of one finding: a function, or a switch of the model. */
export const FINDING_MUTANTS: Record<string, Mutant> = {};
