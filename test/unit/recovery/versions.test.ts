import type { BookingMemory } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	changeTimes,
	MOST_VERSIONS,
	overlapFrom,
	versionOf,
	versionsOf,
	withRoomForVersions,
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
	const times = (...bookings: VenueRecord[]) => changeTimes(bookings.map(versionOf));

	it('is the latest of the dates whose names speak of a change, in the order of the list', () => {
		expect(
			times(
				{ modifiedDate: iso(NOON), LAST_UPDATE: iso(NOON + MINUTE), created: iso(NOON + HOUR) },
				{ modifiedDate: '2026-11-21T12:00:05+00:00', LAST_UPDATE: iso(NOON) },
			),
		).toEqual([NOON + MINUTE, NOON + 5 * SECOND]);
	});

	it('is unknown if there are no bookings, or one of them shows no date with a zone', () => {
		expect(times()).toBeUndefined();
		expect(times({ changed: iso(NOON) }, {})).toBeUndefined();
		expect(times({ created: iso(NOON) })).toBeUndefined();
		for (const value of [NOON, 'x2026-11-21T12:30:00Z', '2026-11-21', '2026-11-21T12:30']) {
			expect(times({ changed: value })).toBeUndefined();
		}
	});
});

describe('a memory of versions', () => {
	const memoryOf = (recent: number[], unreported: number[], remembersAll = true) => ({
		...{ isContinuous: true, from: 1, until: 3, next: 2, remembersAll },
		...{ recent: new Set(recent), unreported: new Set(unreported) },
	});
	const ROOM = MOST_VERSIONS;

	it('keeps all as long as there is room', () => {
		const older = numbers(ROOM - 20, 100);
		const memory = withRoomForVersions({ ...memoryOf(numbers(10), numbers(10, 50)), older });
		expect([...memory.older]).toEqual(older);
		expect(memory).toMatchObject({ remembersAll: true, from: 1, until: 3, next: 2 });
		expect(versionsOf(memory)).toEqual([...numbers(10), ...older]);
	});

	it('forgets the oldest first, and knows that it has', () => {
		const older = numbers(ROOM - 19, 100);
		const memory = withRoomForVersions({ ...memoryOf(numbers(10), numbers(10, 50)), older });
		expect([...memory.older]).toEqual(older.slice(0, -1));
		expect(memory.remembersAll).toBe(false);
		expect([...memory.recent]).toEqual(numbers(10));
	});

	it('forgets recent ones only if it has no room for them', () => {
		const memory = withRoomForVersions({
			...memoryOf(numbers(ROOM), numbers(10, 9_000)),
			older: [8_000],
		});
		expect([...memory.recent]).toEqual(numbers(ROOM - 10));
		expect(memory.older.size).toBe(0);
		expect(memory.unreported.size).toBe(10);
	});

	it('stays incomplete once it has forgotten some, and keeps each version once', () => {
		const memory = withRoomForVersions({ ...memoryOf([1, 2], [], false), older: [2, 3, 3, 1] });
		expect(memory.remembersAll).toBe(false);
		expect([...memory.older]).toEqual([3]);
		expect(versionsOf(undefined as BookingMemory | undefined)).toEqual([]);
	});
});
