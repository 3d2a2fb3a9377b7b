import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { LIMITS } from '../nodes/venueApi/limits';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import { type Account, readAccount } from './account';
import { readStoredToken, TOKEN_FIELDS, toStoredFields } from './token';
import { exchangeForToken } from './tokenExchange';
import { TokenGuard } from './tokenGuard';
import { isStillAccepted, TOKEN_CHECK_PATH } from './tokenCheck';

const guard = new TokenGuard();

/**
 * The token that a set of credentials signed a request with. n8n hands the very same object back
 * when the venue answers 401 to that request, which tells a renewal from a first use or a test.
 */
const signedWith = new WeakMap<ICredentialDataDecryptedObject, string>();

const tokenField = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'hidden',
	// Without the mask the credential dialog would write back what it was opened with.
	typeOptions: { expirable: name === TOKEN_FIELDS.value, password: true },
	default: '',
});

export class VenuePlatformApi implements ICredentialType {
	name = 'venuePlatformApi';

	displayName = 'Venue Platform API';

	icon = {
		light: 'file:../icons/venuePlatform.svg',
		dark: 'file:../icons/venuePlatform.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/venue-platform/n8n-nodes-venue-platform#credential';

	properties: INodeProperties[] = [
		...Object.values(TOKEN_FIELDS).map(tokenField),
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.venue-platform.example',
			description:
				'Address of the API that the venue was given. The playground and production differ only here.',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			required: true,
			default: '',
			description:
				'From the venue management console. One set of credentials belongs to one venue.',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'From the venue management console, together with the Client ID',
		},
		{
			displayName: 'Webhook API Key',
			name: 'webhookApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Key that the venue presents with each event. Leave it empty to have one made for each trigger.',
		},
		{
			displayName: 'Webhook Username',
			name: 'webhookUsername',
			type: 'string',
			default: '',
			description: 'Only for triggers that use basic authentication',
		},
		{
			displayName: 'Webhook Password',
			name: 'webhookPassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for triggers that use basic authentication',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LIMITS.restApi.perMinute },
			default: LIMITS.restApi.perMinute,
			description: `How many requests n8n may send. The venue allows ${LIMITS.restApi.perMinute} a minute to one internet address: lower this where other systems share it.`,
		},
	];

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<Record<string, string>> {
		const account = readAccount(credentials);
		const stored = readStoredToken(credentials, account.fingerprint);
		const invalidToken = signedWith.get(credentials);
		if (invalidToken !== undefined) {
			guard.invalidate(account, invalidToken);
		} else if (stored && !(await isStillAccepted(this, account, stored))) {
			// A stored token that nobody has invalidated: this is the test of the credential dialog.
			guard.invalidate(account, stored.value);
		}

		const token = await guard.valid(
			account,
			stored,
			async () => await exchangeForToken(this, account),
		);
		return toStoredFields(token, account.fingerprint);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const account = readAccount(credentials);
		requireVenueAddress(account, requestOptions);

		const token = guard.newest(account, readStoredToken(credentials, account.fingerprint));
		// A stored token of another account is not sent. The venue answers 401, and n8n renews it.
		const value = token?.value ?? '';
		signedWith.set(credentials, value);
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${value}` },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: TOKEN_CHECK_PATH,
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
			// The token is what is tested. A missing scope is not the credential's fault.
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
		},
	};
}

/** In n8n's HTTP Request node the user may enter any address; the token is for the venue alone. */
function requireVenueAddress(account: Account, options: IHttpRequestOptions): void {
	const { url, uri = url, baseURL } = options as IHttpRequestOptions & { uri?: string };
	const target = new URL(uri, baseURL ?? account.baseUrl);
	const venue = new URL(account.baseUrl);
	if (target.origin === venue.origin) return;
	throw new TokenUnavailable(
		`This credential is for ${venue.host} only, and the request goes to ${target.host}`,
		'Use the address in Base URL of the credential, or another credential.',
	);
}
