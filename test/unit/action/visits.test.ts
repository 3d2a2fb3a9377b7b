import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { surest } from '../../../nodes/VenuePlatform/output/meaning';
import { readVisit } from '../../../nodes/VenuePlatform/operations/booking/visit';

const ZONES = ['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kathmandu'];
const HOUR = 3_600_000;

const told: string[] = [];
const context = {
	getNode: () => ({ name: 'Bookings' }),
	getTimezone: () => 'UTC',
	addExecutionHints: ({ message }: { message: string }) => void told.push(message),
} as unknown as IExecuteFunctions;

const WALLS = new Map(
	ZONES.map((timeZone) => {
		const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
		return [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, ...styles })];
	}),
);

/** What a clock on the wall of the venue shows, by ICU instead of luxon. */
function onTheWall(at: number, zone: string) {
	const [day, time] = (WALLS.get(zone)?.format(at) ?? '').split(' ');
	return { day, time };
}

const chosen = async (
	bookings: IDataObject[],
	filters: IDataObject,
	zone: string | undefined,
): Promise<IDataObject[]> => {
	const visit = readVisit(context, filters, zone);
	if (!visit) throw new Error('There is no range');
	const wanted = bookings.filter((booking) => visit.isWanted(booking));
	return (await visit.choose(wanted, async () => undefined)).bookings;
};

