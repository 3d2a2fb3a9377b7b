import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

/** Like most credentials with a token: parallel requests each ask for their own. */
export class Unguarded implements ICredentialType {
	name = 'unguarded';

	displayName = 'Unguarded';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
		{ displayName: 'Region', name: 'region', type: 'string', default: 'north' },
		{
			displayName: 'Token',
			name: 'token',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Issued', name: 'issued', type: 'hidden', default: '' },
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' },
		rules: [
			{
				type: 'responseCode',
				properties: { value: 403, message: 'This account may not look at itself' },
			},
		],
	};

	async preAuthentication(
		this: IHttpRequestHelper,
		{ baseUrl, secret }: ICredentialDataDecryptedObject,
	) {
		const answer = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${String(baseUrl)}/token`,
			body: { secret },
		})) as { token: string };
		return { token: answer.token, issued: 'lately', undeclared: 'is stored but never read' };
	}
}
