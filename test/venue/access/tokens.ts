import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';

export interface IssuedToken {
	readonly accessToken: string;
	readonly clientId: string;
	readonly issuedAt: number;
	expiresAt: number;
	revoked: boolean;
}

export type NewToken = (clientId: string, number: number) => string;

const unguessable: NewToken = () => randomBytes(24).toString('base64url');

export class Tokens {
	readonly #clock: Clock;
	readonly #byAccessToken = new Map<string, IssuedToken>();
	readonly #newToken: NewToken;
	#lifetimeSeconds: number;

	constructor(clock: Clock, lifetimeSeconds: number, newToken: NewToken = unguessable) {
		this.#clock = clock;
		this.#lifetimeSeconds = lifetimeSeconds;
		this.#newToken = newToken;
	}

	get issued(): readonly IssuedToken[] {
		return [...this.#byAccessToken.values()];
	}

	/** 2.2: the lifetime "may change". New tokens get this one. */
	setLifetime(seconds: number): void {
		this.#lifetimeSeconds = seconds;
	}

	issue(clientId: string, lifetimeSeconds = this.#lifetimeSeconds): IssuedToken {
		const issuedAt = this.#clock.now();
		const token = {
			accessToken: this.#newToken(clientId, this.#byAccessToken.size),
			clientId,
			issuedAt,
			expiresAt: issuedAt + lifetimeSeconds * 1000,
			revoked: false,
		};
		this.#byAccessToken.set(token.accessToken, token);
		return token;
	}

	valid(accessToken: string): IssuedToken | undefined {
		const token = this.#byAccessToken.get(accessToken);
		return token && !token.revoked && this.#clock.now() < token.expiresAt ? token : undefined;
	}

	/** Finds invalid tokens, too. */
	find(accessToken: string): IssuedToken | undefined {
		return this.#byAccessToken.get(accessToken);
	}

	revokeAll(): void {
		for (const token of this.#byAccessToken.values()) token.revoked = true;
	}

	revokeOf(clientId: string): void {
		for (const token of this.#byAccessToken.values()) {
			if (token.clientId === clientId) token.revoked = true;
		}
	}
}
