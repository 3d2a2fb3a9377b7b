import {
	behindOurs,
	isOurs,
	readVenueClock,
	type VenueClock,
} from '../../../nodes/VenuePlatformRecoveryTrigger/venueClock';

const NOON = Date.UTC(2026, 10, 21, 12);
const SECOND = 1_000;
const HOUR = 3_600_000;

/** An answer that takes ten seconds, from a venue whose clock is ahead of ours by this much. */
const read = (known: VenueClock | undefined, aheadMs: number) =>
	readVenueClock(known, {
		askedAt: NOON,
		answeredAt: NOON + 10 * SECOND,
		venueTime: NOON + 10 * SECOND + aheadMs,
	});

const agreed = (aheadMs: number) => ({ clock: { aheadMs }, isBehind: false });

describe('the clock of the venue', () => {
	it('is ours or the known one if its answers have no date', () => {
		const times = { askedAt: NOON, answeredAt: NOON };
		expect(readVenueClock(undefined, times)).toEqual(agreed(0));
		const known = { aheadMs: HOUR, doubtedMs: 7 };
		expect(readVenueClock(known, times)).toEqual({ ...agreed(0), clock: known });
	});

	it.each([
		['10 seconds after its date', -10 * SECOND, 0],
		['as it is dated', 0, 0],
		['a little later, because dates have whole seconds', -10.9 * SECOND, -0.9 * SECOND],
		['a little earlier', 3 * SECOND, 3 * SECOND],
	])('is at first ours if the answer may have come %s', (_, saysMs, aheadMs) => {
		expect(read(undefined, saysMs)).toEqual(agreed(aheadMs));
	});

	it('is otherwise at first ahead by the least that the answer allows', () => {
		expect(read(undefined, HOUR)).toEqual(agreed(HOUR));
		expect(read(undefined, -HOUR)).toEqual(agreed(-HOUR));
	});

	it.each([
		['within the time that the answer took', 4 * SECOND, 4 * SECOND],
		['a little before it', -5 * SECOND, 0],
		['a little after it', 15 * SECOND, 10 * SECOND],
	])('is known more precisely with each answer: it was %s', (_, knownMs, aheadMs) => {
		expect(read({ aheadMs: knownMs }, 0)).toEqual(agreed(aheadMs));
		expect(read({ aheadMs: knownMs, doubtedMs: HOUR }, 0)).toEqual(agreed(aheadMs));
	});

	it.each([-5 * SECOND - 1, 15 * SECOND + 1])(
		'is doubted and not changed if one answer disagrees (%d ms)',
		(aheadMs) => {
			const { clock } = read({ aheadMs }, 0);
			expect(clock).toEqual({ aheadMs, doubtedMs: 0 });
			const again = read(clock, HOUR).clock;
			expect(again).toEqual({ aheadMs, doubtedMs: HOUR });
		},
	);

	it.each([-5 * SECOND, 0, 15 * SECOND])(
		'is changed if the next answer differs by only %d ms',
		(offMs) => {
			const { clock } = read({ aheadMs: 0, doubtedMs: HOUR + offMs }, HOUR);
			expect(clock).toEqual({ aheadMs: HOUR });
		},
	);

	it('is not changed if the next answer shows another time', () => {
		for (const offMs of [-5 * SECOND - 1, 15 * SECOND + 1]) {
			const { clock } = read({ aheadMs: 0, doubtedMs: HOUR + offMs }, HOUR);
			expect(clock).toEqual({ aheadMs: 0, doubtedMs: HOUR });
		}
	});

	it('is behind if its time is earlier than the request assumed', () => {
		const isBehind = (knownMs: number, saysMs: number) =>
			read({ aheadMs: knownMs }, saysMs).isBehind;
		expect(isBehind(0, -HOUR)).toBe(true);
		expect(isBehind(-2 * HOUR, -HOUR)).toBe(false);
		expect(isBehind(-HOUR, -2 * HOUR)).toBe(true);
		expect(isBehind(0, HOUR)).toBe(false);
		// A request never begins later than our clock says.
		expect(isBehind(2 * HOUR, HOUR)).toBe(false);
		expect(isBehind(HOUR, -10 * SECOND)).toBe(false);
		expect(isBehind(HOUR, -10 * SECOND - 1)).toBe(true);
	});

	it('counts as ours if it is off by five seconds at most', () => {
		const off = [-5_001, -5_000, 0, 5_000, 5_001];
		expect(off.map((aheadMs) => isOurs({ aheadMs }))).toEqual([false, true, true, true, false]);
	});

	it('makes requests begin earlier if it is behind, and never later', () => {
		expect([-HOUR, 0, HOUR].map((aheadMs) => behindOurs({ aheadMs }))).toEqual([-HOUR, 0, 0]);
	});
});
