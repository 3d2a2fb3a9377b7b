import { startEngine, type Engine, type SavedCredential } from '../engine';
import { isN8n1 } from '../n8n';
import { Caller } from '../samples/Caller.node';
import { PlainSpoken } from '../samples/PlainSpoken.credentials';
import { TokenService } from '../samples/tokenService';
import { Unguarded } from '../samples/Unguarded.credentials';

const secret = 'a secret/with "odd" characters';

describe('what n8n does with a credential that nothing guards', () => {
	let engine: Engine;
	let service: TokenService;
	let credential: SavedCredential;

	beforeEach(async () => {
		service = await new TokenService(secret).start();
		engine = await startEngine({ credentialTypes: [Unguarded, PlainSpoken] });
		credential = await engine.saveCredential('unguarded', { baseUrl: service.url, secret });
	});

	afterEach(async () => {
		await engine.stop();
		await service.stop();
	});

	const call = async (calls = 1, credentials = credential) =>
		await engine.execute({
			node: Caller,
			items: Array.from({ length: calls }, (_, id) => ({ json: { id } })),
			parameters: { path: '={{ "/bookings/" + $json.id }}' },
			credentials: { unguarded: credentials },
		});

	it('20 parallel calls that find no token: 20 token requests', async () => {
		const { items } = await call(20);
		expect(items[0].map(({ json }) => json.answer)).toEqual(
			Array.from({ length: 20 }, (_, id) => ({ path: `/bookings/${id}` })),
		);
		expect(service.tokenRequests).toBe(20);
	});

	it('20 parallel calls with a stale token: 20 more', async () => {
		await call();
		service.revoke('token-1');
		service.forgetCounts();
		expect((await call(20)).status).toBe('success');
		expect(service.tokenRequests).toBe(20);
		expect(service.calls).toBe(40);
	});

	it('calls with a good token: none', async () => {
		await call();
		await call(20);
		expect(service.tokenRequests).toBe(1);
	});

	it('an endpoint that answers 401 for another reason: 1 more for each call', async () => {
		await call();
		service.refusal = { status: 401, body: {} };
		service.forgetCounts();
		expect((await call()).status).toBe('error');
		expect((await call()).status).toBe('error');
		expect(service.tokenRequests).toBe(2);
	});

	it('a wrong secret: 2 for each call, as the refused token request is repeated', async () => {
		const wrong = await engine.saveCredential('unguarded', {
			baseUrl: service.url,
			secret: 'wrong',
		});
		expect((await call(1, wrong)).error?.message).toContain('Authorization failed');
		expect(service.tokenRequests).toBe(2);
		expect(service.calls).toBe(0);
	});

	it('a wrong secret, told in plain words: 1 for each call', async () => {
		const data = { baseUrl: service.url, secret: 'wrong' };
		const wrong = await engine.saveCredential('plainSpoken', data);
		const { error } = await engine.execute({
			node: Caller,
			parameters: { credentialType: 'plainSpoken' },
			credentials: { plainSpoken: wrong },
		});
		expect(error?.message).toContain('The secret is wrong');
		expect(service.tokenRequests).toBe(1);
	});

	it('stores the whole of what came back, and reads only what is declared', async () => {
		await call();
		expect(await engine.readCredential(credential)).toEqual({
			baseUrl: service.url,
			secret,
			token: 'token-1',
			issued: 'lately',
			undeclared: 'is stored but never read',
			...(isN8n1 ? { region: 'north' } : {}),
		});
	});

	it('keeps it encrypted', async () => {
		await call();
		expect(engine.storedText()).not.toContain(secret.slice(0, 8));
		expect(engine.storedText()).not.toContain('token-1');
	});

	// What an error was caused by is lost in n8n 1.x, so that a rule on a status never applies there.
	it.each([
		{ state: 'a right secret', status: 'OK', message: 'Connection successful!' },
		{
			state: 'a wrong secret',
			data: { secret: 'wrong' },
			message: 'Unauthorized',
			messageIn1: 'Authorization failed - please check your credentials',
		},
		{
			state: 'an account without permission',
			refusal: { status: 403, body: {} },
			message: 'This account may not look at itself',
			messageIn1: 'Forbidden - perhaps check your credentials?',
		},
		{
			state: 'a service in trouble',
			refusal: { status: 500, body: {} },
			message: 'Internal Server Error',
			messageIn1: 'The service was not able to process your request',
		},
		{
			state: 'an address where nobody listens',
			data: { baseUrl: 'http://127.0.0.1:1' },
			message: 'ECONNREFUSED',
			messageIn1: 'The service refused the connection - perhaps it is offline',
		},
	])('tests $state', async ({ data, refusal, status = 'Error', message, messageIn1 = message }) => {
		service.refusal = refusal;
		expect(
			await engine.testCredential('unguarded', { baseUrl: service.url, secret, ...data }),
		).toEqual({ status, message: isN8n1 ? messageIn1 : message });
	});

	it('asks for a token at every test, even with a good one in store', async () => {
		await call();
		await engine.testSavedCredential(credential);
		await engine.testSavedCredential(credential);
		expect(service.tokenRequests).toBe(3);
	});
});
