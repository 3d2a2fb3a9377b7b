import type { BookingMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	changeDateOf,
	changedAtIn,
	inOrder,
	MOST_VERSIONS,
	overlapFrom,
	versionOf,
	versionsOf,
	withRoom,
} from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import type { VenueRecord } from '../../../nodes/venueApi/records';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const iso = (time: number) => new Date(time).toISOString();
const numbers = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => from + index);
const dated = (time: number, id: number) => ({ ...versionOf({ id }), time });

describe('what the next answer may return again', () => {
	const everySecond = (count: number) => numbers(count).map((id) => dated(NOON + id * SECOND, id));

	it('is what was reported since the time at which the next request begins', () => {
		const reported = everySecond(10);
		const { next, kept } = overlapFrom(NOON + 7 * SECOND, reported);
		expect(next).toBe(NOON + 7 * SECOND);
		expect(kept).toEqual(new Set(reported.slice(7).map(({ fingerprint }) => fingerprint)));
	});

	it('is all that was reported if there is room', () => {
		const { next, kept } = overlapFrom(NOON, everySecond(MOST_VERSIONS));
		expect(next).toBe(NOON);
		expect(kept.size).toBe(MOST_VERSIONS);
	});

	it('is the newest if there is no room for more, from a whole second', () => {
		const reported = everySecond(MOST_VERSIONS + 2);
		const { next, kept } = overlapFrom(NOON - HOUR, reported);
		expect(next).toBe(NOON + 2 * SECOND);
		expect(kept).toEqual(new Set(reported.slice(2).map(({ fingerprint }) => fingerprint)));
		const between = numbers(MOST_VERSIONS + 1).map((id) => dated(NOON + 300 + id * 10, id));
		expect(overlapFrom(NOON, between).next).toBe(NOON + SECOND);
		expect(overlapFrom(NOON, between).kept.size).toBe(MOST_VERSIONS + 1 - 70);
	});

	it('is nothing if too many changed at one time, and the next request leaves no gap', () => {
		const reported = numbers(MOST_VERSIONS + 1).map((id) => dated(NOON + 300, id));
		expect(overlapFrom(NOON, reported)).toEqual({ next: NOON + 301, kept: new Set() });
		const until = (time: number) => overlapFrom(NOON, reported, time).next;
		expect(until(NOON + 999)).toBe(NOON + 301);
		expect(until(NOON + SECOND)).toBe(NOON + SECOND);
	});
});

describe('when bookings were changed', () => {
	const listOf = (bookings: VenueRecord[], [since, until] = [NOON, NOON + HOUR]) => ({
		...{ versions: bookings.map(versionOf), since, until },
	});

	it('is the latest of the dates that are in the requested range in all of them', () => {
		const changedAt = changedAtIn(
			listOf([
				{ a: iso(NOON), b: iso(NOON + MINUTE), c: iso(NOON - HOUR), d: 7, e: 'x' },
				{ a: iso(NOON + 5 * MINUTE), b: iso(NOON + 4 * MINUTE), c: iso(NOON), d: 8, e: 'y' },
			]),
		)!;
		expect(changedAt({ a: iso(NOON), b: iso(NOON + 1), c: iso(NOON + HOUR) })).toBe(NOON + 1);
		expect(changedAt({ a: iso(NOON + 2), b: iso(NOON + 1) })).toBe(NOON + 2);
	});

	it('is unknown if no date is in that range in all of them, or there are no bookings', () => {
		expect(changedAtIn(listOf([{ a: iso(NOON) }, { a: iso(NOON + 2 * HOUR) }]))).toBeUndefined();
		expect(changedAtIn(listOf([{ a: iso(NOON) }, {}]))).toBeUndefined();
		expect(changedAtIn(listOf([]))).toBeUndefined();
		for (const value of [NOON, 'x2026-11-21T12:30:00Z', '2026-11-21', '2026-11-21 12:30']) {
			expect(changedAtIn(listOf([{ a: value }]))).toBeUndefined();
		}
	});

	it('allows for two seconds of rounding', () => {
		const isDate = (time: number) => changedAtIn(listOf([{ a: iso(time) }])) !== undefined;
		expect(isDate(NOON - 2 * SECOND)).toBe(true);
		expect(isDate(NOON - 2 * SECOND - 1)).toBe(false);
		expect(isDate(NOON + HOUR + 2 * SECOND)).toBe(true);
		expect(isDate(NOON + HOUR + 2 * SECOND + 1)).toBe(false);
	});

	it('puts the oldest first, and keeps the order of those with the same time', () => {
		const times = [3, 1, 2, 1];
		const versions = times.map((time, id) => versionOf({ id, time }));
		const ordered = inOrder(versions, ({ time }) => Number(time));
		expect(ordered.map(({ booking }) => booking.id)).toEqual([1, 3, 2, 0]);
		expect(ordered.map(({ time }) => time)).toEqual([1, 1, 2, 3]);
	});
});

