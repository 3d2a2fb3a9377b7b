import * as fc from 'fast-check';

import { Outage } from '../../../../nodes/venueApi/pacing/outage';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const reading = { queuedAt: NOON, patienceMs: 5 * MINUTE, mayLook: true };
const writing = { queuedAt: NOON, patienceMs: 5 * MINUTE };

/** One call at a time, each as early as it may. The venue asks each of them to wait. */
function refusals(outage: Outage, retryAfterMs: number, untilTime: number, call = writing) {
	const times: number[] = [];
	for (let now = NOON; now < untilTime; now = Math.max(now + 1, outage.opensAt(now, call))) {
		times.push(now);
		outage.sent(now);
		outage.pause(now, now + 1, { reason: 'maintenance', retryAfterMs });
	}
	return times;
}

describe('the pauses of an outage', () => {
	it('are no longer than the venue asks for, or a tenth of the outage up to a minute', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 90 * SECOND }),
				fc.integer({ min: SECOND, max: HOUR }),
				(retryAfterMs, lengthMs) => {
					const outage = new Outage();
					refusals(outage, retryAfterMs, NOON + lengthMs);
					const lateMs = outage.until - (NOON + lengthMs);
					const grownMs = Math.min(lengthMs * 0.1, MINUTE);
					expect(lateMs).toBeLessThanOrEqual(Math.max(retryAfterMs, SECOND, grownMs) + SECOND);
				},
			),
		);
	});

	it('grow, so a venue that asks for a second is not called every second', () => {
		const times = refusals(new Outage(), SECOND, NOON + HOUR);
		expect(times.length).toBeLessThan(120);
	});

	it('count once for calls that were under way together', () => {
		const outage = new Outage();
		const news = Array.from({ length: 20 }, (_, call) =>
			outage.pause(NOON + call, NOON + 100 + 3_000 * call, {
				reason: 'maintenance',
				retryAfterMs: 4 * SECOND,
			}),
		);
		expect(news.filter(Boolean)).toHaveLength(1);
		expect(outage.until).toBe(NOON + 100 + 57 * SECOND + 4 * SECOND);
	});

	it('end with the first good answer, and a much later one begins another outage', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON + 1, { reason: 'maintenance', retryAfterMs: SECOND });
		expect(outage.processed(NOON, NOON + 2)).toBe(false);
		expect(outage.processed(NOON + SECOND + 1, NOON + SECOND + 2)).toBe(true);
		expect(outage.since(NOON + SECOND + 2)).toBeUndefined();

		const nextDay = NOON + 24 * HOUR;
		outage.pause(nextDay, nextDay + 1, { reason: 'maintenance', retryAfterMs: SECOND });
		const dayAfter = nextDay + 24 * HOUR;
		expect(outage.since(dayAfter)).toBeUndefined();
		outage.pause(dayAfter, dayAfter + 1, { reason: 'maintenance', retryAfterMs: SECOND });
		expect(outage.until).toBe(dayAfter + 1 + SECOND);
		expect(outage.since(dayAfter + 1)).toBe(dayAfter + 1);
	});

	it('are not ended by the answer to a call that was sent before them', () => {
		const outage = new Outage();
		outage.postpone(NOON, { reason: 'rateLimit', retryAfterMs: MINUTE });
		for (const sentAt of [NOON - 1, NOON]) {
			expect(outage.processed(sentAt, NOON + 1)).toBe(false);
		}
		expect(outage.until).toBe(NOON + MINUTE);
	});

	it('last for at least a second', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, { reason: 'rateLimit', retryAfterMs: 0 });
		expect(outage.until).toBe(NOON + SECOND);
	});

	it('are not shortened or reworded by the answer to a call that was sent before them', () => {
		const outage = new Outage();
		const said = 'until one';
		outage.pause(NOON, NOON, { reason: 'maintenance', retryAfterMs: MINUTE, said });
		outage.pause(NOON - 1, NOON + 1, { reason: 'rateLimit', retryAfterMs: MINUTE - 2 });
		const pause = { until: NOON + MINUTE, reason: 'maintenance', said, isLong: false };
		expect(outage.tooLongFor({ ...writing, patienceMs: 0 }, NOON)).toEqual(pause);
		outage.pause(NOON - 1, NOON + 1, { reason: 'rateLimit', retryAfterMs: MINUTE - 1 });
		expect(outage.tooLongFor({ ...writing, patienceMs: 0 }, NOON)).toEqual({
			...{ until: NOON + MINUTE, reason: 'rateLimit', said: undefined, isLong: false },
		});
	});

	it('do not grow with answers to calls that were sent before them', () => {
		const outage = new Outage();
		const asked = { reason: 'maintenance', retryAfterMs: 4 * SECOND } as const;
		outage.pause(NOON, NOON, asked);
		const later = NOON + 50 * SECOND;
		// This call was sent at the very moment at which the venue asked for a pause.
		outage.pause(NOON, later, asked);
		expect(outage.until).toBe(later + 4 * SECOND);
		outage.pause(later + 1, later + 50 * SECOND, asked);
		expect(outage.until).toBe(later + 50 * SECOND + 10 * SECOND);
	});

	it('belong to one outage until a minute after the last one has ended', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, { reason: 'rateLimit', retryAfterMs: 5 * SECOND });
		const end = NOON + 5 * SECOND;
		outage.sent(end + MINUTE - 1);
		expect(outage.since(end + MINUTE - 1)).toBe(NOON);
		expect(outage.opensAt(end + MINUTE - 1, writing)).toBe(end + MINUTE - 1 + SECOND);
		expect(outage.since(end + MINUTE)).toBeUndefined();
		expect(outage.opensAt(end + MINUTE, writing)).toBe(end + MINUTE);
		expect(outage.processed(end + MINUTE - 1, end + MINUTE)).toBe(false);
	});

	it('begin only when the venue asks for one', () => {
		const outage = new Outage();
		outage.sent(NOON);
		expect(outage.since(NOON)).toBeUndefined();
		expect(outage.opensAt(NOON, writing)).toBe(NOON);
		expect(outage.processed(NOON, NOON + 1)).toBe(false);
		expect(outage.tooLongFor({ ...writing, patienceMs: 0 }, NOON)).toBeUndefined();
	});

	it('let one call a second try after they end', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, { reason: 'maintenance', retryAfterMs: 5 * SECOND });
		const end = NOON + 5 * SECOND;
		expect(outage.opensAt(NOON, writing)).toBe(end);
		outage.sent(end);
		expect(outage.opensAt(end, writing)).toBe(end + SECOND);
		outage.processed(end, end + 200);
		expect(outage.opensAt(end + 200, writing)).toBe(end + 200);
	});
});

