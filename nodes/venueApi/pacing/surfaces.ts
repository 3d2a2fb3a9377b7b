import { LIMITS } from '../limits';
import { RetryBudget } from '../retry/retryBudget';
import { RateLimiter } from './rateLimiter';

/** n8n sends a call a second time by itself when it renews a token: a few places are kept for that. */
const SHARE_THAT_WE_PACE = 0.985;

/** What the venue counts as one: the REST API per address, the Data API per set of credentials. */
export interface Surface extends Shared {
	limit: number;
}

interface Shared {
	limiter: RateLimiter;
	retryBudget: RetryBudget;
}

/** One rate limiter per surface for the whole process, so that all executions share it. */
const surfaces = new Map<string, Shared>();

export function surfaceOf(
	path: string,
	venue: { baseUrl: string; clientId: string; requestsPerMinute: number },
): Surface {
	if (/^\/(data|reporting)(\/|$)/.test(path)) {
		return {
			...sharedBy(`data ${venue.baseUrl} ${venue.clientId}`),
			limit: paced(Math.min(LIMITS.dataApi.perMinute, venue.requestsPerMinute)),
		};
	}
	return {
		...sharedBy(`rest ${new URL(venue.baseUrl).host}`),
		limit: paced(venue.requestsPerMinute),
	};
}

function paced(perMinute: number): number {
	return Math.max(1, Math.floor(perMinute * SHARE_THAT_WE_PACE));
}

function sharedBy(key: string): Shared {
	const known = surfaces.get(key);
	if (known) return known;
	const shared = { limiter: new RateLimiter(), retryBudget: new RetryBudget() };
	surfaces.set(key, shared);
	return shared;
}
