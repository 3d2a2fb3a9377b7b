import { SIGN_IN_MUTANTS } from './signIn';
import type { Mutant } from './swaps';
import { WAITING_MUTANTS } from './waiting';

/** Each has to break a rule within 1,000 seeds. What a mutant names and nobody finds fails the run. */
export const MUTANTS: readonly Mutant[] = [...WAITING_MUTANTS, ...SIGN_IN_MUTANTS];
