import * as fc from 'fast-check';

import { readRetryAfter } from '../../../../nodes/venueApi/retry/retryAfter';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const DAY = 86_400_000;

describe('the Retry-After header', () => {
	it('is read as seconds', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
				expect(readRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
				expect(readRetryAfter(` ${seconds} `, NOW)).toBe(seconds * 1000);
				expect(readRetryAfter([String(seconds)], NOW)).toBe(seconds * 1000);
			}),
		);
	});

	it('is read as an HTTP date, which may lie in the past', () => {
		fc.assert(
			fc.property(fc.integer({ min: -86_400, max: 86_400 }), (seconds) => {
				const header = new Date(NOW + seconds * 1000).toUTCString();
				expect(readRetryAfter(header, NOW)).toBe(Math.max(0, seconds * 1000));
			}),
		);
	});

	it('never asks for more than the longest cooldown of the venue', () => {
		expect(readRetryAfter('99999999999999999999', NOW)).toBe(DAY);
		expect(readRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', NOW)).toBe(DAY);
	});

	it.each(['', ' ', 'soon', '-5', '1e3', '0x10', '12:00', '2026-11-21', undefined, null, {}, true])(
		'is not guessed from %p',
		(header) => {
			expect(readRetryAfter(header, NOW)).toBeUndefined();
		},
	);

	it('is a wait of at most a day or nothing, whatever is sent', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.anything()), (header) => {
				const ms = readRetryAfter(header, NOW);
				if (ms === undefined) return;
				expect(ms).toBeGreaterThanOrEqual(0);
				expect(ms).toBeLessThanOrEqual(DAY);
			}),
		);
	});
});
