import { choicesIn, numberIn, timeIn } from '../../../nodes/parameters/values';
import { booleanIn } from '../../../nodes/venueApi/records';

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
		[' ["a", "b"]', ['a', 'b']],
		['[a, b', ['[a', 'b']],
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
		[1_780_300_800.5, '2026-06-01T08:00:00.500Z'],
		[202606011000, '2026-06-01T08:00:00.000Z'],
		['202606011000', '2026-06-01T08:00:00.000Z'],
		[20260601100030, '2026-06-01T08:00:30.000Z'],
		['20260601100030', '2026-06-01T08:00:30.000Z'],
		[202613011000, undefined],
		[20260601109930, undefined],
		// No time of a venue, however many digits a number has.
		[20260601103, undefined],
		[178_030_080_000, undefined],
		[17_803_008_000_000, undefined],
		[1_780_300_800_000_000, undefined],
		['1780300800', undefined],
		// A day of a spreadsheet.
		[46_352, undefined],
		['46352', undefined],
		[0, undefined],
		[-1, undefined],
		// No day, so not one of today.
		[10, undefined],
		[24, undefined],
		['10', undefined],
		['10:30', undefined],
		['T10:30', undefined],
		['1030Z', undefined],
		['12:00:00.5+02:00', undefined],
		[2026, undefined],
		['1030', undefined],
		['202606', undefined],
		['2026-06', '2026-05-31T22:00:00.000Z'],
		['2026-W23-2', '2026-06-01T22:00:00.000Z'],
		['2026W232', '2026-06-01T22:00:00.000Z'],
		['20260601T1000Z', '2026-06-01T10:00:00.000Z'],
		['2026-06-01 10:00', '2026-06-01T08:00:00.000Z'],
		['+002026-06-01T10:00Z', '2026-06-01T10:00:00.000Z'],
		['Mon, 01 Jun 2026 10:00:00 GMT', '2026-06-01T10:00:00.000Z'],
		['1 Jun 2026 10:00 +0200', '2026-06-01T08:00:00.000Z'],
		[NaN, undefined],
		[Infinity, undefined],
	])('%p is the time %p', (value, time) => {
		expect(timeIn(value, 'Europe/Berlin')?.toUTC().toISO()).toBe(time);
	});
});
