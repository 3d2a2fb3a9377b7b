import { Pace } from './pace';

const DATA_API_PER_MINUTE = 120;

/** n8n sends a call a second time by itself when it renews a token: a few places are kept for that. */
const SHARE_THAT_WE_PACE = 0.985;

/** What the venue counts as one: the REST API per address, the Data API per set of credentials. */
export interface Surface {
	pace: Pace;
	limit: number;
}

/** One pace per surface for the whole process, so that all executions share it. */
const paces = new Map<string, Pace>();

export function surfaceOf(
	path: string,
	venue: { baseUrl: string; clientId: string; requestsPerMinute: number },
): Surface {
	if (/^\/(data|reporting)(\/|$)/.test(path)) {
		return {
			pace: paceOf(`data ${venue.baseUrl} ${venue.clientId}`),
			limit: paced(Math.min(DATA_API_PER_MINUTE, venue.requestsPerMinute)),
		};
	}
	return {
		pace: paceOf(`rest ${new URL(venue.baseUrl).host}`),
		limit: paced(venue.requestsPerMinute),
	};
}

function paced(perMinute: number): number {
	return Math.max(1, Math.floor(perMinute * SHARE_THAT_WE_PACE));
}

function paceOf(key: string): Pace {
	const known = paces.get(key);
	if (known) return known;
	const pace = new Pace();
	paces.set(key, pace);
	return pace;
}
