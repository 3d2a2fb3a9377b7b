import type { DeliveryStatus } from './message';
import type { Weather } from './weather';

export interface DeliveryRules {
	attempts: number;
	firstRetrySeconds: number;
	backoffFactor: number;
	/** Network time, not the venue's: how long a receiver may take to answer. */
	timeoutMs: number;
	/** "Recently failed": how long a message stays on the failed list after it was given up. */
	failedListSeconds: number;
	/** Duplicates and disorder at random; none unless given. */
	weather?: Weather;
}

/**
 * "At most 7 retries" and "Failed after 7 failed attempts" hold together only if the first delivery
 * counts as an attempt. The intervals are not shown, nor how long ago "recently" is.
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
	return rules.firstRetrySeconds * 1000 * rules.backoffFactor ** (failedAttempts - 1);
}