describe('the patience of a call', () => {
	it('counts from the beginning of the outage, not from when the call joined the queue', () => {
		const outage = new Outage();
		const later = NOON + 10 * MINUTE;
		outage.pause(later, later, { reason: 'rateLimit', retryAfterMs: MINUTE });
		expect(outage.tooLongFor(writing, later)).toBeUndefined();
		outage.pause(later + MINUTE, later + MINUTE, {
			reason: 'rateLimit',
			retryAfterMs: 4 * MINUTE + 1,
		});
		expect(outage.tooLongFor(writing, later + MINUTE)).toBeDefined();
		expect(
			outage.tooLongFor({ ...writing, giveUpAt: later + 1 + writing.patienceMs }, later + MINUTE),
		).toBeUndefined();
	});
});

describe('a call that waits', () => {
	const pausedFor = (ms: number) => {
		const outage = new Outage();
		outage.pause(NOON, NOON, { reason: 'rateLimit', retryAfterMs: ms });
		return outage;
	};

	it('is told of a pause that is longer than its patience, and of no other', () => {
		const { patienceMs } = writing;
		expect(pausedFor(patienceMs).tooLongFor(writing, NOON)).toBeUndefined();
		const tooLong = { until: NOON + patienceMs + 1, reason: 'rateLimit' };
		expect(pausedFor(patienceMs + 1).tooLongFor(writing, NOON)).toMatchObject(tooLong);
		const later = { ...writing, queuedAt: NOON + 1 };
		expect(pausedFor(patienceMs + 1).tooLongFor(later, NOON + 1)).toBeUndefined();
	});

	it('is not told of a pause that is over', () => {
		const outage = pausedFor(MINUTE);
		const call = { ...writing, patienceMs: 0 };
		expect(outage.tooLongFor(call, NOON + MINUTE - 1)).toBeDefined();
		expect(outage.tooLongFor(call, NOON + MINUTE)).toBeUndefined();
	});

	it('is told whether the pause is longer than any that the API document explains', () => {
		const call = { ...writing, patienceMs: 0 };
		expect(pausedFor(10 * MINUTE).tooLongFor(call, NOON)).toMatchObject({ isLong: false });
		expect(pausedFor(10 * MINUTE + 1).tooLongFor(call, NOON)).toMatchObject({ isLong: true });
	});

	it('tests the venue only in a pause of more than ten minutes', () => {
		expect(pausedFor(10 * MINUTE + 1).opensAt(NOON, reading)).toBe(NOON + 10 * MINUTE);
		const outage = pausedFor(10 * MINUTE);
		expect(outage.opensAt(NOON, reading)).toBe(NOON + 10 * MINUTE);
		outage.pause(NOON - 1, NOON + MINUTE, { reason: 'rateLimit', retryAfterMs: 10 * MINUTE });
		expect(outage.opensAt(NOON + MINUTE, reading)).toBe(NOON + 11 * MINUTE);
	});
});

