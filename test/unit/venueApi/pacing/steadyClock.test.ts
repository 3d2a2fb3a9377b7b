import { steadyClock } from '../../../../nodes/venueApi/pacing/steadyClock';

const MINUTE = 60_000;

describe('the steady clock', () => {
	beforeEach(() => jest.useFakeTimers());

	afterEach(() => jest.useRealTimers());

	it('advances by the time that has passed, even if the system clock was set back', () => {
		const before = steadyClock.now();
		jest.advanceTimersByTime(10 * MINUTE);
		jest.setSystemTime(Date.now() - 60 * MINUTE);
		const after = steadyClock.now();
		expect(after - before).toBeGreaterThanOrEqual(10 * MINUTE);
		expect(after - before).toBeLessThan(10 * MINUTE + 10);
		expect(steadyClock.dateOf(after).getTime()).toBe(Date.now());
	});

	it('notices a system clock that was set back even if it is not read before that clock has caught up', () => {
		const before = steadyClock.now();
		jest.setSystemTime(Date.now() - 60 * MINUTE);
		jest.advanceTimersByTime(90 * MINUTE);
		expect(steadyClock.now() - before).toBeGreaterThanOrEqual(90 * MINUTE);
		expect(steadyClock.dateOf(steadyClock.now()).getTime()).toBe(Date.now());
	});

	it('does not stand still if the system clock was set back a little', () => {
		const before = steadyClock.now();
		jest.setSystemTime(Date.now() - 900);
		jest.advanceTimersByTime(200);
		expect(steadyClock.now() - before).toBeGreaterThanOrEqual(200);
		expect(steadyClock.now() - before).toBeLessThan(210);
	});

	it('ignores small corrections of the system clock', () => {
		const before = steadyClock.now();
		for (let minute = 0; minute < 10; minute++) {
			jest.advanceTimersByTime(MINUTE);
			jest.setSystemTime(Date.now() - 3);
			steadyClock.now();
		}
		const passed = steadyClock.now() - before;
		expect(passed).toBeLessThanOrEqual(10 * MINUTE);
		expect(passed).toBeGreaterThan(10 * MINUTE - 100);
	});
});
