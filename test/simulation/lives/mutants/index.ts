import type { Mutant } from '../world';
import { DELIVERY_MUTANTS } from './deliveries';
import { FINDING_MUTANTS } from './findings';
import { LEADER_MUTANTS } from './leaders';
import { SECOND_LOOK_MUTANTS } from './secondLook';

/** Each of them must break a rule within 1,000 lives. */
export const MUTANTS: Record<string, Mutant> = {
	...FINDING_MUTANTS,
	...SECOND_LOOK_MUTANTS,
	...LEADER_MUTANTS,
	...DELIVERY_MUTANTS,
};
