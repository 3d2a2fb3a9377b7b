import { steadyClock } from '../../../../nodes/venueApi/pacing/steadyClock';

const MINUTE = 60_000;

describe('the steady clock', () => {
	beforeEach(() => jest.useFakeTimers());

	afterEach(() => jest.useRealTimers());

	it('goes on where the calendar was set back, by what really passed since it was read', () => {
		const before = steadyClock.now();
		jest.advanceTimersByTime(10 * MINUTE);
		jest.setSystemTime(Date.now() - 60 * MINUTE);
		const after = steadyClock.now();
		expect(after - before).toBeGreaterThanOrEqual(10 * MINUTE);
		expect(after - before).toBeLessThan(10 * MINUTE + 10);
		expect(steadyClock.dateOf(after).getTime()).toBe(Date.now());
	});

	it('notices that also where nobody reads it before the calendar has caught up', () => {
		const before = steadyClock.now();
		jest.setSystemTime(Date.now() - 60 * MINUTE);
		jest.advanceTimersByTime(90 * MINUTE);
		expect(steadyClock.now() - before).toBeGreaterThanOrEqual(90 * MINUTE);
		expect(steadyClock.dateOf(steadyClock.now()).getTime()).toBe(Date.now());
	});

	it('does not stand still where the calendar was set back by little', () => {
		const before = steadyClock.now();
		jest.setSystemTime(Date.now() - 900);
		jest.advanceTimersByTime(200);
		expect(steadyClock.now() - before).toBeGreaterThanOrEqual(200);
		expect(steadyClock.now() - before).toBeLessThan(210);
	});

	it('takes no notice of a calendar that is put right by little', () => {
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
