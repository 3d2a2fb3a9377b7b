import { UserError } from 'n8n-workflow';

import { RecentMap } from '../recentMap';
import type { Cause } from './cause';
import type { Explanation } from './explanations';

const MOST_REASONS = 100;
const kept = new RecentMap<TokenUnavailable>(MOST_REASONS);

/**
 * There is no access token now, and requesting one at once would do harm. The credential test shows
 * only the message, so it contains the advice, too.
 */
export class TokenUnavailable extends UserError {
	readonly explanation: Explanation & { cause: Cause };

	constructor({ cause = 'credential-invalid', ...explanation }: Explanation) {
		super(`${explanation.message}. ${explanation.description}`);
		this.explanation = { ...explanation, cause };
		kept.set(this.message, this);
	}

	/** n8n before 2.34 passes on only messages of what the credential threw. */
	static withOneOf(messages: string[]): TokenUnavailable | undefined {
		return messages.map((message) => kept.get(message)).find((reason) => reason !== undefined);
	}
}
