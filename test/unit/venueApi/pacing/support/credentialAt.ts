import { Gate } from '../../../../../nodes/venueApi/pacing/gate';
import type { RateLimiter } from '../../../../../nodes/venueApi/pacing/rateLimiter';
import { RetryBudget, Quota } from '../../../../../nodes/venueApi/pacing/quotas';

const MINUTE = 60_000;

/** The calls of one credential, which allows so many a minute, at a limit that others may share. */
export function credentialAt(limiter: RateLimiter, perMinute = 600): Quota {
	const client = { gate: new Gate(perMinute), retryBudget: new RetryBudget() };
	return new Quota(limiter, limiter.lane(client.gate), client, MINUTE, 'address', perMinute);
}
