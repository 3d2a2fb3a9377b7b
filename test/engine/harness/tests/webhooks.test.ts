import { startEngine, type Engine } from '../engine';
import { isN8n1 } from '../n8n';
import {
	openSampleService,
	PersistentTrigger,
	SampleTrigger,
	type SampleService,
} from '../samples/SampleTrigger.node';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../time';

describe('a webhook trigger in n8n', () => {
	let engine: Engine;
	let service: SampleService;

	beforeEach(async () => {
		service = openSampleService();
		engine = await startEngine();
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
	});

	const ids = async (trigger: { emitted: () => Promise<Array<{ json: { id?: unknown } }>> }) =>
		(await trigger.emitted()).map(({ json }) => json.id);

	const north = { node: SampleTrigger, parameters: { region: 'north' } };

	it('is asked whether it exists, then created, then deleted', async () => {
		const trigger = await engine.activate(north);
		const url = await trigger.url();
		expect([...service.registered]).toEqual([url]);
		await trigger.deactivate();
		expect(service.registered.size).toBe(0);
		expect(service.log).toEqual([
			'checkExists trigger activate',
			'create north',
			`delete north ${url}`,
		]);
	});

	it('is deleted with the old node and created with the new one, at the same address', async () => {
		const trigger = await engine.activate(north);
		const url = await trigger.url();
		service.log = [];
		await trigger.republish({ parameters: { region: 'south' } });
		expect(service.log).toEqual([
			`delete north ${url}`,
			'checkExists trigger update',
			'create south',
		]);
		expect([...service.registered]).toEqual([url]);
	});

	it('is deleted after a create that throws, and the user sees the message', async () => {
		service.closedFor = 1;
		await expect(engine.activate(north)).rejects.toThrow('The service is closed');
		expect(service.log).toEqual([
			'checkExists trigger activate',
			'create north',
			'delete north what is not remembered',
		]);
	});

	it("is created again if n8n's first attempts to publish fail", async () => {
		stopTheClock();
		const start = Date.now();
		service.closedFor = 3;
		await whileTimeMoves(engine.activate({ node: SampleTrigger }, { attempts: 5 }));
		expect(service.log.filter((entry) => entry.startsWith('create'))).toHaveLength(4);
		expect(Date.now() - start).toBe(7000);
	});

	it('is checked at a restart in n8n 1.x only', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		service.log = [];
		await trigger.restart();
		expect(service.log).toEqual(isN8n1 ? ['checkExists trigger init'] : []);
	});

	it('starts an execution with what it emits', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		expect(await trigger.deliver({ id: 'a' })).toMatchObject({
			status: 200,
			body: '{"message":"Workflow was started"}',
		});
		expect(await ids(trigger)).toEqual(['a']);
		expect((await trigger.executions()).map(({ run }) => run.mode)).toEqual(['webhook']);
	});

	it('answers a dropped delivery with its own body, or entirely by itself', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		await trigger.deliver({ id: 'a' });
		expect(await trigger.deliver({ id: 'a' })).toMatchObject({
			status: 200,
			body: '{"duplicate":"a"}',
		});
		expect(await trigger.deliver({ id: 'b' }, { 'x-key': 'wrong' })).toMatchObject({
			status: 401,
			body: '{"message":"Who are you?"}',
		});
		expect(await ids(trigger)).toEqual(['a']);
	});

	it('answers 500 and saves a failed execution if it throws', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		const answer = await trigger.deliver({ id: 'a', explode: true });
		expect(answer.status).toBe(500);
		expect(answer.body).not.toContain('The trigger broke');
		const [{ status, error }] = await trigger.executions();
		expect({ status, message: error?.message }).toEqual({
			status: 'error',
			message: 'The trigger broke',
		});
		expect(await trigger.memory()).not.toHaveProperty('seen');
	});

	it('does not receive broken JSON, bodies that are too large, and requests to an unknown address', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		expect((await trigger.deliver('{"id":')).status).toBe(422);
		expect((await trigger.deliver('x'.repeat(17 * 1024 * 1024))).status).toBe(500);
		await trigger.deactivate();
		expect((await trigger.deliver({ id: 'a' })).status).toBe(404);
		expect(await trigger.executions()).toEqual([]);
	});

	it('keeps only what the first delivery changed in 2.x, and everything in 1.x', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		for (const id of ['a', 'b', 'c']) await trigger.deliver({ id });
		expect((await trigger.memory()).seen).toEqual(isN8n1 ? ['a', 'b', 'c'] : ['a']);
	});

	it('keeps not even that in 2.x if it has remembered where it is registered', async () => {
		const trigger = await engine.activate(north);
		for (const id of ['a', 'b', 'c']) await trigger.deliver({ id });
		expect((await trigger.memory()).seen).toEqual(isN8n1 ? ['a', 'b', 'c'] : undefined);
	});

	it('loses what deliveries at the same moment write', async () => {
		service.gatherers = 3;
		const trigger = await engine.activate({ node: SampleTrigger });
		await Promise.all(['a', 'b', 'c'].map(async (id) => await trigger.deliver({ id })));
		expect((await trigger.memory()).seen).toHaveLength(1);
		expect((await ids(trigger)).sort()).toEqual(['a', 'b', 'c']);
	});

	it('keeps everything if it keeps assigning until the answer is sent', async () => {
		const trigger = await engine.activate({ node: PersistentTrigger });
		const all = Array.from({ length: 64 }, (_, index) => `id-${index}`);
		for (let next = 0; next < all.length; next += 16) {
			const batch = all.slice(next, next + 16);
			await Promise.all(batch.map(async (id) => await trigger.deliver({ id })));
		}
		expect([...((await trigger.memory()).seen as string[])].sort()).toEqual([...all].sort());
	});

	it('is not acknowledged in 2.x before n8n has accepted it [reliability: before 2.8]', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		engine.beforeAccepting = async () => {
			await trigger.memory();
			await trigger.memory();
			throw new Error('The database is full');
		};
		expect((await trigger.deliver({ id: 'a' })).status).toBe(isN8n1 ? 200 : 500);
		expect(await ids(trigger)).toEqual([]);
	});

	it('listens for one test event at a temporary address', async () => {
		const trigger = await engine.activate({ node: SampleTrigger });
		const listener = await engine.listenForTestEvent({ node: SampleTrigger });
		expect(listener.url()).toContain('/webhook-test/');
		expect([...service.registered]).toEqual([await trigger.url(), listener.url()]);
		expect((await listener.deliver({ id: 'a' })).status).toBe(200);
		expect(await ids(listener)).toEqual(['a']);
		expect([...service.registered]).toEqual([await trigger.url()]);
		expect((await listener.deliver({ id: 'b' })).status).toBe(404);
	});

	it('stops listening after two minutes [readme: two minutes] [troubleshooting: listens for one event]', async () => {
		stopTheClock();
		const listener = await engine.listenForTestEvent({ node: SampleTrigger });
		await passTime(119_000);
		expect(listener.isListening).toBe(true);
		await passTime(2_000);
		expect(listener.isListening).toBe(false);
		expect(service.registered.size).toBe(0);
	});
});