describe('the field with the date of the last change', () => {
	/** Each booking is a minute newer than the one before it. */
	const changedAt = (id: number) => NOON + id * MINUTE;
	type Show = (id: number) => VenueRecord;

	/** The dates that are found, and the requests for them, at a venue that goes by `changedAt`. */
	async function found(show: Show, count = 40, answer = (versions: VenueRecord[]) => versions) {
		const bookings = numbers(count).map((id): VenueRecord => ({ id, ...show(id) }));
		const asked: Array<[number, number]> = [];
		const dateOf = await changeDateOf(
			{ versions: bookings.map(versionOf), since: NOON, until: changedAt(count) },
			async (since, atMost) => {
				asked.push([since, atMost]);
				const given = bookings.filter(({ id }) => changedAt(Number(id)) >= since);
				const versions = answer(given).slice(0, atMost).map(versionOf);
				return await Promise.resolve({ versions, isPart: false });
			},
		);
		return { dates: dateOf && bookings.map(dateOf), questions: asked.length, asked };
	}

	const times = () => numbers(40).map(changedAt);
	const change: Show = (id) => ({ x: iso(changedAt(id)) });
	/** In the same range, but in another order. */
	const visit: Show = (id) => ({ visit: iso(changedAt((id * 7) % 40)) });

	it('is found if the venue goes by it, whatever it is called', async () => {
		const { dates, questions } = await found(change);
		expect(dates).toEqual(times());
		expect(questions).toBe(1);
	});

	it('is not another date, and is not found if the venue shows none', async () => {
		expect(await found(visit)).toMatchObject({ dates: undefined, questions: 1 });
		expect(await found(() => ({}))).toMatchObject({ dates: undefined, questions: 0 });
		const { dates } = await found((id) => ({ ...visit(id), ...change(id) }));
		expect(dates).toEqual(times());
	});

	it.each(['modifiedDate', 'lastUpdate', 'CHANGED'])(
		'is tried first if it is called %s',
		async (name) => {
			const { dates, questions } = await found((id) => ({
				...{ a: iso(changedAt(39)), b: iso(changedAt(39)) },
				[name]: iso(changedAt(id)),
			}));
			expect(dates).toEqual(times());
			expect(questions).toBe(1);
		},
	);

	it('is tried first if it is the latest, because a booking is created before it changes', async () => {
		const created: Show = (id) => ({ created: iso(changedAt(Math.floor(id / 2))) });
		const { dates, questions } = await found((id) => ({ ...created(id), ...change(id) }));
		expect(dates).toEqual(times());
		expect(questions).toBe(1);
	});

	it('is looked for in four fields at most', async () => {
		const wrong = (id: number) =>
			Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, visit(id).visit]));
		expect(await found(wrong)).toMatchObject({ dates: undefined, questions: 4 });
		const { dates, questions } = await found((id) => ({ ...wrong(id), ...change(id) }));
		expect([dates, questions]).toEqual([undefined, 4]);
		const three = await found((id) => ({ ...wrong(id), d: change(id).x }));
		expect([three.dates, three.questions]).toEqual([times(), 4]);
	});

	it('is tried with the newest half, from a whole second, and 200 bookings at most', async () => {
		const off: Show = (id) => ({ x: iso(changedAt(id) + 300) });
		expect((await found(off)).asked).toEqual([[changedAt(20), 2 * 20 + 200]]);
		expect((await found(change, 41)).asked).toEqual([[changedAt(20), 2 * 21 + 200]]);
		expect((await found(change, 1_000)).asked).toEqual([[changedAt(800), 2 * 200 + 200]]);
	});

	it('is still found if a booking was deleted in the meantime, but not if two are missing', async () => {
		const without = async (count: number) =>
			(await found(change, 40, (given) => given.slice(0, given.length - count))).dates;
		expect(await without(1)).toBeDefined();
		expect(await without(2)).toBeUndefined();
	});

	it('is still found if some bookings have changed in the meantime', async () => {
		const withChanged = async (count: number) => {
			const answer = (given: VenueRecord[]) => [
				...given.slice(0, count).map((booking) => ({ ...booking, isChanged: true })),
				...given.slice(count),
			];
			return (await found(change, 40, answer)).dates;
		};
		expect(await withChanged(5)).toBeDefined();
		// All of them have changed, so nothing shows that the venue goes by this date.
		expect(await withChanged(20)).toBeUndefined();
	});

	it('is not a date for which the venue returns older bookings, too', async () => {
		const withOlder = async (age: number) => {
			const older = { id: 20 - age, ...change(20 - age) };
			return (await found(change, 40, (given) => [older, ...given])).dates;
		};
		expect(await withOlder(1)).toBeUndefined();
	});

	it('is unknown if the venue returns a part, or far more than n8n requested', async () => {
		const many = numbers(500, 1_000).map((id) => ({ id, ...change(id) }));
		expect((await found(change, 40, (given) => [...given, ...many])).dates).toBeUndefined();
		const dateOf = await changeDateOf(
			{ versions: numbers(4).map((id) => versionOf(change(id))), since: NOON, until: NOON + HOUR },
			async () =>
				await Promise.resolve({
					versions: [2, 3].map((id) => versionOf(change(id))),
					isPart: true,
				}),
		);
		expect(dateOf).toBeUndefined();
	});
});

