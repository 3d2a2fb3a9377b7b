import { AdaptiveLimit } from '../../../../nodes/venueApi/pacing/adaptiveLimit';
import { Pace, WINDOW_MS } from '../../../../nodes/venueApi/pacing/pace';

const NOON = Date.UTC(2026, 10, 21, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('our share of a limit that others use', () => {
	/** A 429 at `minutes` after noon. The pause that follows takes a minute. */
	const refusedAt = (limit: AdaptiveLimit, minutes: number, used: number, of = 600) => {
		const now = NOON + minutes * MINUTE;
		limit.lowerTo(used, of, now, now + MINUTE);
	};
	const shareAt = (limit: AdaptiveLimit, minutes: number) => limit.of(600, NOON + minutes * MINUTE);

	/** A 429 after `first` calls, and soon another one after `second` calls. */
	const refusedTwice = (first: number, second: number) => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, first);
		refusedAt(limit, 2, second);
		return limit;
	};

	it('is all of it until the venue says otherwise', () => {
		const limit = new AdaptiveLimit();
		expect(shareAt(limit, 0)).toBe(600);
		expect(limit.countsFrom).toBe(-Infinity);
	});

	it.each([
		['half of it', 100, 291],
		['what was used, less a fifth, if that is more', 500, 400],
	])('is at first %s', (_, used, share) => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, used);
		expect(shareAt(limit, 1)).toBe(share);
		expect(limit.countsFrom).toBe(NOON + MINUTE);
	});

	it('is then a little less than what was used until the next 429', () => {
		expect(shareAt(refusedTwice(500, 300), 3)).toBe(291);
		// 219 calls are just three quarters of the share of 291 a minute.
		expect(shareAt(refusedTwice(100, 219), 3)).toBe(212);
	});

	it('stays the same if this process wanted less', () => {
		expect(shareAt(refusedTwice(100, 217), 3)).toBe(291);
		expect(shareAt(refusedTwice(100, 59), 3)).toBe(291);
	});

	it('counts as used up by half as many calls in half a minute', () => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, 100);
		refusedAt(limit, 1.5, 120);
		expect(shareAt(limit, 3)).toBe(116);
	});

	it('is guessed again if the next 429 comes late', () => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, 500);
		refusedAt(limit, 2.9, 300);
		expect(shareAt(limit, 3.9)).toBe(291);
		refusedAt(limit, 5.9, 500);
		expect(shareAt(limit, 6.9)).toBe(400);
	});

	it('is guessed again if this process began after the others', () => {
		const limit = new AdaptiveLimit();
		// It has used nothing, and has to wait a whole minute.
		refusedAt(limit, 0, 0);
		refusedAt(limit, 1.5, 500);
		expect(shareAt(limit, 2.5)).toBe(400);
		// If it has to wait less, it began with them.
		const together = new AdaptiveLimit();
		together.lowerTo(0, 600, NOON, NOON + MINUTE - 1);
		refusedAt(together, 2, 400);
		expect(shareAt(together, 3)).toBe(388);
	});

	it('grows by a tenth of the limit a minute after a quarter of an hour, up to all of it', () => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, 100);
		expect([1, 16, 17, 18, 21, 22, 60].map((minutes) => shareAt(limit, minutes))).toEqual([
			291, 291, 351, 411, 591, 600, 600,
		]);
	});

	it('grows later after each failed try, an hour later at most', () => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, 500);
		const quietMinutes: number[] = [];
		let minutes = 0;
		for (let round = 0; round < 4; round++) {
			const begun = minutes + 1;
			const share = shareAt(limit, begun);
			let grows = begun;
			while (shareAt(limit, grows) === share) grows++;
			quietMinutes.push(grows - 1 - begun);
			minutes = grows;
			refusedAt(limit, minutes, share);
		}
		expect(quietMinutes).toEqual([15, 30, 60, 60]);
		// This 429 does not come from a try, or has another reason.
		refusedAt(limit, minutes + 10, 500);
		expect(shareAt(limit, minutes + 11 + 15)).toBe(400);
		expect(shareAt(limit, minutes + 11 + 17)).toBeGreaterThan(400);
	});

	it('counts a 429 in the last quiet minute as a failed try, because others may try earlier', () => {
		const quietAfter = (minutes: number, used: number) => {
			const limit = new AdaptiveLimit();
			refusedAt(limit, 0, 500);
			refusedAt(limit, minutes, used);
			return shareAt(limit, minutes + 1 + 17) === shareAt(limit, minutes + 1);
		};
		expect(quietAfter(14.9, 400)).toBe(false);
		expect(quietAfter(15, 400)).toBe(true);
		expect(quietAfter(15, 300)).toBe(true);
		expect(quietAfter(15, 299)).toBe(false);
	});

	it.each([
		[600, 60],
		[120, 20],
		[15, 15],
		[1, 1],
	])('of %s is never less than %s', (of, least) => {
		const limit = new AdaptiveLimit();
		refusedAt(limit, 0, 0, of);
		limit.lowerTo(0, 4, NOON + MINUTE, NOON + 2 * MINUTE);
		expect(limit.of(of, NOON + 2 * MINUTE)).toBe(least);
	});
});

