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
});
