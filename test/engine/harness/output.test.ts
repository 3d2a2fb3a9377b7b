import { Output } from './output';

const secret = 'secret/with "odd" characters';

describe('what leaves the engine', () => {
	it.each([
		['as it is', secret],
		['escaped', JSON.stringify({ secret })],
		['in a URL', `https://venue.example/?key=${encodeURIComponent(secret)}`],
		['in a header of basic authentication', Buffer.from(`user:${secret}`).toString('base64')],
	])('is searched for a secret %s', (_, text) => {
		const output = new Output();
		output.record('an execution', { items: [{ json: { text } }] });
		output.log('info', 'Something happened', { text });
		expect(output.mentions(secret)).toEqual(['an execution', 'log 1 (info)']);
		expect(output.mentions('another secret')).toEqual([]);
	});

	it('includes what an error hides in its cause', () => {
		const output = new Output();
		const error = Object.defineProperty(new Error('No'), 'hidden', { value: { deep: secret } });
		output.record('an error', new Error('Outer', { cause: error }));
		expect(output.mentions(secret)).toEqual(['an error']);
	});
});
