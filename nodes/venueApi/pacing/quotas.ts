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

/** How many calls the venue allows a minute, and whose it counts together. */
interface Limit {
	perMinute: number;
	cooldownMs: number;
	countedBy: 'address' | 'venue';
}

/** What credentials with one Client ID share in a part of the API with a limit of its own. */
export class Client {
	/** Closed if the venue asks for another pause than that of the limit. */
	readonly gate: Gate;
	readonly retryBudget = new RetryBudget();
	/** By Requests per Minute, in which these credentials may differ. */
	private readonly quotas = new Map<number, Quota>();

	constructor(
		readonly limit: Limit,
		/** Shared with all whose calls the venue counts together. */
		readonly limiter: RateLimiter,
	) {
		this.gate = new Gate(paced(limit.perMinute));
	}

	quotaAt(requestsPerMinute: number): Quota {
		return shared(this.quotas, requestsPerMinute, () => new Quota(this, requestsPerMinute));
	}
}

/** What one set of credentials may send to a part of the API. */
export class Quota {
	private readonly lane: Lane;

	constructor(
		private readonly client: Client,
		private readonly requestsPerMinute: number,
	) {
		// A call passes three gates: that of its credential, that of its Client ID, and the shared limit.
		this.lane = client.limiter.lane(new Gate(paced(requestsPerMinute)), client.gate);
	}

	get retryBudget(): RetryBudget {
		return this.client.retryBudget;
	}

	get countedBy(): Limit['countedBy'] {
		return this.client.limit.countedBy;
	}

	/** Since when the venue has been rejecting calls. */
	get outageSince(): number | undefined {
		return this.lane.outageSince;
	}

	async acquire(call: AcquireOptions): Promise<Acquired> {
		return await this.lane.acquire(call);
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
	limited(permit: Permit, asked: AskedPause): void {
		const { limiter, limit } = this.client;
		if (asked.retryAfterMs < limit.cooldownMs * EXPLAINED_BY_LIMIT) return permit.throttled(asked);
		// Others wait for the first of such answers only, not for each call that tries again.
		if (this.outageSince === undefined) {
			limiter.postpone(limiter.gate, { reason: asked.reason, retryAfterMs: limit.cooldownMs });
		}
		this.pause(permit, asked);
	}

	/** The venue named a time to come back. */
	pause(permit: Permit, asked: AskedPause): void {
		permit.pause(this.client.gate, asked);
	}

	/** For a pause that may have nothing to do with the limit. */
	postpone(asked: AskedPause): void {
		this.client.limiter.postpone(this.client.gate, asked);
	}
}

/** Shared by all executions of the process. */
const limiters = new Map<string, RateLimiter>();
const clients = new Map<string, Client>();

export function quotaOf(path: string, account: PacedAccount): Quota {
	const { baseUrl, clientId, requestsPerMinute } = account;
	const part = /^\/(data|reporting)(\/|$)/i.test(path) ? 'dataApi' : 'restApi';
	const limit = LIMITS[part];
	const client = `${baseUrl} ${clientId}`;
	const counted = limit.countedBy === 'address' ? new URL(baseUrl).host : client;
	const limiter = shared(limiters, `${part} ${counted}`, () => {
		return new RateLimiter(paced(limit.perMinute), { shareAsBurst: SHARED_BURST });
	});
	return shared(clients, `${part} ${client}`, () => new Client(limit, limiter)).quotaAt(
		requestsPerMinute,
	);
}

function paced(perMinute: number): number {
	return Math.max(1, Math.floor(perMinute * SHARE_THAT_WE_PACE));
}

function shared<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
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
