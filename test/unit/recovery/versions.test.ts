import {
	changeTimes,
	type DatedVersion,
	MOST_VERSIONS,
	newestFirst,
	newTo,
	overlapFrom,
	type Version,
	versionFingerprints,
	versionOf,
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
	const overlap = (earliest: number, reported: DatedVersion[], allUntil?: number) => {
		const times = reported.map(({ time }) => time);
		return overlapFrom(earliest, newestFirst(reported, times), allUntil);
	};

	it('is all that was reported if there is room', () => {
		const { next, listed } = overlap(NOON, everySecond(MOST_VERSIONS));
		expect(next).toBe(NOON);
		expect(listed.size).toBe(MOST_VERSIONS);
	});

	it('is the newest if there is no room for more, from a whole second', () => {
		const reported = everySecond(MOST_VERSIONS + 2);
		const { next, listed } = overlap(NOON - HOUR, reported);
		expect(next).toBe(NOON + 2 * SECOND);
		expect(listed).toEqual(new Set(reported.slice(2).map(({ fingerprint }) => fingerprint)));
		const between = numbers(MOST_VERSIONS + 1).map((id) => dated(NOON + 300 + id * 10, id));
		expect(overlap(NOON, between).next).toBe(NOON + SECOND);
	});

	it('may be older than the next request, because the venue may go by whole hours', () => {
		const reported = everySecond(MOST_VERSIONS + 10);
		const { next, listed } = overlap(NOON + HOUR, reported);
		expect(next).toBe(NOON + HOUR);
		expect(listed).toEqual(new Set(reported.slice(10).map(({ fingerprint }) => fingerprint)));
	});

	it('leaves no gap if too many changed at one time', () => {
		const reported = numbers(MOST_VERSIONS + 1).map((id) => dated(NOON + 300, id));
		expect(overlap(NOON, reported).next).toBe(NOON + 301);
		const until = (time: number) => overlap(NOON, reported, time).next;
		expect(until(NOON + 999)).toBe(NOON + 301);
		expect(until(NOON + SECOND)).toBe(NOON + SECOND);
	});
});

describe('when bookings were changed', () => {
	const times = (...bookings: VenueRecord[]) =>
		changeTimes({ versions: bookings.map(versionOf), answeredAt: NOON + HOUR });

	it('is the latest of the dates whose names speak of a change, in the order of the list', () => {
		expect(
			times(
				{ modifiedDate: iso(NOON), LAST_UPDATE: iso(NOON + MINUTE), created: iso(NOON + HOUR) },
				{ modifiedDate: '2026-11-21T12:00:05+00:00', LAST_UPDATE: iso(NOON) },
			),
		).toEqual([NOON + MINUTE, NOON + 5 * SECOND]);
	});

	it('may be a number of seconds or milliseconds in a field that is named as a time', () => {
		for (const unit of [1, SECOND]) {
			const [noon, later] = [NOON / unit, (NOON + MINUTE) / unit];
			expect(times({ updatedAt: noon }, { updatedAt: later })).toEqual([NOON, NOON + MINUTE]);
			for (const name of ['modifiedBy', 'updatedByUserId', 'exchangeNumber']) {
				expect(times({ [name]: noon })).toBeUndefined();
			}
		}
	});

	it('is found among any number of dates', () => {
		const dates = Array.from({ length: 200_000 }, (_, index) => [`changed${index}`, iso(NOON)]);
		expect(times(Object.fromEntries(dates) as VenueRecord)).toEqual([NOON]);
	});

	it('is unknown if there are no bookings, or one of them shows no date with a zone', () => {
		expect(times()).toBeUndefined();
		expect(times({ changed: iso(NOON) }, {})).toBeUndefined();
		expect(times({ created: iso(NOON) })).toBeUndefined();
		for (const value of [17, 'x2026-11-21T12:30:00Z', '2026-11-21', '2026-11-21T12:30']) {
			expect(times({ changed: value })).toBeUndefined();
		}
	});

	it('may be written as a database does, with the hours of the zone alone', () => {
		const written = ['2026-11-21 12:00:00+00', '2026-11-21 10:01:00.1234567-02'];
		expect(times(...written.map((changed) => ({ changed })))).toEqual([NOON, NOON + MINUTE + 123]);
	});

	it('is no time that is still to come, such as until when a guest may change a booking', () => {
		const [soon, later] = [iso(NOON + 48 * HOUR), iso(NOON + 96 * HOUR)];
		expect(times({ modifiableUntil: soon }, { modifiableUntil: later })).toBeUndefined();
		const both = { changed: iso(NOON), modifiableUntil: soon };
		expect(times(both, both)).toEqual([NOON, NOON]);
		expect(times({ updatedAt: NOON * 1_000 })).toBeUndefined();
	});

	it('is unknown if one of them has a date that stands for none', () => {
		expect(times({ changed: iso(NOON) }, { changed: '0001-01-01T00:00:00Z' })).toBeUndefined();
		const both = { changed: '0001-01-01T00:00:00Z', updated: iso(NOON) };
		expect(times(both, both)).toEqual([NOON, NOON]);
	});
});

