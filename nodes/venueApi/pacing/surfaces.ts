import { LIMITS } from '../limits';
import { RetryBudget } from '../retry/retryBudget';
import type { AskedPause } from './pause';
import { type AcquireOptions, type Acquired, type Permit, RateLimiter } from './rateLimiter';

/** n8n sends a call a second time by itself when it renews a token: a few places are kept for that. */
const SHARE_THAT_WE_PACE = 0.985;

/** Room for the bursts of two sets of credentials, so a slow one does not slow a busy one. */
const SHARED_BURST = 0.15;

type Urgency = Pick<AcquireOptions, 'isUrgent' | 'notAfter' | 'signal'>;

/** What the venue counts as one, for one set of credentials. */
export interface Surface {
	acquire(urgency: Urgency): Promise<Acquired>;
	release(permit: Permit): void;
	accepted(permit: Permit): void;
	throttled(permit: Permit, asked: AskedPause): void;
	pause(permit: Permit, asked: AskedPause): void;
	postpone(asked: AskedPause): void;
	pausedUntil(): number;
	retryBudget: RetryBudget;
}

interface Venue {
	baseUrl: string;
	clientId: string;
	requestsPerMinute: number;
}

/** One for the whole process, so all executions share them. */
const limiters = new Map<string, RateLimiter>();
const retryBudgets = new Map<string, RetryBudget>();

export function surfaceOf(path: string, venue: Venue): Surface {
	return /^\/(data|reporting)(\/|$)/.test(path) ? dataSurface(venue) : restSurface(venue);
}

/** The Data API counts for each venue. */
function dataSurface({ baseUrl, clientId, requestsPerMinute }: Venue): Surface {
	const key = `data ${baseUrl} ${clientId}`;
	const limiter = shared(limiters, key, () => new RateLimiter());
	const limit = paced(Math.min(LIMITS.dataApi.perMinute, requestsPerMinute));
	return {
		...waysThrough(limiter, limit),
		throttled: (permit, asked) => limiter.throttled(permit, limit, asked),
		retryBudget: shared(retryBudgets, key, () => new RetryBudget()),
	};
}

/** The REST API counts for each internet address: the credentials there have a part of its limit each. */
function restSurface({ baseUrl, clientId, requestsPerMinute }: Venue): Surface {
	const limit = paced(LIMITS.restApi.perMinute);
	const address = shared(
		limiters,
		`rest ${new URL(baseUrl).host}`,
		() => new RateLimiter(undefined, undefined, SHARED_BURST),
	);
	const key = `rest ${baseUrl} ${clientId}`;
	const own = () => new RateLimiter(undefined, { limiter: address, limit });
	const limiter = shared(limiters, key, own);
	return {
		...waysThrough(limiter, paced(requestsPerMinute)),
		throttled: (permit, asked) => {
			const { cooldownMs } = LIMITS.restApi;
			if (asked.retryAfterMs <= cooldownMs) {
				if (permit.shared) address.throttled(permit.shared, limit, asked);
				return;
			}
			// The limit of an address explains a minute. What is longer concerns this venue alone.
			address.postpone({ ...asked, retryAfterMs: cooldownMs });
			limiter.pause(permit, asked);
		},
		retryBudget: shared(retryBudgets, key, () => new RetryBudget()),
	};
}

function waysThrough(limiter: RateLimiter, limit: number) {
	return {
		acquire: async (urgency: Urgency) => await limiter.acquire({ ...urgency, limit }),
		release: (permit: Permit) => limiter.release(permit),
		accepted: (permit: Permit) => limiter.accepted(permit),
		pause: (permit: Permit, asked: AskedPause) => void limiter.pause(permit, asked),
		postpone: (asked: AskedPause) => limiter.postpone(asked),
		pausedUntil: () => limiter.pausedUntil,
	};
}

function paced(perMinute: number): number {
	return Math.max(1, Math.floor(perMinute * SHARE_THAT_WE_PACE));
}

function shared<T>(known: Map<string, T>, key: string, make: () => T): T {
	const found = known.get(key) ?? make();
	known.set(key, found);
	return found;
}
