import { SIGN_IN_MUTANTS } from './signIn';
import type { Mutant } from './mutant';
import { WAITING_MUTANTS } from './waiting';

/** Each must break a rule within 1,000 seeds. A mutant that no seed finds fails the run. */
export const MUTANTS: readonly Mutant[] = [...WAITING_MUTANTS, ...SIGN_IN_MUTANTS];
