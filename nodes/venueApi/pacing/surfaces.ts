import { LIMITS } from '../limits';
import type { AskedPause } from './outage';
import { type Acquired, type AcquireOptions, type Permit, RateLimiter } from './rateLimiter';

/** n8n itself sends a call a second time when it renews a token, so a few calls are kept in reserve. */
const SHARE_THAT_WE_PACE = 0.985;

/** Room for the bursts of two sets of credentials, so a slow one does not slow down a busy one. */
const SHARED_BURST = 0.15;

interface Venue {
	baseUrl: string;
	clientId: string;
	requestsPerMinute: number;
}

/** A part of the API with a rate limit of its own, for one set of credentials. */
export class Surface {
	constructor(
		private readonly limiter: RateLimiter,
		/** Calls per minute that these credentials allow. Others with the same Client ID may differ. */
		private readonly limit: number,
		/** The longest pause that the limit itself explains. */
		private readonly cooldownMs: number,
		readonly retryBudget: RetryBudget,
		private readonly address?: RateLimiter,
	) {}

	async acquire(call: Omit<AcquireOptions, 'limit'>): Promise<Acquired> {
		return await this.limiter.acquire({ ...call, limit: this.limit });
	}

	release(permit: Permit): void {
		this.limiter.release(permit);
	}

	/** There was no token for this call. */
	notSent(permit: Permit): void {
		this.limiter.notSent(permit);
	}

	/** The venue has processed this call. */
	answered(permit: Permit): void {
		this.limiter.answered(permit);
	}

	/** The venue answered this call with 429. */
	throttled(permit: Permit, asked: AskedPause): void {
		if (asked.retryAfterMs > this.cooldownMs) {
			// The limit explains a minute. A longer pause concerns this venue alone.
			this.address?.postpone({ ...asked, retryAfterMs: this.cooldownMs });
			this.limiter.pause(permit, asked);
		} else if (this.address === undefined) this.limiter.throttled(permit, asked);
		else if (permit.shared) this.address.throttled(permit.shared, asked);
	}

	pause(permit: Permit, asked: AskedPause): void {
		this.limiter.pause(permit, asked);
	}

	/** For a pause that may have nothing to do with the limit. */
	postpone(asked: AskedPause): void {
		this.limiter.postpone(asked);
	}

	/** Since when the venue has been rejecting calls. */
	get outageSince(): number | undefined {
		return this.limiter.outageSince;
	}
}

/** Shared by all executions of the process. */
const limiters = new Map<string, RateLimiter>();
const retryBudgets = new Map<string, RetryBudget>();

export function surfaceOf(path: string, venue: Venue): Surface {
	return /^\/(data|reporting)(\/|$)/i.test(path) ? dataSurface(venue) : restSurface(venue);
}

/** The Data API has a limit for each venue. */
function dataSurface({ baseUrl, clientId, requestsPerMinute }: Venue): Surface {
	const key = `data ${baseUrl} ${clientId}`;
	const { perMinute, cooldownMs } = LIMITS.dataApi;
	return new Surface(
		shared(limiters, key, () => new RateLimiter(paced(perMinute))),
		paced(requestsPerMinute),
		cooldownMs,
		shared(retryBudgets, key, () => new RetryBudget()),
	);
}

/** The REST API has a limit for each internet address, which all credentials there share. */
function restSurface({ baseUrl, clientId, requestsPerMinute }: Venue): Surface {
	const { perMinute, cooldownMs } = LIMITS.restApi;
	const limit = paced(perMinute);
	const address = shared(
		limiters,
		`rest ${new URL(baseUrl).host}`,
		() => new RateLimiter(limit, undefined, undefined, SHARED_BURST),
	);
	const key = `rest ${baseUrl} ${clientId}`;
	return new Surface(
		shared(limiters, key, () => new RateLimiter(limit, undefined, address)),
		paced(requestsPerMinute),
		cooldownMs,
		shared(retryBudgets, key, () => new RetryBudget()),
		address,
	);
}

function paced(perMinute: number): number {
	return Math.max(1, Math.floor(perMinute * SHARE_THAT_WE_PACE));
}

function shared<T>(known: Map<string, T>, key: string, make: () => T): T {
	const found = known.get(key) ?? make();
	known.set(key, found);
	return found;
}

const MOST = 100;

/**
 * The retries that one surface has left. Accepted calls earn them, so an occasional call is
 * retried, but an outage is not made worse by retrying every call.
 */
export class RetryBudget {
	private left = MOST;

	spend(): boolean {
		if (this.left < 1) return false;
		this.left--;
		return true;
	}

	earn(): void {
		this.left = Math.min(MOST, this.left + 1);
	}
}
