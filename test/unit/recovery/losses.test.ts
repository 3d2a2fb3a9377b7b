import { lossesOf } from '../../n8n/fixtures/tally';

describe('what is missing from batches', () => {
	const all = Array.from({ length: 30 }, (_, at) => ({ id: `v${at}`, at }));
	const [first, second, third] = [all.slice(0, 10), all.slice(10, 20), all.slice(20)];

	it('is nothing if all are there', () => {
		expect(lossesOf(all, [third, first, second])).toEqual({ within: [], between: [] });
	});

	it('is a gap if a whole batch is lost', () => {
		expect(lossesOf(all, [third, first])).toEqual({ within: [], between: [10] });
	});

	it('is named if a batch leaves one out', () => {
		const withoutOne = second.filter(({ at }) => at !== 15);
		expect(lossesOf(all, [third, first, withoutOne])).toEqual({ within: ['v15'], between: [] });
	});
});
