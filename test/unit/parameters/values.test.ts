import { booleanIn, choicesIn, numberIn } from '../../../nodes/parameters/values';

describe('the value of a field', () => {
	it.each([true, 'true', ' True ', 'TRUE', 1, '1'])('%p is on', (value) => {
		expect(booleanIn(value)).toBe(true);
	});

	it.each([false, 'false', ' False ', 0, '0'])('%p is off', (value) => {
		expect(booleanIn(value)).toBe(false);
	});

	it.each(['', 'yes', 'truely', null, undefined, [], {}, 2, NaN])(
		'%p is neither on nor off',
		(value) => {
			expect(booleanIn(value)).toBeUndefined();
		},
	);

	it.each([
		[5, 5],
		['5', 5],
		[' 2.5 ', 2.5],
		['0', 0],
	])('%p is the number %p', (value, number) => {
		expect(numberIn(value, 0)).toBe(number);
	});

	it.each(['', '  ', 'five', null, undefined, [], [5], {}, true, NaN, Infinity, -1, '-1'])(
		'%p is not a number of 0 or more',
		(value) => {
			expect(numberIn(value, 0)).toBeUndefined();
		},
	);

	it.each<[unknown, string[]]>([
		['a', ['a']],
		['a, b,', ['a', 'b']],
		[
			[' a ', 'b'],
			['a', 'b'],
		],
		[[5], ['5']],
		['', []],
		[null, []],
		[undefined, []],
		[[], []],
	])('%j are the choices %j', (value, choices) => {
		expect(choicesIn(value)).toEqual(choices);
	});
});
