import { startEngine, type Engine, type SavedCredential } from '../engine';
import { PacedCaller } from '../samples/PacedCaller.node';
import { TokenService } from '../samples/tokenService';
import { Unguarded } from '../samples/Unguarded.credentials';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../time';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

describe('moved time', () => {
	let engine: Engine;
	let service: TokenService;
	let credential: SavedCredential;

	beforeEach(async () => {
		stopTheClock();
		service = await new TokenService('secret').start();
		engine = await startEngine({ credentialTypes: [Unguarded] });
		credential = await engine.saveCredential('unguarded', {
			baseUrl: service.url,
			secret: 'secret',
		});
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
		await service.stop();
	});

	const call = async (parameters: { calls?: number; pause?: number; timeout?: number }) =>
		await engine.execute({
			node: PacedCaller,
			parameters,
			credentials: { unguarded: credential },
		});

	it('lets 2,000 paced calls take 199.9 seconds, without waiting for them', async () => {
		const start = Date.now();
		const { items } = await whileTimeMoves(call({ calls: 2000, pause: 100 }));
		expect(items[0].map(({ json }) => (json.at as number) - start)).toEqual(
			Array.from({ length: 2000 }, (_, index) => index * 100),
		);
		expect(service.calls).toBe(2000);
	}, 60_000);

	it('does not move while a request can still be answered', async () => {
		const start = Date.now();
		const soon = setTimeout(() => service.stop(), 1);
		const executions = await whileTimeMoves(
			Promise.all(Array.from({ length: 50 }, async () => await call({}))),
		);
		clearTimeout(soon);
		expect(executions.map(({ status }) => status)).toEqual(Array(50).fill('success'));
		expect(Date.now()).toBe(start);
	});

	it('moves to the end of a delayed response', async () => {
		const start = Date.now();
		service.heldFor = 20 * SECOND;
		const { items } = await whileTimeMoves(call({ calls: 2, pause: SECOND }));
		expect(items[0].map(({ json }) => (json.at as number) - start)).toEqual([20_000, 41_000]);
	});

	it('passes hours, and runs what becomes due on the way', async () => {
		const start = Date.now();
		const done: number[] = [];
		const beat = setInterval(() => done.push(Date.now() - start), HOUR);
		await passTime(6 * HOUR + SECOND);
		clearInterval(beat);
		expect(done).toEqual([1, 2, 3, 4, 5, 6].map((hours) => hours * HOUR));
		expect(Date.now() - start).toBe(6 * HOUR + SECOND);
	});

	it('throws if nothing can end the wait', async () => {
		await expect(whileTimeMoves(new Promise(() => {}))).rejects.toThrow('no timer brings');
	});

	it('throws if the wait is longer than allowed', async () => {
		const beat = setInterval(() => {}, HOUR);
		await expect(whileTimeMoves(new Promise(() => {}), { atMost: 48 * HOUR })).rejects.toThrow(
			'did not end',
		);
		clearInterval(beat);
	});

	it('passes on the error of the promise', async () => {
		const failing = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), HOUR));
		await expect(whileTimeMoves(failing)).rejects.toThrow('late');
	});
});
