import {
	readAccount,
	refusalOf,
	signedHeaders,
	type VenueRequest,
} from '../../../credentials/account';
import { foreignAddresses, ownAddresses } from '../../attacks/addresses';

const BASE = 'https://api.venue.example/v1';

const account = {
	baseUrl: BASE,
	clientId: 'id',
	clientSecret: 'secret',
	fingerprint: 'f',
	secrets: [],
};

const refused = (request: Partial<VenueRequest>) =>
	refusalOf({ url: `${BASE}/bookings`, ...request }, account)?.message;

describe('a request with the token', () => {
	it.each(Object.entries(ownAddresses(BASE)))(
		'may go to the venue’s address %s',
		(_name, address) => {
			expect(refused(address)).toBeUndefined();
		},
	);

	it('may not go to an address that leads elsewhere once the HTTP library has read it', () => {
		const hosts = { venue: 'api.venue.example', foreign: 'localhost:9' };
		const home = { ...account, baseUrl: 'http://api.venue.example' };
		for (const address of Object.values(foreignAddresses(hosts))) {
			if (refusalOf({ url: '', ...address }, home)) continue;
			// How axios before 1.13 reads it, without any checks.
			const isAbsolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(address.url ?? '');
			const target = isAbsolute ? address.url : `${address.baseURL}/${address.url}`;
			expect(new URL(target ?? '').origin).toBe(home.baseUrl);
		}
	});

	it.each([
		['Ignore SSL Issues', { rejectUnauthorized: false }],
		['Ignore SSL Issues', { skipSslCertificateValidation: true }],
		['Ignore SSL Issues', { rejectUnauthorized: false, proxy: 'http://proxy.example' as never }],
		['SSL Certificates', { agentOptions: { ca: 'a CA of its own' } }],
		['SSL Certificates', { agentOptions: { rejectUnauthorized: false } }],
		['SSL Certificates', { agentOptions: { host: 'evil.example' } }],
	])('may not use a connection that others can read: %s', (option, request) => {
		expect(refused(request)).toContain(`Turn off ${option}`);
	});

	it.each([
		['a proxy that passes on what is encrypted', { proxy: 'http://proxy.example' as never }],
		['a certificate of its own', { agentOptions: { cert: 'c', key: 'k', passphrase: 'p' } }],
		['certificates that are checked', { rejectUnauthorized: true, agentOptions: {} }],
	])('may use %s', (_name, request) => {
		expect(refused(request)).toBeUndefined();
	});

	it('may not use a proxy if nothing is encrypted', () => {
		const loopback = { ...account, baseUrl: 'http://127.0.0.1:8080' };
		const request = { url: 'http://127.0.0.1:8080/x', rejectUnauthorized: false };
		expect(refusalOf(request, loopback)).toBeUndefined();
		const proxy = { host: '127.0.0.1', port: 9 };
		expect(refusalOf({ ...request, proxy }, loopback)?.message).toContain('Remove Proxy');
	});
});

it('a signed request has one authorization header, under the name that n8n does not copy', () => {
	const headers = { Accept: '*/*', Authorization: 'Basic x', aUTHORIZATION: 'y' };
	expect(signedHeaders(headers, 'token')).toEqual({
		Accept: '*/*',
		authorization: 'Bearer token',
	});
});

it('values that an expression gives as numbers are read and kept secret', () => {
	const numbers = { clientId: 17, clientSecret: 471101, webhookApiKey: 471102 };
	const read = readAccount({ baseUrl: BASE, ...numbers, webhookPassword: 471103 });
	expect(read).toMatchObject({ clientId: '17', clientSecret: '471101' });
	expect(read.secrets).toEqual(['471101', '471102', '471103']);
});
