import { api } from './api/api';
import type { Bench } from './bench';
import { lists } from './lists/lists';
import { tokens } from './tokens/tokens';
import { trigger } from './trigger/trigger';

/** By the name of the section. */
export const BENCHES: Record<string, Bench> = {
	trigger,
	api,
	tokens,
	lists,
};