describe('the calls of a minute', () => {
	const filled = (answeredAfter: number[]) => {
		const pace = new Pace(0.1);
		for (const ms of answeredAfter) {
			pace.sent();
			pace.release(NOON + ms);
		}
		return pace;
	};
	const countedAt = (pace: Pace, now: number, since = -Infinity) => pace.countSince(now, since);

	it('leave room for the rest of the limit', () => {
		const freeAt = (now: number, perMinute: number) =>
			filled([0, SECOND]).freeAt(now, { perMinute });
		expect(freeAt(NOON + SECOND, 3)).toBe(NOON + SECOND);
		expect(freeAt(NOON + SECOND, 2)).toBe(NOON + WINDOW_MS);
		expect(freeAt(NOON + SECOND, 1)).toBe(NOON + SECOND + WINDOW_MS);
	});

	it('count until one window after the response', () => {
		const pace = filled([0, SECOND, 2 * SECOND]);
		expect(countedAt(pace, NOON + WINDOW_MS - 1)).toBe(3);
		expect(countedAt(pace, NOON + WINDOW_MS)).toBe(2);
		expect(countedAt(pace, NOON + SECOND + WINDOW_MS)).toBe(1);
		const last = NOON + 2 * SECOND + WINDOW_MS;
		expect(pace.freeAt(NOON + SECOND + WINDOW_MS, { perMinute: 1 })).toBe(last);
		expect(countedAt(pace, NOON + 5 * MINUTE)).toBe(0);
	});

	it('take a place while they are under way, for an unknown time', () => {
		const pace = filled([0]);
		pace.sent();
		pace.sent();
		expect(pace.freeAt(NOON, { perMinute: 3 })).toBe(NOON + WINDOW_MS);
		// It looks again a second later, because a response may come at any time.
		expect(pace.freeAt(NOON, { perMinute: 2 })).toBe(NOON + SECOND);
		expect(countedAt(pace, NOON)).toBe(1);
	});

	it('can be counted since a given time', () => {
		const pace = filled([0, SECOND, 2 * SECOND]);
		const now = NOON + 3 * SECOND;
		const freeAt = (perMinute: number) =>
			pace.freeAt(now, { perMinute: 600 }, { perMinute, since: NOON });
		expect(countedAt(pace, now, NOON)).toBe(2);
		expect(freeAt(2)).toBe(NOON + SECOND + WINDOW_MS);
		expect(freeAt(3)).toBe(now);
		expect(countedAt(pace, now, NOON - MINUTE)).toBe(3);
		expect(countedAt(pace, now, now)).toBe(0);
	});
});

describe('a burst, and what comes after it', () => {
	/** When each of these calls goes if all arrive at once, in ms after `from`. */
	const times = (calls: number, perMinute: number, pace = new Pace(0.1), from = NOON) => {
		let now = from;
		return Array.from({ length: calls }, () => {
			for (let next = now; ; ) {
				next = Math.ceil(pace.freeAt(now, { perMinute }));
				if (next <= now) break;
				now = next;
			}
			pace.sent();
			pace.release(now);
			return now - from;
		});
	};
	const gaps = (moments: number[]) => moments.slice(1).map((time, index) => time - moments[index]);

	it.each([
		['a tenth of the limit', 600, 60],
		['20 calls of a smaller limit', 120, 20],
		['all calls of a very small limit', 5, 5],
	])('is %s', (_, perMinute, burst) => {
		const after = times(burst + 1, perMinute);
		expect(after.slice(0, burst)).toEqual(Array(burst).fill(0));
		expect(after[burst]).toBeGreaterThan(0);
	});

	it('leaves no gap in a large job, in the first minute or later, and uses the limit', () => {
		const perMinute = 591;
		const moments = times(20 * perMinute, perMinute);
		expect(Math.max(...gaps(moments))).toBeLessThanOrEqual(250);
		const minutes = moments[moments.length - 1] / MINUTE;
		expect(moments.length / minutes).toBeGreaterThanOrEqual(0.98 * perMinute);
	});

	it('leaves no gap if a large job is interrupted and goes on', () => {
		const pace = new Pace(0.1);
		const first = times(200, 600, pace);
		const from = NOON + first[199] + 10 * SECOND;
		expect(Math.max(...gaps(times(2_000, 600, pace, from)))).toBeLessThanOrEqual(400);
	});

	it('is possible again after a quiet minute, and no larger than before', () => {
		const pace = new Pace(0.1);
		times(60, 600, pace);
		const soon = times(15, 600, pace, NOON + SECOND);
		expect(soon.filter((time) => time === 0).length).toBeLessThan(11);
		const later = times(61, 600, pace, NOON + 60 * MINUTE);
		expect(later.filter((time) => time === 0)).toHaveLength(60);
	});

	it('is small after an outage', () => {
		const pace = new Pace(0.1);
		pace.sent();
		pace.beginAnew(NOON);
		expect(times(22, 600, pace).filter((time) => time === 0)).toHaveLength(20);
	});

	it('is not given twice if the clock is set back', () => {
		const pace = new Pace(0.1);
		times(60, 600, pace);
		expect(times(3, 600, pace, NOON - MINUTE).filter((time) => time === 0)).toHaveLength(0);
	});
});
