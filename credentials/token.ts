import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { isWithin } from './hold';

const NEW_MS = 10_000;

export interface Token {
	value: string;
	obtainedAt: number;
	expiresAt: number;
}

/** The hidden fields in which n8n keeps the token for all its processes. */
export const TOKEN_FIELDS = {
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
		// Without the mask the credential dialog would write back what it was opened with.
		typeOptions: { expirable: name === TOKEN_FIELDS.value, password: true },
		default: '',
	}),
);

/**
 * The stored token, unless it was obtained with other values of the credential: after a change of
 * Client ID it would still open the doors of the venue before.
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
		obtainedAt: readTime(credentials[TOKEN_FIELDS.obtainedAt]),
		expiresAt: readTime(credentials[TOKEN_FIELDS.expiresAt]),
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

function readTime(value: unknown): number {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? 0 : time;
}

/** Executions that began without one come for it as well, a moment after another has obtained it. */
export function isNew({ obtainedAt }: Token): boolean {
	return isWithin(Date.now(), obtainedAt, NEW_MS);
}
