import { randomBytes } from 'node:crypto';
import type { VenueClock } from '../clock';
import { SlidingWindow } from '../limits/windows';
import { SCOPES, type Scope } from './scopes';

export interface ClientCredentials {
	clientId: string;
	clientSecret: string;
}

/** 7: why a 403 is answered although the token is valid. */
export type BlockReason = 'disabled key' | 'decommissioned venue' | 'staff API not enabled';

export interface Client extends ClientCredentials {
	readonly account: string;
	scopes: readonly Scope[];
	blocked?: BlockReason;
}

export interface SuspensionRule {
	requests: number;
	perSeconds: number;
}

/** 5.6: excessive token requests can lead to suspension; the threshold is not shown. */
export const DEFAULT_SUSPENSION: Readonly<SuspensionRule> = { requests: 300, perSeconds: 5 * 60 };

/** The sets of credentials that the venues' owners made in the console. */
export class Clients {
	readonly #clock: VenueClock;
	readonly #suspension: SuspensionRule;
	readonly #clients = new Map<string, Client>();
	readonly #tokenRequests = new Map<string, SlidingWindow>();

	constructor(clock: VenueClock, suspension: Partial<SuspensionRule> = {}) {
		this.#clock = clock;
		this.#suspension = { ...DEFAULT_SUSPENSION, ...suspension };
	}

	add(account: string, scopes: readonly Scope[] = SCOPES): ClientCredentials {
		const clientId = `client-${account}-${this.#clients.size + 1}`;
		const clientSecret = `secret-${randomBytes(18).toString('base64url')}`;
		this.#clients.set(clientId, { clientId, clientSecret, account, scopes });
		const { requests, perSeconds } = this.#suspension;
		this.#tokenRequests.set(clientId, new SlidingWindow(requests, perSeconds * 1000));
		return { clientId, clientSecret };
	}

	find(clientId: string): Client | undefined {
		return this.#clients.get(clientId);
	}

	setScopes(clientId: string, scopes: readonly Scope[]): void {
		this.#known(clientId).scopes = scopes;
	}

	rotateSecret(clientId: string): ClientCredentials {
		const client = this.#known(clientId);
		client.clientSecret = `secret-${randomBytes(18).toString('base64url')}`;
		return { clientId, clientSecret: client.clientSecret };
	}

	/** All further requests of these credentials are answered with 403. */
	block(clientId: string, reason: BlockReason): void {
		this.#known(clientId).blocked = reason;
	}

	unblock(clientId: string): void {
		delete this.#known(clientId).blocked;
	}

	/** Every request counts, rejected ones too: a client that keeps asking loses its key. */
	countTokenRequest(clientId: string): void {
		const withinReason = this.#tokenRequests.get(clientId)?.admit(this.#clock.now()) ?? true;
		if (!withinReason) this.block(clientId, 'disabled key');
	}

	#known(clientId: string): Client {
		const client = this.#clients.get(clientId);
		if (!client) throw new Error(`The venue knows no client "${clientId}"`);
		return client;
	}
}
