import { startEngine, type Engine } from '../engine';
import { Troubled } from '../samples/Troubled.node';
import { letTheClockRun, stopTheClock, whileTimeMoves } from '../time';

describe('an execution in n8n', () => {
	let engine: Engine;

	beforeEach(async () => {
		engine = await startEngine();
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
	});

	const items = [
		{ json: { trouble: '' } },
		{ json: { trouble: 'fail' } },
		{ json: { trouble: '' } },
	];
	const parameters = { trouble: '={{ $json.trouble }}', text: '' };

	it('evaluates parameters for each item and links each item to its origin', async () => {
		const execution = await engine.execute({
			node: Troubled,
			items: [{ json: { id: 1 } }, { json: { id: 2 } }],
			parameters: { text: '={{ "booking " + $json.id }}' },
		});
		expect(execution.items).toEqual([
			[
				{ json: { id: 1, text: 'booking 1' }, pairedItem: 0 },
				{ json: { id: 2, text: 'booking 2' }, pairedItem: 1 },
			],
		]);
	});

	it('ends with the error that the node throws', async () => {
		const { status, error } = await engine.execute({ node: Troubled, items, parameters });
		expect({ status, message: error?.message }).toEqual({ status: 'error', message: 'No' });
	});

	it('continues after a failed item', async () => {
		const execution = await engine.execute({
			node: Troubled,
			items,
			parameters,
			continueOnFail: true,
		});
		expect(execution.status).toBe('success');
		expect(execution.items[0].map(({ json }) => json.error)).toEqual([undefined, 'No', undefined]);
	});

	it('sends failed items to the error output', async () => {
		const execution = await engine.execute({
			node: Troubled,
			items,
			parameters,
			onError: 'continueErrorOutput',
		});
		expect(execution.items.map((output) => output.length)).toEqual([2, 1]);
	});

	it('is repeated by n8n, with a pause', async () => {
		stopTheClock();
		const start = Date.now();
		const running = engine.execute({
			node: Troubled,
			items,
			parameters,
			retryOnFail: { maxTries: 3, waitBetweenTries: 5000 },
		});
		expect((await whileTimeMoves(running)).status).toBe('error');
		expect(Date.now() - start).toBe(10_000);
	});

	it('stops at once when it is canceled', async () => {
		stopTheClock();
		const start = Date.now();
		const { done, cancel } = await engine.start({
			node: Troubled,
			parameters: { trouble: 'wait' },
		});
		setTimeout(cancel, 1000);
		expect((await whileTimeMoves(done)).status).toBe('canceled');
		expect(Date.now() - start).toBe(1000);
	});

	it('shows its hints', async () => {
		const { hints } = await engine.execute({
			node: Troubled,
			parameters: { trouble: 'hint', text: 'Mind the gap' },
		});
		expect(hints).toEqual([{ message: 'Mind the gap', location: 'outputPane' }]);
	});

	it('can fill the lists of the editor', async () => {
		const request = { node: Troubled, parameters: { text: 'North' } };
		const search = { ...request, method: 'searchBookings', filter: 'anna', paginationToken: '2' };
		expect(await engine.listSearch(search)).toEqual({
			results: [{ name: 'anna 2', value: 2 }],
			paginationToken: '3',
		});
	});
});
