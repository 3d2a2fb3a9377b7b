import { LONGEST_COOLDOWN_MS } from '../limits';

const HTTP_DATE = /^[A-Za-z]{3,9},? /;

/**
 * How long a Retry-After header asks to wait, in milliseconds: seconds or an HTTP date.
 * Undefined where there is no usable header. Capped at the longest cooldown that the venue has.
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	const value: unknown = Array.isArray(header) ? header[0] : header;
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string') return undefined;

	const trimmed = text.trim();
	if (/^\d+(\.\d+)?$/.test(trimmed)) return capped(Math.ceil(Number(trimmed) * 1000));
	if (!HTTP_DATE.test(trimmed)) return undefined;

	const date = Date.parse(trimmed);
	return Number.isNaN(date) ? undefined : capped(date - now);
}

function capped(ms: number): number {
	return Math.min(Math.max(ms, 0), LONGEST_COOLDOWN_MS);
}
