import { startEngine, type Engine } from './harness/engine';
import { Caller } from './harness/samples/Caller.node';
import { startTokenService } from './harness/samples/tokenService';
import { Unguarded } from './harness/samples/Unguarded.credentials';

const secret = 'a secret/with "odd" characters';

describe('the engine harness', () => {
	let engine: Engine;
	let service: Awaited<ReturnType<typeof startTokenService>>;

	beforeEach(async () => {
		service = await startTokenService(secret);
		engine = await startEngine({ credentialTypes: [Unguarded] });
	});

	afterEach(async () => {
		await engine.stop();
		await service.stop();
	});

	it('gives the items of a real one-node workflow', async () => {
		const credential = await engine.saveCredential('unguarded', { baseUrl: service.url, secret });
		const { items, status } = await engine.execute({
			node: Caller,
			parameters: { path: '={{ "/bookings/" + $json.id }}' },
			items: [{ json: { id: 7 } }, { json: { id: 8 } }],
			credentials: { unguarded: credential },
		});
		expect(status).toBe('success');
		expect(items[0].map(({ json }) => json.answer)).toEqual([
			{ path: '/bookings/7' },
			{ path: '/bookings/8' },
		]);
	});
	it('costs 20', async () => {
		const credential = await engine.saveCredential('unguarded', { baseUrl: service.url, secret });
		await engine.execute({
			node: Caller,
			items: Array.from({ length: 20 }, () => ({ json: {} })),
			credentials: { unguarded: credential },
		});
		expect(service.tokenRequests).toBe(20);
	});
});