/** The ways in which venues write when a visit begins. */
const FORMS: Record<string, (at: number, zone: string) => IDataObject> = {
	utc: (at) => ({ startTime: new Date(at).toISOString() }),
	'seven digits': (at) => ({ startTime: new Date(at).toISOString().replace('Z', '0000Z') }),
	'an offset': (at) => ({
		startTime: new Date(at + 5.5 * HOUR).toISOString().replace('Z', '+05:30'),
	}),
	'local time': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { startTime: `${day}T${time}` };
	},
	'a day': (at, zone) => ({ visitDate: onTheWall(at, zone).day }),
	'a day and a time in items': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { items: [{ bookingDate: day, sessionStartTime: time.slice(0, 5) }] };
	},
	'midnight and a time': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { items: [{ bookingDate: `${day}T00:00:00`, endTime: '23:59', startTime: time }] };
	},
	'a day and a time of twelve hours': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		const hour = Number(time.slice(0, 2));
		const half = hour < 12 ? 'AM' : 'PM';
		return { bookingDate: day, arrivalTime: `${hour % 12 || 12}:${time.slice(3, 5)} ${half}` };
	},
	'a day and a slot': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { items: [{ bookingDate: day, timeSlot: `${time.slice(0, 5)} – 23:59` }] };
	},
	'a day and a slot of twelve hours': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		const hour = Number(time.slice(0, 2));
		const begin = `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
		return { visitDate: day, slot: `${begin}-11:59 p.m.` };
	},
	'a day and an hour of one digit': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { visitDate: day, time: time.replace(/^0/, '') };
	},
	'a day and a time of the visit': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { visitDate: day, createdTime: '23:59', visit_time: time.slice(0, 5) };
	},
	'a day and where its time begins': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { bookingDate: day, to: '23:59', from: `${time}.0000000` };
	},
	'a day and a time with a dot': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		const sessionStartTime = time.slice(0, 5).replace(':', '.');
		return { items: [{ bookingDate: day, startPrice: '12.50', sessionStartTime }] };
	},
	'a day and a time of four digits': (at, zone) => {
		const { day, time } = onTheWall(at, zone);
		return { bookingDate: day, startCode: '0815', startTime: time.slice(0, 5).replace(':', '') };
	},
	seconds: (at) => ({ startTime: at / 1_000 }),
};

// Two years with every change of the clocks, by the minute.
const instants = fc
	.integer({ min: 0, max: 2 * 365 * 24 * 60 })
	.map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000);
const zones = fc.constantFrom(...ZONES);

it('any number of fields may hold the visit', () => {
	const names = Array.from({ length: 200_000 }, (_, index) => `visit${index}`);
	expect(surest(new Map(names.map((name) => [name, { sureness: 1, isLikely: false }])))).toEqual(
		names,
	);
});

describe('names of fields that the venue makes long', () => {
	const filters = { visitFrom: '2026-11-25', visitTo: '2026-11-25' };

	it('are split into words once for each path, not for each value', async () => {
		const numbers = Array.from({ length: 1_000 }, () => ({ a: 1 }));
		const split = jest.spyOn(String.prototype, 'split');
		await chosen([{ ['n'.repeat(200)]: numbers, visitDate: '2026-11-25' }], filters, 'UTC');
		const { length } = split.mock.calls;
		split.mockRestore();
		expect(length).toBeLessThan(50);
	});

	it('are not read at all beyond 200 letters', async () => {
		const split = jest.spyOn(String.prototype, 'split');
		const booking = { visitDate: '2026-11-25', [`startTime${'e'.repeat(192)}`]: 1_764_000_000 };
		expect(await chosen([booking], filters, 'UTC')).toEqual([booking]);
		const longest = Math.max(...split.mock.contexts.map((text) => String(text).length));
		split.mockRestore();
		expect(longest).toBeLessThanOrEqual(200);
	});
});

describe.each(Object.entries(FORMS))('a visit written as %s', (_, write) => {
	const bookingsAround = (at: number, zone: string) =>
		[-30, -24, -12, -1, 0, 1, 12, 24, 30].map((hours) => {
			const when = at + hours * HOUR;
			return { when, booking: { uniqueId: String(hours), ...write(when, zone) } };
		});

	it('is found by the day on the wall of the venue', async () => {
		await fc.assert(
			fc.asyncProperty(instants, zones, async (at, zone) => {
				const { day } = onTheWall(at, zone);
				const around = bookingsAround(at, zone);
				const expected = around.filter(({ when }) => onTheWall(when, zone).day === day);
				const bookings = around.map(({ booking }) => booking);
				for (const to of [day, `${day}T00:00:00`, `${day}T23:59:59Z`]) {
					expect(
						await chosen(bookings, { visitFrom: `${day}T00:00:00`, visitTo: to }, zone),
					).toEqual(expected.map(({ booking }) => booking));
				}
			}),
			{ numRuns: 60 },
		);
	});
});

describe.each(Object.entries(FORMS).filter(([name]) => name !== 'a day'))(
	'a visit written as %s',
	(_, write) => {
		it('is found by the time', async () => {
			await fc.assert(
				fc.asyncProperty(
					instants,
					zones,
					fc.integer({ min: 1, max: 40 }),
					async (at, zone, hours) => {
						const whens = Array.from({ length: 60 }, (_, index) => at + (index - 10) * HOUR);
						// Twice a year, an hour comes twice, and a time without a zone may be in either.
						const isClear = (when: number) => {
							const shown = JSON.stringify(onTheWall(when, zone));
							return [-1, 1].every(
								(by) => JSON.stringify(onTheWall(when + by * HOUR, zone)) !== shown,
							);
						};
						const clear = whens.filter(isClear);
						const bookings = clear.map((when) => ({ uniqueId: when, ...write(when, zone) }));
						const [visitFrom, visitTo] = [at + 60_000, at + hours * HOUR + 60_000].map((time) =>
							new Date(time).toISOString(),
						);
						fc.pre(!/T(00:00|23:59):00/.test(visitFrom + visitTo));
						const found = await chosen(bookings, { visitFrom, visitTo }, zone);
						expect(found.map(({ uniqueId }) => uniqueId)).toEqual(
							clear.filter((when) => when > at && when <= at + hours * HOUR),
						);
					},
				),
				{ numRuns: 60 },
			);
		});
	},
);

it('the default zone is that of the workflow', async () => {
	const bookings = [{ startTime: '2026-11-25T01:00:00Z' }];
	const filters = { visitFrom: '2026-11-24', visitTo: '2026-11-24' };
	expect(await chosen(bookings, filters, undefined)).toEqual([]);
	expect(await chosen(bookings, filters, 'America/New_York')).toEqual(bookings);
});

describe('midnight in UTC beside a time', () => {
	const NEW_YORK = 'America/New_York';
	const bookings = [{ bookingDate: '2026-12-06T00:00:00.000Z', startTime: '15:00' }];

	it('is that day', async () => {
		const on = async (day: string) =>
			await chosen(bookings, { visitFrom: day, visitTo: day }, NEW_YORK);
		expect(await on('2026-12-05')).toEqual([]);
		expect(await on('2026-12-06')).toEqual(bookings);
		const from = { visitFrom: '2026-12-06T14:00', visitTo: '2026-12-06T16:00' };
		expect(await chosen(bookings, from, NEW_YORK)).toEqual(bookings);
	});

	it('is that instant if the clock of the venue shows the time then', async () => {
		const evening = [{ bookingDate: '2026-12-06T00:00:00Z', startTime: '19:00' }];
		const from = { visitFrom: '2026-12-05T18:00', visitTo: '2026-12-05T20:00' };
		expect(await chosen(evening, from, NEW_YORK)).toEqual(evening);
		expect(await chosen(evening, { visitFrom: '2026-12-06' }, NEW_YORK)).toEqual([]);
	});
});

describe('the field with the visit', () => {
	const today = { visitFrom: '2026-11-25', visitTo: '2026-11-25' };
	const find = async (bookings: IDataObject[], filters: IDataObject = {}) =>
		await chosen(bookings, { ...today, ...filters }, 'UTC');
	const at = '2026-11-25T10:00:00Z';
	const past = '2020-11-25T10:00:00Z';
	const future = '2999-11-25T10:00:00Z';

	it.each([
		['a known name comes before all others', { bookingDate: at, slotDate: past }],
		['its words come before its form', { slotBegin: at, day: past }],
		['the last change is not it', { day: at, updatedAt: past, created: past }],
		['a payment is not it', { when: at, payments: [{ date: past }] }],
		['a birthday is not it', { when: at, customer: { born: past } }],
		['it may be a list of days', { days: [past.slice(0, 10), at.slice(0, 10)] }],
		['it may be deep', { order: { parts: [{ slot: { begin: at } }] } }],
	])('%s', async (_, booking) => {
		expect(await find([booking, { ...booking }])).toHaveLength(2);
	});

	it.each([{}, { visitField: 'items.bookingDate' }])(
		'is found behind the tickets of a large group: %j',
		async (filters) => {
			const tickets = Array.from({ length: 260 }, () =>
				Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`note${index}`, 'a word'])),
			);
			const before = { uniqueId: 'A', tickets, items: [{ bookingDate: '2026-11-25' }] };
			const between = {
				uniqueId: 'B',
				items: [{ bookingDate: '2026-11-24', tickets }, { bookingDate: '2026-11-25' }],
			};
			expect(await find([before, between], filters)).toEqual([before, between]);
		},
	);

	it('of two, only the visit may still be to come', async () => {
		const bookings = [
			{ one: past, two: at },
			{ one: past, two: future },
		];
		expect(await find(bookings)).toEqual([bookings[0]]);
	});

	it('is asked for if two are as likely, and both are named', async () => {
		await expect(find([{ one: at, two: at }])).rejects.toThrow(
			'Several fields may hold the visit: one, two',
		);
		expect(await find([{ one: at, two: past }], { visitField: 'one' })).toHaveLength(1);
		expect(await find([{ one: at, two: past }], { visitField: 'two' })).toHaveLength(0);
	});

	it.each([{}, { visitField: 'day' }])(
		'that is nowhere is not a day without guests: %j',
		async (filters) => {
			await expect(find([{ created: at, status: 'Paid' }], filters)).rejects.toThrow(
				/No field of the bookings looks like|No booking has a date in the field of “Visit Field”: day/,
			);
		},
	);

	it.each([
		[[{ day: null }, { created: at }], [expect.stringContaining('empty or missing in each')]],
		[[{ day: null }, { day: at }], []],
	])(
		'may be empty in a booking: %j [troubleshooting: the field is empty or missing in each of them]',
		async (bookings, hints) => {
			told.length = 0;
			const filters = { visitFrom: '2999-01-01', visitField: 'day' };
			expect(await find(bookings, { ...filters, visitTo: '' })).toEqual([]);
			expect(told).toEqual(hints);
		},
	);

	it.each([
		['items', { items: [] }, {}],
		['items', { items: null }, {}],
		['items.bookingDate', { items: [] }, { visitField: 'items.bookingDate' }],
		['startTime', { startTime: null }, {}],
		['days', { days: [] }, { visitField: 'days' }],
	])('of bookings with nothing in %s is no reason to stop: %j, %j', async (_, booking, filters) => {
		told.length = 0;
		const bookings = [1, 2].map((uniqueId) => ({ uniqueId, created: at, ...booking }));
		expect(await find(bookings, filters)).toEqual([]);
		expect(told).toEqual([expect.stringMatching(/^No booking has a visit in “/)]);
	});

	it.each([
		[{ items: [] }, { items: [{ productId: 7 }] }, {}],
		[{ items: [] }, { items: [{ productId: 7 }] }, { visitField: 'items.bookingDate' }],
		[{ items: [] }, { visit: '25/11/2026' }, {}],
		[{ visit: '25/11/2026', tickets: [] }, { visit: '25/11/2026', tickets: [] }, {}],
	])('is not known from %j beside %j: %j', async (one, other, filters) => {
		await expect(find([one, other], filters)).rejects.toThrow(/^No /);
	});

	it('is not known from what a list leaves out', async () => {
		for (const visitField of ['', 'items.bookingDate']) {
			const visit = readVisit(context, { ...today, visitField }, 'UTC');
			visit?.isWanted({ uniqueId: 'A', items: [] });
			await expect(visit?.choose([], async () => 'left out')).rejects.toThrow(/^No /);
		}
	});

	it.each([[{ day: 'soon' }], [{ created: at }]])(
		'holds a date, is empty, or is not it: %j',
		async (booking) => {
			await expect(find([{ day: null }, booking], { visitField: 'Day' })).rejects.toThrow('Day');
			await expect(find([booking], { visitField: 'day' })).rejects.toThrow('No booking has a date');
		},
	);

	it('a venue without bookings has no visits', async () => expect(await find([])).toEqual([]));

	it('is looked for in a long list while n8n has its turns', async () => {
		let turns = 0;
		const other = setInterval(() => turns++, 1);
		const bookings = Array.from({ length: 500 }, () => ({ visitDate: '2026-11-25' }));
		const found = await find(bookings);
		clearInterval(other);
		expect(found).toHaveLength(500);
		expect(turns).toBeGreaterThan(0);
	});
});

describe('a day', () => {
	const zone = 'Europe/Berlin';
	const midnight = DateTime.fromISO('2026-06-01', { zone });
	const during = { items: [{ bookingDate: '2026-06-01', sessionStartTime: '14:00' }] };
	const around = ['2026-05-31', '2026-06-02'].map((bookingDate) => ({
		items: [{ bookingDate, sessionStartTime: '00:00' }],
	}));

	it.each<[string, unknown]>([
		['a day', '2026-06-01'],
		['a day without hyphens', '20260601'],
		['a number', 20260601],
		['the hour', '2026-06-01T00'],
		['a time without hyphens', '20260601T000000'],
		['a day of the week', '2026-W23-1'],
		['a mail', 'Mon, 01 Jun 2026 00:00:00 GMT'],
		['$today', midnight],
		['$today of a workflow elsewhere', DateTime.utc(2026, 6, 1)],
		['its milliseconds', midnight.toMillis()],
		['its seconds', midnight.toSeconds()],
		['its Date', midnight.toJSDate()],
	])('written as %s counts as a whole: %p', async (_, day) => {
		const bookings = [...around, during];
		expect(await chosen(bookings, { visitFrom: day, visitTo: day } as IDataObject, zone)).toEqual([
			during,
		]);
	});
});

it.each([
	['$today', (day: DateTime) => day],
	['$today as n8n gives it to the node', (day: DateTime) => day.toISO()],
])('%s is a whole day also where clocks skip its midnight', async (_, given) => {
	const zone = 'Africa/Cairo';
	const today = DateTime.fromISO('2026-04-24', { zone }).startOf('day');
	expect(today.hour).toBe(1);
	const bookings = ['23', '24', '25'].map((day) => ({
		items: [{ bookingDate: `2026-04-${day}`, sessionStartTime: '14:00' }],
	}));
	const filters = { visitFrom: given(today), visitTo: given(today) } as IDataObject;
	expect(await chosen(bookings, filters, zone)).toEqual([bookings[1]]);
});

it.each(['2026-11-25T24:00', '2026-11-26T05:00:00Z'])(
	'an evening that ends at %s leaves out the next day',
	async (visitTo) => {
		const days = ['24', '25', '26'].map((day) => ({ visitDate: `2026-11-${day}` }));
		const filters = { visitFrom: '2026-11-25T18:00', visitTo };
		expect(await chosen(days, filters, 'America/New_York')).toEqual([days[1]]);
		const midnight = '2026-11-26T05:00:00Z';
		const moment = { visitFrom: midnight, visitTo: midnight };
		expect(await chosen(days, moment, 'America/New_York')).toEqual([days[2]]);
	},
);

it.each([
	[{ visitFrom: 'tomorrow' }, '“Visit From” is not a day or time'],
	[{ visitFrom: '2026-06' }, '“Visit From” is not a day or time'],
	[{ visitTo: '2026-W23' }, '“Visit To” is not a day or time'],
	[{ visitTo: '25/11/2026' }, '“Visit To” is not a day or time'],
	[{ visitFrom: '2026-11-26', visitTo: '2026-11-25' }, '“Visit To” is before “Visit From”'],
])('%j is refused by its label', (filters, message) => {
	expect(() => readVisit(context, filters, '')).toThrow(message);
});

it('without both ends, nothing is filtered', () => {
	expect(readVisit(context, { visitFrom: '', visitField: 'day' }, '')).toBeUndefined();
});
