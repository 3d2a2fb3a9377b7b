import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';

import { readDay } from '../../../nodes/VenuePlatform/parameters/days';
import { spansOf } from '../../../nodes/VenuePlatform/parameters/paging';

const context = { getNode: () => ({ name: 'Query' }) } as unknown as IExecuteFunctions;
const FIRST = DateTime.utc(2023, 1, 1);
const dayAfter = (day: DateTime, days: number) => day.plus({ days }).toISODate() ?? '';

/** The days of a call, if its end is the last of them. */
function daysIn({ startDate, endDate }: Record<string, string>): string[] {
	const start = DateTime.fromISO(startDate, { zone: 'utc' });
	const count = DateTime.fromISO(endDate, { zone: 'utc' }).diff(start, 'days').days + 1;
	return Array.from({ length: count }, (_, index) => dayAfter(start, index));
}

const ranges = fc.record({
	begin: fc.nat({ max: 1_500 }),
	length: fc.integer({ min: 1, max: 366 }),
	daysPerCall: fc.integer({ min: 1, max: 400 }),
});

describe('the calls of a Date Range', () => {
	it('have each day once, in order, and no more days at once than the user wants', () => {
		fc.assert(
			fc.property(ranges, ({ begin, length, daysPerCall }) => {
				const days = Array.from({ length }, (_, index) => dayAfter(FIRST, begin + index));
				const range = { from: days[0], to: days[length - 1], daysPerCall };
				const spans = spansOf(context, range);
				expect(spans.flatMap(daysIn)).toEqual(days);
				expect(Math.max(...spans.map((span) => daysIn(span).length))).toBeLessThanOrEqual(
					daysPerCall,
				);
				const excluded = spansOf(context, { ...range, endIs: 'nextDay' });
				const ends = excluded.map(({ startDate, endDate }) => ({
					startDate,
					endDate: dayAfter(DateTime.fromISO(endDate, { zone: 'utc' }), -1),
				}));
				expect(ends).toEqual(spans);
			}),
		);
	});
});

describe('a day', () => {
	const zones = fc.constantFrom('UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Europe/Berlin');

	const midnights = fc.nat({ max: 1_500 }).map((days) => FIRST.plus({ days }));
	const times = fc
		.nat({ max: 1_500 * 1_440 })
		.filter((minutes) => minutes % 1_440 !== 0)
		.map((minutes) => FIRST.plus({ minutes }));

	it('is the one that is written, in any zone, and that of an instant in the zone', () => {
		fc.assert(
			fc.property(times, zones, (time, zone) => {
				const written = time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
				expect(readDay(context, 'From', written, zone)).toBe(time.toISODate());
				expect(readDay(context, 'From', written.slice(0, 10), zone)).toBe(time.toISODate());
				const there = time.setZone(zone).toISODate();
				for (const instant of [time.toISO(), time.toMillis(), time, time.toJSDate()]) {
					expect(readDay(context, 'From', instant, zone)).toBe(there);
				}
			}),
		);
	});

	it('may be written as its midnight, whatever the zone: $today, or as models do', () => {
		fc.assert(
			fc.property(midnights, zones, zones, (midnight, zone, other) => {
				const day = midnight.toISODate();
				const today = midnight.setZone(other, { keepLocalTime: true });
				for (const written of [midnight.toISO(), midnight, today, today.toISO()]) {
					expect(readDay(context, 'From', written, zone)).toBe(day);
				}
			}),
		);
	});

	it.each([
		'',
		null,
		undefined,
		'soon',
		'2026-02-30',
		'2026-13-01',
		'2026-06',
		'2026-W23',
		{},
		[],
		true,
	])('is not %j', (value) => {
		expect(() => readDay(context, 'From', value, 'UTC')).toThrow('“From” is not a day');
	});
});
