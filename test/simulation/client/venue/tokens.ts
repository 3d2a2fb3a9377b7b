export interface IssuedToken {
	value: string;
	clientId: string;
	issuedAt: number;
	expiresAt: number;
	isRevoked: boolean;
	/** The first time that a call with it was let in. */
	workedAt?: number;
}

/** One set of credentials: one venue at one host. */
export interface Account {
	host: string;
	clientId: string;
	clientSecret: string;
}

export class Tokens {
	readonly issued: IssuedToken[] = [];
	private readonly byValue = new Map<string, IssuedToken>();

	constructor(private readonly onlyOneActive: boolean) {}

	issue(clientId: string, now: number, lifetimeMs: number): IssuedToken {
		if (this.onlyOneActive) this.revoke(clientId);
		const value = `token-${clientId}-${this.issued.length}-${(now % 1e9).toString(36)}`;
		const token = { value, clientId, issuedAt: now, expiresAt: now + lifetimeMs, isRevoked: false };
		this.issued.push(token);
		this.byValue.set(value, token);
		return token;
	}

	/** The token that a call presents, if it is one that opens something now. */
	valid(value: string, now: number): IssuedToken | undefined {
		const token = this.byValue.get(value);
		return token && !token.isRevoked && now < token.expiresAt ? token : undefined;
	}

	find(value: string): IssuedToken | undefined {
		return this.byValue.get(value);
	}

	revoke(clientId: string): void {
		for (const token of this.issued) if (token.clientId === clientId) token.isRevoked = true;
	}
}
