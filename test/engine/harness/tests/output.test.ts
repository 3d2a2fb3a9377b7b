import { startEngine, type Engine } from '../engine';
import { Troubled } from '../samples/Troubled.node';

const secret = 'secret/with "odd" characters';

describe('the engine’s output', () => {
	let engine: Engine;

	beforeEach(async () => {
		engine = await startEngine();
	});

	afterEach(async () => {
		await engine.stop();
	});

	const execute = async (trouble: string, text: string) =>
		await engine.execute({
			node: Troubled,
			parameters: { trouble, text: '={{ $json.text }}' },
			items: [{ json: { text } }],
		});

	it.each([
		['as it is', secret],
		['escaped', JSON.stringify({ secret })],
		['in a URL', `https://venue.example/?key=${encodeURIComponent(secret)}`],
		['in a header of basic authentication', Buffer.from(`user:${secret}`).toString('base64')],
	])('is searched for a secret %s', async (_, text) => {
		await execute('', text);
		expect(engine.output.mentions(secret)).toEqual(['execution 1']);
	});

	it('includes log lines', async () => {
		await execute('log', 'north');
		expect(engine.output.lines).toContainEqual(expect.stringContaining('Something happened'));
		expect(engine.output.mentions('north')).toContainEqual(
			expect.stringMatching(/^log \d+ \(info\)/),
		);
	});

	it('includes what an error hides in its cause', async () => {
		const error = Object.defineProperty(new Error('No'), 'hidden', { value: { deep: secret } });
		engine.output.record('an error', new Error('Outer', { cause: error }));
		expect(engine.output.mentions(secret)).toEqual(['an error']);
	});

	it('does not contain a secret that was not used', async () => {
		await execute('fail', 'north');
		expect(engine.output.mentions(secret)).toEqual([]);
	});
});
