import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readBaseUrl } from '../nodes/venueApi/address';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';

/** What a token is exchanged for. */
export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Tells two accounts apart without giving the secret away. */
	fingerprint: string;
}

/** Copied values come with spaces and line ends, which no client id and no secret has. */
export function readAccount(credentials: ICredentialDataDecryptedObject): Account {
	const address = readBaseUrl(credentials.baseUrl);
	if ('reason' in address) {
		throw new TokenUnavailable(address.reason, 'Correct it in the credential.');
	}
	const clientId = filledIn('Client ID', credentials.clientId);
	const clientSecret = filledIn('Client Secret', credentials.clientSecret);
	const fingerprint = createHash('sha256')
		.update(JSON.stringify([address.baseUrl, clientId, clientSecret]))
		.digest('hex');
	return { ...address, clientId, clientSecret, fingerprint };
}

function filledIn(label: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new TokenUnavailable(
			`${label} is empty`,
			'Copy it from the venue management console into the credential.',
		);
	}
	return text;
}