describe('a booking that is fetched as a whole in one poll, and not in another', () => {
	const row = versionOf({ id: 1 });
	const whole = { ...versionOf({ id: 1, paid: true }), row: row.fingerprint };
	const refunded = { ...versionOf({ id: 1, paid: false }), row: row.fingerprint };
	const others = numbers(200, 2).map((id) => versionOf({ id }));
	const newAfter = (known: Version, now: Version) =>
		newTo(new Set(versionFingerprints([...others, known])), [...others, now]);

	it('is known by its row', () => {
		expect(newAfter(whole, row)).toEqual([]);
		expect(newAfter(row, whole)).toEqual([]);
	});

	it('is new if it was fetched before, and something has changed that its row does not show', () => {
		expect(newAfter(whole, refunded)).toEqual([refunded]);
	});
});

describe('a memory of versions', () => {
	const ROOM = MOST_VERSIONS;
	const memoryOf = (listed: number[], reported: number[], remembersAll = true) =>
		withRoomForVersions({
			...{ isContinuous: true, from: 1, until: 3, next: 2, remembersAll },
			...{ listed, reported },
		});
	const LISTED = numbers(20);
	/** Half of what the next list shows was reported. */
	const reportedWith = (older: number[]) => [...older, ...numbers(10)];

	it('keeps all as long as there is room', () => {
		const reported = reportedWith(numbers(ROOM - 20, 100));
		const memory = memoryOf(LISTED, reported);
		expect([...memory.listed]).toEqual(LISTED);
		expect([...memory.reported]).toEqual(reported);
		expect(memory).toMatchObject({ remembersAll: true, from: 1, until: 3, next: 2 });
	});

	it('forgets the oldest first, and knows that it has', () => {
		const older = numbers(ROOM - 19, 100);
		const memory = memoryOf(LISTED, reportedWith(older));
		expect([...memory.reported]).toEqual(reportedWith(older.slice(0, -1)));
		expect(memory.remembersAll).toBe(false);
		expect([...memory.listed]).toEqual(LISTED);
	});

	it('forgets what the next list may show only if it has no room for it', () => {
		const listed = numbers(ROOM + 10);
		const memory = memoryOf(listed, [8_000, ...listed]);
		expect([...memory.listed]).toEqual(numbers(ROOM));
		expect([...memory.reported]).toEqual(numbers(ROOM));
		expect(memory.remembersAll).toBe(false);
	});

	it('stays incomplete once it has forgotten some, and keeps each version once', () => {
		const memory = memoryOf([1, 2, 2], [2, 3, 3, 1], false);
		expect(memory.remembersAll).toBe(false);
		expect([...memory.listed]).toEqual([1, 2]);
		expect([...memory.reported]).toEqual([2, 3, 1]);
	});
});
