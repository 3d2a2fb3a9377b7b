import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

/** Like the example of n8n: it requests a token if it has none or got a bad response. */
export class UnguardedApi implements ICredentialType {
	name = 'unguardedApi';

	displayName = 'Unguarded API';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Client ID', name: 'clientId', type: 'string', default: '' },
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken}}' } },
	};

	async preAuthentication(
		this: IHttpRequestHelper,
		{ baseUrl, clientId, clientSecret }: ICredentialDataDecryptedObject,
	) {
		const { access_token: accessToken } = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${String(baseUrl)}/token`,
			body: { client_id: clientId, client_secret: clientSecret },
		})) as { access_token: string };
		return { accessToken };
	}
}
