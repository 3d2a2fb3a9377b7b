import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import { SlidingWindow } from '../limits/windows';
import { SCOPES, type Scope } from './scopes';

export interface ClientCredentials {
	clientId: string;
	clientSecret: string;
}

export interface NewCredentials extends Partial<ClientCredentials> {
	/** The first venue unless given. */
	venue?: string;
	/** All scopes unless given. */
	scopes?: readonly Scope[];
}

/** 7: why a 403 is answered although the token is valid. */
export type BlockReason = 'disabled key' | 'decommissioned venue' | 'staff API not enabled';

export interface Client extends ClientCredentials {
	readonly account: string;
	scopes: readonly Scope[];
	blocked?: BlockReason;
	/** Since when the credentials are suspended for asking for too many tokens. */
	suspendedAt?: number;
}

/** One request more within the time suspends the credentials. */
export interface SuspensionRule {
	requests: number;
	perSeconds: number;
}

/**
 * 5.6: excessive token requests can lead to suspension; the threshold is not shown. Twice what the
 * limit of an address allows in a minute, or as many in an hour as five minutes of it would allow.
 */
export const DEFAULT_SUSPENSION: readonly SuspensionRule[] = [
	{ requests: 120, perSeconds: 60 },
	{ requests: 300, perSeconds: 60 * 60 },
];

const newSecret = () => `secret-${randomBytes(18).toString('base64url')}`;

/** The sets of credentials that the venues' owners made in the console. */
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

	/** All further requests of these credentials are answered with 403. */
	block(clientId: string, reason: BlockReason): void {
		this.#known(clientId).blocked = reason;
	}

	/** Lifts a suspension, too; what was counted towards it is forgotten. */
	unblock(clientId: string): void {
		const client = this.#known(clientId);
		delete client.blocked;
		delete client.suspendedAt;
		this.#forgetTokenRequests(clientId);
	}

	/** Every request counts, rejected ones too: a client that keeps asking loses its key. */
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
