import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import { SlidingWindow } from '../limits/windows';
import type { Scope } from '../endpoints/endpoint';
import { SCOPES } from '../endpoints/endpoints';

export interface ClientCredentials {
	clientId: string;
	clientSecret: string;
}

export interface NewCredentials extends Partial<ClientCredentials> {
	/** By default, the first venue. */
	venue?: string;
	/** By default, all scopes. */
	scopes?: readonly Scope[];
}

/** 7: reasons for a 403 although the token is valid. */
export type BlockReason = 'disabled key' | 'decommissioned venue' | 'staff API not enabled';

export interface Client extends ClientCredentials {
	readonly account: string;
	scopes: readonly Scope[];
	blocked?: BlockReason;
	/** When the credentials were suspended because they requested too many tokens. */
	suspendedAt?: number;
}

/** One more request during this time suspends the credentials. */
export interface SuspensionRule {
	requests: number;
	perSeconds: number;
}

/**
 * 5.6: too many token requests can lead to suspension, but the document shows no threshold. Here it
 * is twice the limit of an address for a minute, or the limit of five minutes within an hour.
 */
const DEFAULT_SUSPENSION: readonly SuspensionRule[] = [
	{ requests: 120, perSeconds: 60 },
	{ requests: 300, perSeconds: 60 * 60 },
];

const newSecret = () => `secret-${randomBytes(18).toString('base64url')}`;

/** The credentials that venues' owners created in the console. */
export class Clients {
	readonly #clock: Clock;
	readonly #suspension: readonly SuspensionRule[];
	readonly #clients = new Map<string, Client>();
	readonly #tokenRequests = new Map<string, SlidingWindow[]>();

	constructor(clock: Clock, suspension = DEFAULT_SUSPENSION) {
		this.#clock = clock;
		this.#suspension = suspension;
	}

	add(
		account: string,
		{ scopes = SCOPES, ...given }: Omit<NewCredentials, 'venue'> = {},
	): ClientCredentials {
		const { clientId = `client-${account}-${this.#clients.size + 1}` } = given;
		const { clientSecret = newSecret() } = given;
		this.#clients.set(clientId, { clientId, clientSecret, account, scopes });
		this.#forgetTokenRequests(clientId);
		return { clientId, clientSecret };
	}

	all(): Client[] {
		return [...this.#clients.values()];
	}

	find(clientId: string): Client | undefined {
		return this.#clients.get(clientId);
	}

	setScopes(clientId: string, scopes: readonly Scope[]): void {
		this.#known(clientId).scopes = scopes;
	}

	rotateSecret(clientId: string): ClientCredentials {
		const client = this.#known(clientId);
		client.clientSecret = newSecret();
		return { clientId, clientSecret: client.clientSecret };
	}

	/** From now on, all requests of these credentials get a 403. */
	block(clientId: string, reason: BlockReason): void {
		this.#known(clientId).blocked = reason;
	}

	/** Ends a suspension, too, and resets its counters. */
	unblock(clientId: string): void {
		const client = this.#known(clientId);
		delete client.blocked;
		delete client.suspendedAt;
		this.#forgetTokenRequests(clientId);
	}

	/** Every request counts, even a rejected one: a client that keeps asking is suspended. */
	countTokenRequest(clientId: string): void {
		const now = this.#clock.now();
		const windows = this.#tokenRequests.get(clientId) ?? [];
		const isExcessive = windows.map((window) => window.admit(now)).includes(false);
		if (!isExcessive) return;
		this.block(clientId, 'disabled key');
		this.#known(clientId).suspendedAt ??= now;
	}

	#forgetTokenRequests(clientId: string): void {
		this.#tokenRequests.set(
			clientId,
			this.#suspension.map(
				({ requests, perSeconds }) => new SlidingWindow(requests, perSeconds * 1000),
			),
		);
	}

	#known(clientId: string): Client {
		const client = this.#clients.get(clientId);
		if (!client) throw new Error(`The venue knows no client "${clientId}"`);
		return client;
	}
}
