import type { Bench } from './bench';
import { getMany } from './getMany/getMany';
import { trigger } from './trigger/trigger';

/** By the name of their section, in the order of the page. */
export const BENCHES: Record<string, Bench> = { trigger, lists: getMany };
