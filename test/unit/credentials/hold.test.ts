import { pauseAfter } from '../../../credentials/hold';

describe('the pause before the venue is asked for a token again', () => {
	it('after a wrong secret is 1, 4 and 16 minutes, then an hour', () => {
		const minutes = [1, 2, 3, 4, 5, 30].map((times) => pauseAfter(times) / 60_000);
		expect(minutes).toEqual([1, 4, 16, 60, 60, 60]);
	});
});
