import type { DeliveryStatus } from './message';

export interface DeliveryRules {
	attempts: number;
	firstRetrySeconds: number;
	backoffFactor: number;
	/** The pause after each failed attempt, instead of the backoff. */
	retryAfterSeconds?: readonly number[];
	/** How long a receiver may take to respond, in real time and not the venue's. */
	timeoutMs: number;
	/** "Recently failed": how long a message stays on the failed list after it was given up. */
	failedListSeconds: number;
}

/**
 * "At most 7 retries" and "Failed after 7 failed attempts" only agree if the first delivery counts
 * as an attempt. The document shows neither the intervals nor how long "recently" is.
 */
export const DEFAULT_DELIVERY_RULES: Readonly<DeliveryRules> = {
	attempts: 7,
	firstRetrySeconds: 60,
	backoffFactor: 2,
	timeoutMs: 10_000,
	failedListSeconds: 3 * 24 * 60 * 60,
};

export function statusAfterFailure(attempt: number, rules: DeliveryRules): DeliveryStatus {
	return attempt >= rules.attempts ? 'Failed' : `Attempt${attempt}Failed`;
}

export function retryDelayMs(failedAttempts: number, rules: DeliveryRules): number {
	const backoff = rules.firstRetrySeconds * rules.backoffFactor ** (failedAttempts - 1);
	return (rules.retryAfterSeconds?.[failedAttempts - 1] ?? backoff) * 1000;
}
