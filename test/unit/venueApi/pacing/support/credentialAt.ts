import { Gate } from '../../../../../nodes/venueApi/pacing/gate';
import type { RateLimiter } from '../../../../../nodes/venueApi/pacing/rateLimiter';
import { RetryBudget, Quota } from '../../../../../nodes/venueApi/pacing/quotas';

const MINUTE = 60_000;

/** The calls of one credential, which allows so many a minute, at a limit that others may share. */
export function credentialAt(limiter: RateLimiter, perMinute = 600): Quota {
	const own = new Gate(perMinute);
	return new Quota(
		limiter,
		limiter.lane(own),
		own,
		MINUTE,
		new RetryBudget(),
		'address',
		perMinute,
	);
}
