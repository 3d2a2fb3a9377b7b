import type { VenueCall } from '../transport/call';
import type { Connection } from '../connection';
import { inHours, LIMITS } from '../limits';
import { type Cooldown, cooldownOf, type CooldownRule } from '../pacing/cooldowns';
import { contentHash } from '../records';

export const BULK_REPORT = '/reporting/bulk';
export const REVENUE_ACTIVITY = '/reporting/bulk/revenue-activity';

const ONE_DATA_SET: CooldownRule = {
	ms: LIMITS.bulkReport.cooldownMs,
	aboutMs: 10 * 60_000,
	followsEachRequest: true,
	inWords: `The venue gives out each data set once in about ${inHours(LIMITS.bulkReport.cooldownMs)} hours.`,
};

const REVENUE_ACTIVITY_BURST: CooldownRule = {
	ms: LIMITS.revenueActivity.cooldownMs,
	aboutMs: 0,
	followsEachRequest: false,
	inWords: `After several requests in a short time the venue gives out revenue activity again ${inHours(LIMITS.revenueActivity.cooldownMs)} hours later.`,
};

/** The cooldown of an export, whichever operation requests it. */
export function exportCooldown(
	{ baseUrl, clientId }: Connection,
	{ method, path, query, body }: VenueCall,
): Cooldown | undefined {
	if (method !== 'POST') return undefined;
	const venue = `${baseUrl} ${clientId}`;
	switch (path.toLowerCase().replace(/\/$/, '')) {
		case BULK_REPORT:
			// The API document names no field for a data set, so the same content counts as the same one.
			return cooldownOf(`${venue} ${contentHash([query ?? {}, body ?? null])}`, ONE_DATA_SET);
		case REVENUE_ACTIVITY:
			return cooldownOf(venue, REVENUE_ACTIVITY_BURST);
		default:
			return undefined;
	}
}
