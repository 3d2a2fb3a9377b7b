import { startEngine, type Engine } from '../engine';
import { CountingPoller } from '../samples/CountingPoller.node';

describe('a polling trigger in n8n', () => {
	let engine: Engine;

	beforeEach(async () => {
		engine = await startEngine();
	});

	afterEach(async () => {
		await engine.stop();
	});

	it('polls once when it is activated, then at every turn, and remembers in between', async () => {
		const trigger = await engine.activate({ node: CountingPoller });
		const results = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(results.map(({ items }) => items.map(({ json }) => json.polls))).toEqual([[2], [], [4]]);
		expect((await trigger.emitted()).map(({ json }) => json.polls)).toEqual([2, 4]);
		expect((await trigger.executions()).map(({ run }) => run.mode)).toEqual(['trigger', 'trigger']);
	});

	it('has its memory saved when it emits, but not after an empty poll', async () => {
		const trigger = await engine.activate({ node: CountingPoller });
		expect(await trigger.memory()).toEqual({ polls: 1 });
		await trigger.poll();
		await trigger.poll();
		expect(await trigger.memory()).toEqual({ polls: 2 });
		await trigger.restart();
		expect(await trigger.memory()).toEqual({ polls: 3 });
	});

	it('does not become active if the first poll throws', async () => {
		await expect(
			engine.activate({ node: CountingPoller, parameters: { refuseAt: 1 } }),
		).rejects.toThrow('There was a problem activating the workflow: "Nothing to see"');
	});

	it('polls again after a turn that threw', async () => {
		const trigger = await engine.activate({ node: CountingPoller, parameters: { refuseAt: 2 } });
		expect(await trigger.poll()).toMatchObject({ items: [], error: { message: 'Nothing to see' } });
		expect(await trigger.poll()).toEqual({ items: [] });
		expect((await trigger.poll()).items).toHaveLength(1);
	});

	it('fetches a test event without memory, and saves nothing', async () => {
		const { status, items } = await engine.execute({ node: CountingPoller });
		expect({ status, items }).toEqual({ status: 'success', items: [] });
	});
});
