import * as fc from 'fast-check';

import { Cooldown, cooldownOf } from '../../../../nodes/venueApi/pacing/cooldowns';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const dataSet = () =>
	new Cooldown({ ms: 6 * HOUR, followsEachRequest: true, inWords: 'Once in 6 hours.' });
const burst = () =>
	new Cooldown({ ms: 24 * HOUR, followsEachRequest: false, inWords: 'Not too often.' });

describe('the cooldown of an export', () => {
	it('is none before the first request', () => {
		expect(dataSet().until(NOON)).toBeUndefined();
	});

	it('follows each request where one is all that is allowed', () => {
		const cooldown = dataSet();
		cooldown.accepted(NOON);
		expect(cooldown.until(NOON + 6 * HOUR - 1)).toBe(NOON + 6 * HOUR);
		expect(cooldown.until(NOON + 6 * HOUR)).toBeUndefined();
	});

	it('does not follow a request that is one of several allowed', () => {
		const cooldown = burst();
		cooldown.accepted(NOON);
		expect(cooldown.until(NOON)).toBeUndefined();
	});

	it('lasts as long as the venue says', () => {
		const cooldown = dataSet();
		expect(cooldown.limited(NOON, 3 * HOUR)).toBe(NOON + 3 * HOUR);
		expect(cooldown.until(NOON + 3 * HOUR - 1)).toBe(NOON + 3 * HOUR);
		expect(cooldown.until(NOON + 3 * HOUR)).toBeUndefined();
	});

	it('lasts as long as documented where the venue says nothing', () => {
		const cooldown = burst();
		expect(cooldown.limited(NOON, undefined)).toBe(NOON + 24 * HOUR);
		expect(cooldown.until(NOON + 24 * HOUR - 1)).toBe(NOON + 24 * HOUR);
	});

	describe('where the venue says a minute, which is also what it says at the limit of all reports', () => {
		it('is asked about once more after that minute, and not again for the documented time', () => {
			const cooldown = burst();
			expect(cooldown.limited(NOON, MINUTE)).toBeUndefined();
			expect(cooldown.until(NOON + MINUTE)).toBeUndefined();
			expect(cooldown.limited(NOON + MINUTE, MINUTE)).toBe(NOON + 24 * HOUR);
			expect(cooldown.until(NOON + 24 * HOUR - 1)).toBe(NOON + 24 * HOUR);
		});

		it('is over when it was the other limit', () => {
			const cooldown = burst();
			cooldown.limited(NOON, MINUTE);
			cooldown.accepted(NOON + MINUTE);
			expect(cooldown.until(NOON + MINUTE)).toBeUndefined();
		});
	});

	it('has the second of two requests wait for the answer to the first', async () => {
		const cooldown = dataSet();
		const first = cooldown.inTurn(async () => {
			await Promise.resolve();
			cooldown.accepted(NOON);
			throw new Error('cut off');
		});
		const second = cooldown.inTurn(async () => await Promise.resolve(cooldown.until(NOON)));
		await expect(first).rejects.toThrow('cut off');
		expect(await second).toBe(NOON + 6 * HOUR);
	});

	it('is not taken for the cooldown where the venue says less than a minute', () => {
		const cooldown = dataSet();
		for (const ms of [0, 1_000, MINUTE - 1, 1_000]) {
			expect(cooldown.limited(NOON, ms)).toBeUndefined();
			expect(cooldown.until(NOON)).toBeUndefined();
		}
	});

	it('is not forgotten while the answer to a request of it is under way', async () => {
		const rule = { ms: 6 * HOUR, followsEachRequest: true, inWords: 'Once in 6 hours.' };
		const first = cooldownOf('one export', rule);
		await first.inTurn(async () => {
			cooldownOf('another export', rule);
			expect(cooldownOf('one export', rule)).toBe(first);
			await Promise.resolve();
		});
		cooldownOf('a third export', rule);
		expect(cooldownOf('one export', rule)).not.toBe(first);
	});

	it('never has the venue asked more than twice within the documented time, whatever it says', () => {
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
						if (cooldown.until(NOON + time)) return false;
						// What may be the other limit is asked again by the same call, after its minute.
						const worksFrom =
							cooldown.limited(NOON + time, ms) ?? cooldown.limited(NOON + time + MINUTE, ms);
						expect(worksFrom).toBeGreaterThan(NOON + time);
						return true;
					});
				expect(asked.filter((time) => time < asked[0] + 6 * HOUR)).toHaveLength(asked.length && 1);
			}),
		);
	});
});
