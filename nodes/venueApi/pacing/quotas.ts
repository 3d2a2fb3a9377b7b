import { MINUTE_MS } from '../durations';
import { LIMITS } from '../limits';
import { Gate } from './gate';
import type { AskedPause } from './outage';
import {
	type Acquired,
	type AcquireOptions,
	type Lane,
	type Permit,
	RateLimiter,
} from './rateLimiter';

/** n8n itself sends a call a second time when it renews a token, so a few calls are kept in reserve. */
const SHARE_THAT_WE_PACE = 0.985;

/** Room for the bursts of two sets of credentials, so a slow one does not slow down a busy one. */
const SHARED_BURST = 0.15;

interface PacedAccount {
	baseUrl: string;
	clientId: string;
	requestsPerMinute: number;
}

/** A longer pause than this multiple of its cooldown has another reason than the limit. */
const EXPLAINED_BY_LIMIT = 2;

/** What credentials with one Client ID share. */
interface Client {
	/** Closed if the venue asks for another pause than that of the limit. */
	readonly gate: Gate;
	readonly retryBudget: RetryBudget;
}

/** A part of the API with a rate limit of its own, for one set of credentials. */
export class Quota {
	constructor(
		private readonly limiter: RateLimiter,
		private readonly lane: Lane,
		private readonly client: Client,
		private readonly cooldownMs: number,
		/** Whose calls the venue counts together. */
		readonly countedBy: 'address' | 'venue',
		private readonly requestsPerMinute: number,
	) {}

	get retryBudget(): RetryBudget {
		return this.client.retryBudget;
	}

	async acquire(call: AcquireOptions): Promise<Acquired> {
		return await this.limiter.acquire(this.lane, call);
	}

	/** Requests per Minute that would have sent these calls, too. Undefined if the venue allows fewer. */
	paceFor(unsent: number, patienceMs: number): number | undefined {
		const minutes = Math.max(1, patienceMs / MINUTE_MS);
		const needed = this.requestsPerMinute + Math.ceil(unsent / minutes);
		return this.countedBy === 'address' && needed <= LIMITS.restApi.perMinute ? needed : undefined;
	}

	/** The venue answered this call with the status of a success. */
	accepted(permit: Permit): void {
		permit.processed();
		this.retryBudget.earn();
	}

	/** The venue answered this call with 429. */
	throttled(permit: Permit, asked: AskedPause): void {
		const { limiter, client, cooldownMs } = this;
		if (asked.retryAfterMs < cooldownMs * EXPLAINED_BY_LIMIT) return permit.throttled(asked);
		// Others wait for the first of such answers only, not for each call that tries again.
		if (this.outageSince === undefined) {
			limiter.postpone(limiter.gate, { reason: asked.reason, retryAfterMs: cooldownMs });
		}
		permit.pause(client.gate, asked);
	}

	/** The venue named a time to come back. */
	pause(permit: Permit, asked: AskedPause): void {
		permit.pause(this.client.gate, asked);
	}

	/** For a pause that may have nothing to do with the limit. */
	postpone(asked: AskedPause): void {
		this.limiter.postpone(this.client.gate, asked);
	}

	/** Since when the venue has been rejecting calls. */
	get outageSince(): number | undefined {
		return this.limiter.outageSince(this.lane);
	}
}

/** Shared by all executions of the process. */
const limiters = new Map<string, RateLimiter>();
const clients = new Map<string, Client>();
const quotas = new Map<string, Quota>();

export function quotaOf(path: string, account: PacedAccount): Quota {
	const { baseUrl, clientId, requestsPerMinute } = account;
	const isData = /^\/(data|reporting)(\/|$)/i.test(path);
	const { perMinute, cooldownMs } = isData ? LIMITS.dataApi : LIMITS.restApi;
	const key = `${isData ? 'data' : 'rest'} ${baseUrl} ${clientId}`;
	// Credentials with the same Client ID may differ in Requests per Minute.
	return shared(quotas, `${key} ${requestsPerMinute}`, () => {
		// The Data API has a limit for each venue. That of the REST API is for each internet address,
		// which all credentials there share.
		const limiter = shared(limiters, isData ? key : `rest ${new URL(baseUrl).host}`, () => {
			return new RateLimiter(paced(perMinute), undefined, SHARED_BURST);
		});
		const client = shared(clients, key, () => {
			return { gate: new Gate(paced(perMinute)), retryBudget: new RetryBudget() };
		});
		// A call passes three gates: that of its credential, that of its Client ID, and the shared limit.
		const lane = limiter.lane(new Gate(paced(requestsPerMinute)), client.gate);
		const countedBy = isData ? 'venue' : 'address';
		return new Quota(limiter, lane, client, cooldownMs, countedBy, requestsPerMinute);
	});
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
 * The retries that one quota has left. Accepted calls earn them, so an occasional call is
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