describe('a memory of versions', () => {
	const memoryOf = (recent: number[], unreported: number[], isWhole = true) => ({
		...{ isContinuous: true, from: 1, until: 3, next: 2, isWhole },
		...{ recent: new Set(recent), unreported: new Set(unreported) },
	});
	const ROOM = MOST_VERSIONS;

	it('keeps all as long as there is room', () => {
		const older = numbers(ROOM - 20, 100);
		const memory = withRoom({ ...memoryOf(numbers(10), numbers(10, 50)), older });
		expect([...memory.older]).toEqual(older);
		expect(memory).toMatchObject({ isWhole: true, from: 1, until: 3, next: 2 });
		expect(versionsOf(memory)).toEqual([...numbers(10), ...older]);
	});

	it('forgets the oldest first, and knows that it has', () => {
		const older = numbers(ROOM - 19, 100);
		const memory = withRoom({ ...memoryOf(numbers(10), numbers(10, 50)), older });
		expect([...memory.older]).toEqual(older.slice(0, -1));
		expect(memory.isWhole).toBe(false);
		expect([...memory.recent]).toEqual(numbers(10));
	});

	it('forgets recent ones only if it has no room for them', () => {
		const memory = withRoom({ ...memoryOf(numbers(ROOM), numbers(10, 9_000)), older: [8_000] });
		expect([...memory.recent]).toEqual(numbers(ROOM - 10));
		expect(memory.older.size).toBe(0);
		expect(memory.unreported.size).toBe(10);
	});

	it('stays incomplete once it has forgotten some, and keeps each version once', () => {
		const memory = withRoom({ ...memoryOf([1, 2], [], false), older: [2, 3, 3, 1] });
		expect(memory.isWhole).toBe(false);
		expect([...memory.older]).toEqual([3]);
		expect(versionsOf(undefined as BookingMemory | undefined)).toEqual([]);
	});
});
