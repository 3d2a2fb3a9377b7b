import { HOUR_MS, MINUTE_MS } from './durations';

/** Section 8 of the API document, one line for each row, and the lifetime of a token (2.2). */
export const LIMITS = {
	restApi: { perMinute: 600, cooldownMs: MINUTE_MS, countedBy: 'address' },
	dataApi: { perMinute: 120, cooldownMs: MINUTE_MS, countedBy: 'venue' },
	token: { perMinute: 60, cooldownMs: 5 * MINUTE_MS, usualLifetimeMs: 24 * HOUR_MS },
	bulkReport: { cooldownMs: 6 * HOUR_MS },
	revenueActivity: { cooldownMs: 24 * HOUR_MS },
	deliveries: { retries: 7 },
} as const;

/** The pause after too many requests if the response names none. */
export const RATE_LIMIT_COOLDOWN_MS = LIMITS.restApi.cooldownMs;

/** The venue has no longer cooldown than this. */
export const LONGEST_COOLDOWN_MS = LIMITS.revenueActivity.cooldownMs;

export function inHours(ms: number): number {
	return ms / HOUR_MS;
}
