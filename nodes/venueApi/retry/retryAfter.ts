import { LONGEST_COOLDOWN_MS } from '../limits';

const HTTP_DATE = /^[A-Za-z]{3,9},? /;

/**
 * How long the venue asks to wait, in milliseconds: seconds or an HTTP date. Undefined where there is
 * no usable header. A date is compared with the venue's own clock, where it tells the time. Capped at
 * the longest cooldown that the venue has.
 */
export function readRetryAfter(headers: Record<string, unknown>): number | undefined {
	const text = textOf(headers['retry-after']);
	if (text === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return capped(Math.ceil(Number(text) * 1000));

	const date = dateIn(text);
	const venueNow = dateIn(textOf(headers.date) ?? '') ?? Date.now();
	return date === undefined ? undefined : capped(date - venueNow);
}

function textOf(header: unknown): string | undefined {
	const value: unknown = Array.isArray(header) ? header[0] : header;
	const text = typeof value === 'number' ? String(value) : value;
	return typeof text === 'string' ? text.trim() : undefined;
}

function dateIn(text: string): number | undefined {
	const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : date;
}

function capped(ms: number): number {
	return Math.min(Math.max(ms, 0), LONGEST_COOLDOWN_MS);
}
