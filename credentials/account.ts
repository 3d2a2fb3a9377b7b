import { createHash } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { readBaseUrl } from '../nodes/venueApi/address';
import { secretsOf } from '../nodes/venueApi/connection';
import { trimmedText } from '../nodes/venueApi/records';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';

/** The values of the credential that a token is requested with. */
export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Distinguishes accounts without revealing the secret. */
	fingerprint: string;
	/** All of the credential: a venue may quote any of them. */
	secrets: string[];
}

export function readAccount(credentials: ICredentialDataDecryptedObject): Account {
	const address = readBaseUrl(credentials.baseUrl);
	if ('reason' in address) {
		throw new TokenUnavailable({
			message: address.reason,
			description: 'Correct it in the credential.',
		});
	}
	const clientId = filledIn('Client ID', credentials.clientId);
	const clientSecret = filledIn('Client Secret', credentials.clientSecret);
	const fingerprint = createHash('sha256')
		.update(JSON.stringify([address.baseUrl, clientId, clientSecret]))
		.digest('hex');
	return { ...address, clientId, clientSecret, fingerprint, secrets: secretsOf(credentials) };
}

function filledIn(label: string, value: unknown): string {
	const text = trimmedText(value);
	if (text === '') {
		throw new TokenUnavailable({
			message: `${label} is empty`,
			description: 'Copy it from the venue management console into the credential.',
		});
	}
	return text;
}

/** A request as n8n passes it to `authenticate`, in the form of its newer or its older request helper. */
export type VenueRequest = IHttpRequestOptions & {
	uri?: unknown;
	rejectUnauthorized?: boolean;
	agentOptions?: object;
};

/** `https://` and a host, without characters that versions of the HTTP library read differently. */
const WRITTEN_OUT = /^https?:\/\/[^\s\p{Cc}/?#\\@%]+([/?#]|$)/iu;

const ABSOLUTE = /^([a-z][a-z\d+.-]*:)?\/\//i;

/** What SSL Certificates of the HTTP Request node adds without changing which servers are trusted. */
const OWN_CERTIFICATE = ['cert', 'key', 'passphrase'];

/**
 * The reason not to sign a request. Users of n8n's HTTP Request node can enter any address and any
 * option, and not all of them are allowed to read the credential.
 */
export function refusalOf(request: VenueRequest, account: Account): TokenUnavailable | undefined {
	return wayOut(request, account) ?? unsafeLine(request, account);
}

/** Adds the token and removes any other authorization. */
export function signedHeaders(headers: IDataObject, token: string): IDataObject {
	const others = Object.entries(headers).filter(([name]) => !isNamed(name, 'authorization'));
	// In lower case: on a redirect, n8n copies only the spelling `Authorization`, to any host. The
	// HTTP library drops both spellings when the host changes.
	return { ...Object.fromEntries(others), authorization: `Bearer ${token}` };
}

function wayOut(request: VenueRequest, { baseUrl }: Account): TokenUnavailable | undefined {
	const venue = new URL(baseUrl);
	for (const address of addressesOf(request)) {
		const target = URL.canParse(address) ? new URL(address) : undefined;
		if (target && target.origin !== venue.origin) {
			return new TokenUnavailable({
				message: `This credential is for ${venue.origin} only, and the request goes to ${target.origin}`,
				description: 'Use the address in Base URL of the credential, or another credential.',
			});
		}
		if (!target || !WRITTEN_OUT.test(address)) {
			return new TokenUnavailable({
				message: 'The address of this request is not written out in full',
				description: `Start URL with the Base URL of the credential: ${baseUrl}/`,
			});
		}
	}
	const hosts = Object.entries(request.headers ?? {}).filter(([name]) => isNamed(name, 'host'));
	if (hosts.every(([, value]) => isNamed(String(value), venue.host))) return undefined;
	return new TokenUnavailable({
		message: 'The header Host of this request names another host than the venue’s',
		description: 'Remove this header. The host is taken from URL.',
	});
}

/** Resolved as the HTTP library does it. Versions of n8n prefer either `url` or `uri`. */
function addressesOf({ url, uri, baseURL }: VenueRequest): string[] {
	const given = [url, uri]
		.filter((address) => address !== undefined && address !== null)
		.map(String);
	if (!baseURL) return given.length > 0 ? given : [''];
	const base = String(baseURL).replace(/\/?\/$/, '');
	return (given.length > 0 ? given : ['']).map((address) => {
		return ABSOLUTE.test(address) ? address : `${base}/${address.replace(/^\/+/, '')}`;
	});
}

/**
 * Rejects connections that could expose the token. No workflow needs them: the sign-in has already
 * checked the venue's certificate.
 */
function unsafeLine(request: VenueRequest, { baseUrl }: Account): TokenUnavailable | undefined {
	const { proxy, rejectUnauthorized, skipSslCertificateValidation, agentOptions = {} } = request;
	if (new URL(baseUrl).protocol === 'http:') {
		if (!proxy) return undefined;
		return new TokenUnavailable({
			message:
				'A proxy would see the access token, as Base URL of the credential begins with http://',
			description: 'Remove Proxy from the options of this node.',
		});
	}
	if (rejectUnauthorized === false || skipSslCertificateValidation) {
		return new TokenUnavailable({
			message: 'The access token is only sent if the server’s certificate is checked',
			description:
				'Turn off Ignore SSL Issues in this node. If your network has a certificate authority of its own, ask the administrator of n8n to add it.',
		});
	}
	const changes = Object.entries(agentOptions).filter(([, value]) => value !== undefined);
	if (changes.every(([name]) => OWN_CERTIFICATE.includes(name))) return undefined;
	return new TokenUnavailable({
		message: 'The access token is only sent to servers that n8n itself trusts',
		description:
			'Turn off SSL Certificates in this node, or remove the CA from that credential. If your network has a certificate authority of its own, ask the administrator of n8n to add it.',
	});
}

function isNamed(text: string, name: string): boolean {
	return text.trim().toLowerCase() === name;
}
