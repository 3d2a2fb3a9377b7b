import { UserError } from 'n8n-workflow';

import { RecentMap } from '../recentMap';
import type { Explanation } from './explanations';

const MOST_KEPT = 100;
const kept = new RecentMap<TokenUnavailable>(MOST_KEPT);

/**
 * No access token can be had now, and asking the venue again at once would do harm.
 * The credential test shows nothing but the message, so that the advice stands in it too.
 */
export class TokenUnavailable extends UserError {
	constructor(
		readonly explanation: Explanation,
		/** It passes by itself, so that a call may wait for it. */
		readonly isTransient = false,
	) {
		super(`${explanation.message}. ${explanation.description}`);
		kept.set(this.message, this);
	}

	/** n8n before 2.34 hands on nothing but the message of what the credential threw. */
	static withMessage(message: string): TokenUnavailable | undefined {
		return kept.get(message);
	}
}
