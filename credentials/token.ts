import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';

export interface Token {
	value: string;
	obtainedAt: number;
	expiresAt: number;
}

/** The hidden fields in which n8n stores the token for all its processes. */
const TOKEN_FIELDS = {
	value: 'accessToken',
	account: 'accessTokenAccount',
	obtainedAt: 'accessTokenObtainedAt',
	expiresAt: 'accessTokenExpiresAt',
} as const;

export const TOKEN_PROPERTIES = Object.values(TOKEN_FIELDS).map(
	(name): INodeProperties => ({
		displayName: name,
		name,
		type: 'hidden',
		// Without `password`, the credential dialog would write back the values that it was opened with.
		typeOptions: { expirable: name === TOKEN_FIELDS.value, password: true },
		default: '',
	}),
);

/**
 * The stored token, unless it was obtained with other values of the credential. After a change of
 * Client ID, the old token would still work, but at the old venue.
 */
export function readStoredToken(
	credentials: ICredentialDataDecryptedObject,
	fingerprint: string,
): Token | undefined {
	const value = credentials[TOKEN_FIELDS.value];
	if (typeof value !== 'string' || value === '') return undefined;
	if (credentials[TOKEN_FIELDS.account] !== fingerprint) return undefined;
	return {
		value,
		obtainedAt: storedTimeIn(credentials[TOKEN_FIELDS.obtainedAt]),
		expiresAt: storedTimeIn(credentials[TOKEN_FIELDS.expiresAt]),
	};
}

export function toStoredFields(token: Token, fingerprint: string): Record<string, string> {
	return {
		[TOKEN_FIELDS.value]: token.value,
		[TOKEN_FIELDS.account]: fingerprint,
		[TOKEN_FIELDS.obtainedAt]: new Date(token.obtainedAt).toISOString(),
		[TOKEN_FIELDS.expiresAt]: new Date(token.expiresAt).toISOString(),
	};
}

function storedTimeIn(value: unknown): number {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? 0 : time;
}

/** Also false if the clock was set back to before `from`. */
export function isWithin(now: number, from: number, ms: number): boolean {
	return now >= from && now < from + ms;
}

/**
 * Thrown instead of sending a request that could only get a 401. n8n treats it as a 401: it asks
 * the credential for a token and then sends the request.
 */
export class TokenNeeded extends TokenUnavailable {
	readonly response = { status: 401 };

	constructor() {
		super({
			message: 'There is no access token for this request yet',
			description: 'Run this again.',
			retryAt: new Date(),
			cause: 'rate-limited',
		});
	}
}

/** The venue accepts the token elsewhere, so n8n would only repeat the request in vain. */
export class RefusedHere extends TokenUnavailable {
	constructor() {
		super({
			message: 'The venue does not accept the access token of these credentials for this request',
			description:
				'The token was checked and is accepted elsewhere: ask the venue owner whether these credentials may use this part of the API.',
		});
	}
}
