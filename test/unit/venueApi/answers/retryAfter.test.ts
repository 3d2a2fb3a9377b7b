import * as fc from 'fast-check';

import { readRetryAfter } from '../../../../nodes/venueApi/answers/answer';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const DAY = 86_400_000;

const read = (header: unknown, date: unknown = new Date(NOW).toUTCString()) =>
	readRetryAfter({ 'retry-after': header, date });

describe('the Retry-After header', () => {
	it('is read as seconds', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
				expect(read(String(seconds))).toBe(seconds * 1000);
				expect(read(` ${seconds} `)).toBe(seconds * 1000);
				expect(read([String(seconds)])).toBe(seconds * 1000);
			}),
		);
	});

	it('is read as an HTTP date, even one in the past', () => {
		fc.assert(
			fc.property(fc.integer({ min: -86_400, max: 86_400 }), (seconds) => {
				const header = new Date(NOW + seconds * 1000).toUTCString();
				expect(read(header)).toBe(Math.max(0, seconds * 1000));
			}),
		);
	});

	it('is measured by the venue’s clock if there is a Date header, and not by ours', () => {
		const inAMinute = (now: number) => new Date(now + 60_000).toUTCString();
		expect(read(inAMinute(NOW - DAY), new Date(NOW - DAY).toUTCString())).toBe(60_000);
		jest.useFakeTimers({ now: NOW + 5_000 });
		expect(read(inAMinute(NOW), 'some day')).toBe(55_000);
		jest.useRealTimers();
	});

	it('never asks for more than the longest cooldown of the venue', () => {
		expect(read('99999999999999999999')).toBe(DAY);
		expect(read('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(DAY);
	});

	it.each(['', ' ', 'soon', '-5', '1e3', '0x10', '12:00', '2026-11-21', undefined, null, {}, true])(
		'is not guessed from %p',
		(header) => {
			expect(read(header)).toBeUndefined();
		},
	);

	it('is a wait of at most a day or nothing, for any value', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.anything()), (header) => {
				const ms = read(header);
				if (ms === undefined) return;
				expect(ms).toBeGreaterThanOrEqual(0);
				expect(ms).toBeLessThanOrEqual(DAY);
			}),
		);
	});
});
