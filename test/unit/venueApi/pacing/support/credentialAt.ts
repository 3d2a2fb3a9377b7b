import type { RateLimiter } from '../../../../../nodes/venueApi/pacing/rateLimiter';
import { Client, type Quota } from '../../../../../nodes/venueApi/pacing/quotas';

const MINUTE = 60_000;

/** A few calls of each limit are kept in reserve. */
const withReserve = (perMinute: number) => Math.ceil(perMinute / 0.985);

/** The calls of one credential, which sends so many a minute, at a limit that others may share. */
export function credentialAt(limiter: RateLimiter, perMinute = 600): Quota {
	const given = withReserve(perMinute);
	const limit = { perMinute: given, cooldownMs: MINUTE, countedBy: 'address' } as const;
	return new Client(limit, limiter).quotaAt(given);
}