describe('a pause of a day', () => {
	const aDay = { reason: 'maintenance', retryAfterMs: 24 * HOUR } as const;

	it('is tested every ten minutes, by a call that changes nothing', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		expect(outage.opensAt(NOON, reading)).toBe(NOON + 10 * MINUTE);
		expect(outage.opensAt(NOON, writing)).toBe(NOON + 24 * HOUR);
		const times = refusals(outage, aDay.retryAfterMs, NOON + 2 * HOUR, reading);
		expect(times).toHaveLength(12);
	});

	it('is waited for only by a call that can test it soon', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const soon = NOON + 6 * MINUTE;
		expect(outage.tooLongFor(reading, NOON + 1)).toMatchObject({ until: NOON + 24 * HOUR });
		expect(outage.tooLongFor({ ...reading, queuedAt: soon }, soon)).toBeUndefined();
		expect(outage.tooLongFor({ ...writing, queuedAt: soon }, soon)).toBeDefined();
	});

	it('is over when the call that tests it is answered', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const look = NOON + 10 * MINUTE;
		outage.sent(look);
		expect(outage.tooLongFor({ ...reading, queuedAt: look }, look)).toBeUndefined();
		outage.processed(look, look + 300);
		expect(outage.opensAt(look + 300, writing)).toBe(look + 300);
	});

	it('is tested by the next call if the first got no token', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const look = NOON + 10 * MINUTE;
		outage.sent(look);
		outage.notSent(look);
		outage.release(look);
		expect(outage.opensAt(look, reading)).toBe(look + SECOND);
		expect(outage.opensAt(look, writing)).toBe(NOON + 24 * HOUR);
		expect(outage.tooLongFor({ ...reading, queuedAt: look }, look)).toBeUndefined();

		outage.sent(look + SECOND);
		outage.release(look + SECOND);
		expect(outage.opensAt(look + SECOND, reading)).toBe(look + SECOND + 10 * MINUTE);
	});

	it('is tested at the planned time, however often the venue repeats it until then', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		outage.pause(NOON - 1, NOON + 5 * MINUTE, aDay);
		expect(outage.opensAt(NOON + 5 * MINUTE, reading)).toBe(NOON + 10 * MINUTE);
		outage.pause(NOON - 1, NOON + 10 * MINUTE, aDay);
		expect(outage.opensAt(NOON + 10 * MINUTE, reading)).toBe(NOON + 20 * MINUTE);
	});

	it('is tested by only one call until that has ended', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const look = NOON + 10 * MINUTE;
		const other = { ...reading, queuedAt: look };
		outage.sent(look);
		expect(outage.opensAt(look, other)).toBe(look + 10 * MINUTE);
		// A call from before the pause has ended, or was never sent.
		outage.release(NOON - 1);
		outage.notSent(NOON - 1);
		expect(outage.tooLongFor(other, look)).toBeUndefined();
		expect(outage.opensAt(look, other)).toBe(look + 10 * MINUTE);
		outage.release(look);
		expect(outage.tooLongFor(other, look)).toBeDefined();
		outage.notSent(look);
		expect(outage.opensAt(look, other)).toBe(look + 10 * MINUTE);
	});

	it('that follows another is tested ten minutes after the venue asked for it', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const look = NOON + 10 * MINUTE;
		outage.sent(look);
		outage.processed(look, look + SECOND);
		outage.postpone(look + 2 * SECOND, aDay);
		expect(outage.opensAt(look + 2 * SECOND, reading)).toBe(look + 2 * SECOND + 10 * MINUTE);
		expect(outage.tooLongFor(reading, look + 2 * SECOND)).toBeDefined();
	});

	it('is not tested by a call that goes when it is over', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const end = NOON + 24 * HOUR;
		outage.sent(end);
		outage.pause(NOON - 1, end + SECOND, aDay);
		expect(outage.tooLongFor({ ...reading, queuedAt: end }, end + SECOND)).toBeDefined();
	});

	it('is replaced by a shorter one that the venue names in the test', () => {
		const outage = new Outage();
		outage.pause(NOON, NOON, aDay);
		const look = NOON + 10 * MINUTE;
		outage.sent(look);
		outage.pause(look, look + 300, { reason: 'maintenance', retryAfterMs: MINUTE });
		expect(outage.until).toBe(look + 300 + MINUTE);
	});
});
