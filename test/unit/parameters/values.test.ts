import { booleanIn, choicesIn, numberIn, timeIn } from '../../../nodes/parameters/values';

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

	it.each<[unknown, string | undefined]>([
		[1_780_300_800, '2026-06-01T08:00:00.000Z'],
		[1_780_300_800_000, '2026-06-01T08:00:00.000Z'],
		[20260601, '2026-05-31T22:00:00.000Z'],
		['20260601', '2026-05-31T22:00:00.000Z'],
		// A day of a spreadsheet.
		[46_352, undefined],
		['46352', undefined],
		[0, undefined],
		[-1, undefined],
		[NaN, undefined],
		[Infinity, undefined],
	])('%p is the time %p', (value, time) => {
		expect(timeIn(value, 'Europe/Berlin')?.toUTC().toISO()).toBe(time);
	});
});
