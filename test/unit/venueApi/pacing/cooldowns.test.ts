import * as fc from 'fast-check';

import { Cooldown, cooldownOf } from '../../../../nodes/venueApi/pacing/cooldowns';
import { steadyClock } from '../../../../nodes/venueApi/pacing/steadyClock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const DATA_SET = {
	ms: 6 * HOUR,
	aboutMs: 10 * MINUTE,
	followsEachRequest: true,
	inWords: 'Once in 6 hours.',
};
const BURST = { ms: 24 * HOUR, aboutMs: 0, followsEachRequest: false, inWords: 'Not too often.' };
const dataSet = () => new Cooldown(DATA_SET);
const burst = () => new Cooldown(BURST);

describe('the cooldown of an export', () => {
	afterEach(() => jest.useRealTimers());

	it('does not exist before the first request', () => {
		expect(dataSet().closed(NOON)).toBeUndefined();
	});

	it('follows each request if only one is allowed, but the venue decides about its last minutes', () => {
		const cooldown = dataSet();
		cooldown.accepted(NOON);
		const asksFrom = NOON + 6 * HOUR - 10 * MINUTE;
		const worksFrom = NOON + 6 * HOUR + 10 * MINUTE;
		expect(cooldown.closed(asksFrom - 1)).toEqual({ asksFrom, worksFrom });
		expect(cooldown.closed(asksFrom)).toBeUndefined();
	});

	it('does not follow a request if several are allowed', () => {
		const cooldown = burst();
		cooldown.accepted(NOON);
		expect(cooldown.closed(NOON)).toBeUndefined();
	});

	it.each([20_000, 3 * HOUR, 24 * HOUR])('lasts as long as the venue says: %d ms', (ms) => {
		const cooldown = dataSet();
		cooldown.limited(NOON, ms);
		const { asksFrom = 0, worksFrom } = cooldown.closed(NOON + ms) ?? {};
		expect(asksFrom).toBe(worksFrom);
		expect(asksFrom - NOON - ms).toBeLessThan(5_000);
		expect(cooldown.closed(asksFrom)).toBeUndefined();
	});

	it('lasts longer each time if the venue keeps naming a short time [api 7.3]', () => {
		const cooldown = dataSet();
		const pauseAfter = (now: number, ms: number) => {
			cooldown.limited(now, ms);
			return (cooldown.closed(now)?.asksFrom ?? now) - now;
		};
		let now = NOON;
		const pauses = Array.from({ length: 7 }, () => {
			const pause = pauseAfter(now, 0);
			now += pause;
			return pause / 1_000;
		});
		expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60]);
		expect(pauseAfter(now, 20_000)).toBe(MINUTE);
		expect(pauseAfter(now + HOUR, 0)).toBe(2_000);
		cooldown.accepted(now + HOUR + 2_000);
		expect(pauseAfter(now + HOUR + 2_000, 0)).toBe(2_000);
	});

	it('concerns other reports only if the venue names a minute at most, or no time', () => {
		const times = [undefined, 0, 1_000, MINUTE, MINUTE + 1, HOUR];
		expect(times.map((ms) => dataSet().limited(NOON, ms))).toEqual([
			true,
			true,
			true,
			true,
			false,
			false,
		]);
	});

	describe.each([
		['a minute', MINUTE],
		['no time', undefined],
	])('if the venue names %s, as it does at the limit of all reports', (_, retryAfterMs) => {
		const answersIn = (cooldown: Cooldown, times: number[]) =>
			times.map((time) => {
				cooldown.limited(time, retryAfterMs);
				return cooldown.closed(time)!;
			});

		it('delays other reports once', () => {
			const cooldown = burst();
			const times = [NOON, NOON + MINUTE, NOON + HOUR];
			expect(times.map((time) => cooldown.limited(time, retryAfterMs))).toEqual([
				true,
				false,
				false,
			]);
		});

		it('allows one more request after a minute', () => {
			const [{ asksFrom }] = answersIn(burst(), [NOON]);
			expect(asksFrom - NOON).toBeGreaterThanOrEqual(MINUTE);
			expect(asksFrom - NOON).toBeLessThan(MINUTE + 5_000);
		});

		it('does not close an export for hours after two busy minutes', () => {
			for (const cooldown of [burst(), dataSet()]) {
				answersIn(cooldown, [NOON, NOON + MINUTE]);
				expect(cooldown.closed(NOON + 10 * MINUTE)).toBeDefined();
				expect(cooldown.closed(NOON + 11 * MINUTE)).toBeUndefined();
				cooldown.accepted(NOON + 11 * MINUTE);
				answersIn(cooldown, [NOON + 12 * HOUR]);
				expect(cooldown.closed(NOON + 12 * HOUR + 2 * MINUTE)).toBeUndefined();
			}
		});

		it('stays in doubt if the venue names a shorter time in between', () => {
			const cooldown = burst();
			answersIn(cooldown, [NOON]);
			const between = NOON + MINUTE + 2_000;
			cooldown.limited(between, 0);
			expect(cooldown.isOver(between + MINUTE)).toBe(false);
			answersIn(cooldown, [between + 10_000]);
			expect(cooldown.closed(between + 9 * MINUTE)).toBeDefined();
		});

		it('is no longer in doubt once the venue has named the hours', () => {
			const cooldown = burst();
			answersIn(cooldown, [NOON]);
			cooldown.limited(NOON + 2 * MINUTE, HOUR);
			answersIn(cooldown, [NOON + 2 * HOUR]);
			expect(cooldown.closed(NOON + 2 * HOUR + 2 * MINUTE)).toBeUndefined();
		});

		it('names a time at which the export works for either reason', () => {
			const [first, second] = answersIn(burst(), [NOON, NOON + MINUTE]);
			expect(first.worksFrom).toBeGreaterThanOrEqual(NOON + 24 * HOUR);
			expect(second.worksFrom).toBe(first.worksFrom);
			expect(second.worksFrom).toBeLessThan(NOON + 24 * HOUR + MINUTE);
		});

		it('allows requests less and less often while that continues', () => {
			const cooldown = burst();
			const asked = [NOON];
			while (asked.at(-1)! < NOON + 24 * HOUR) {
				cooldown.limited(asked.at(-1)!, retryAfterMs);
				asked.push(cooldown.closed(asked.at(-1)!)!.asksFrom);
			}
			expect(asked.length).toBeLessThan(12);
			const pauses = asked.slice(2, -1).map((time, index) => time - asked[index + 1]);
			expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
			expect(asked.at(-1)! - NOON - 24 * HOUR).toBeLessThan(MINUTE);
		});

		it('ends after the documented time if it followed a request', () => {
			const cooldown = dataSet();
			cooldown.accepted(NOON);
			const [first, second] = answersIn(cooldown, [NOON + 6 * HOUR, NOON + 6 * HOUR + MINUTE]);
			expect(first.worksFrom).toBeLessThan(NOON + 6 * HOUR + 11 * MINUTE);
			expect(second.asksFrom).toBe(second.worksFrom);
		});

		it('allows no request before the documented time if it followed a request', () => {
			const cooldown = dataSet();
			cooldown.accepted(NOON);
			const [early] = answersIn(cooldown, [NOON + HOUR]);
			const documented = NOON + 6 * HOUR;
			expect(early.asksFrom).toBeGreaterThan(documented);
			expect(early.asksFrom).toBeLessThan(documented + 5_000);

			const late = dataSet();
			late.accepted(NOON);
			const [{ asksFrom }] = answersIn(late, [documented]);
			expect(asksFrom).toBeGreaterThanOrEqual(documented + MINUTE);
		});

		it('is over when the venue accepts the export', () => {
			const cooldown = burst();
			cooldown.limited(NOON, retryAfterMs);
			cooldown.accepted(NOON + MINUTE);
			expect(cooldown.closed(NOON + MINUTE)).toBeUndefined();
		});
	});

	it('makes the second of two requests wait for the response to the first', async () => {
		const cooldown = dataSet();
		const first = cooldown.inTurn(async () => {
			await Promise.resolve();
			cooldown.accepted(NOON);
			throw new Error('cut off');
		});
		const second = cooldown.inTurn(async () => await Promise.resolve(cooldown.closed(NOON)));
		await expect(first).rejects.toThrow('cut off');
		expect(await second).toBeDefined();
	});

	it('is not forgotten while a request for its export is under way', async () => {
		const rule = DATA_SET;
		const first = cooldownOf('one export', rule);
		await first.inTurn(async () => {
			cooldownOf('another export', rule);
			expect(cooldownOf('one export', rule)).toBe(first);
			await Promise.resolve();
		});
		cooldownOf('a third export', rule);
		expect(cooldownOf('one export', rule)).not.toBe(first);
	});

	it('is not forgotten before it is over, however many exports there are', () => {
		jest.useFakeTimers({ now: NOON });
		const now = () => steadyClock.now();
		let exports = 0;
		const others = () => [1, 2].map(() => cooldownOf(`export ${++exports}`, BURST));
		const named = cooldownOf('named', BURST);
		named.limited(now(), HOUR);
		const inDoubt = cooldownOf('in doubt', BURST);
		inDoubt.limited(now());
		inDoubt.limited(now() + 1, 0);
		others();
		expect(cooldownOf('named', BURST)).toBe(named);
		jest.advanceTimersByTime(HOUR + MINUTE);
		others();
		expect(cooldownOf('named', BURST)).not.toBe(named);
		expect(cooldownOf('in doubt', BURST)).toBe(inDoubt);
		jest.advanceTimersByTime(24 * HOUR);
		others();
		expect(cooldownOf('in doubt', BURST)).not.toBe(inDoubt);
	});

	it('is separate for each export', () => {
		const [one, other] = ['one', 'other'].map((name) => cooldownOf(`the ${name}`, DATA_SET));
		expect(one).not.toBe(other);
		expect(one.rule).toBe(DATA_SET);
	});

	it('allows at most eight requests within the documented time, whatever the venue says', () => {
		const retryAfter = fc.oneof(
			fc.constant(undefined),
			fc.constant(MINUTE),
			fc.integer({ min: 6 * HOUR, max: 24 * HOUR }),
		);
		const tries = fc.array(fc.integer({ min: 0, max: 6 * HOUR }), { maxLength: 40 });
		fc.assert(
			fc.property(retryAfter, tries, (ms, times) => {
				const cooldown = dataSet();
				const asked = times
					.sort((a, b) => a - b)
					.filter((time) => {
						if (cooldown.closed(NOON + time)) return false;
						cooldown.limited(NOON + time, ms);
						const { worksFrom = 0 } = cooldown.closed(NOON + time) ?? {};
						expect(worksFrom).toBeGreaterThanOrEqual(NOON + 6 * HOUR);
						return true;
					});
				expect(asked.length).toBeLessThanOrEqual(8);
			}),
		);
	});
});
