import { DateTime } from 'luxon';

const FIRST_MILLISECONDS = 100_000_000_000;

/** A time without a zone is meant in this one. */
export function timeIn(value: unknown, zone: string): DateTime | undefined {
	const time = parse(value, zone);
	return time?.isValid ? time : undefined;
}

function parse(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') return parseText(value.trim(), zone);
	// A DateTime of an expression comes from n8n's own copy of luxon, so that instanceof says no.
	const isDateTime = typeof value === 'object' && value !== null && 'toISO' in value;
	return isDateTime ? DateTime.fromISO(String((value as DateTime).toISO())) : undefined;
}

/** As milliseconds such a small number would lie decades before there were bookings. */
function fromNumber(value: number): DateTime | undefined {
	if (!Number.isFinite(value)) return undefined;
	return value < FIRST_MILLISECONDS ? DateTime.fromSeconds(value) : DateTime.fromMillis(value);
}

function parseText(text: string, zone: string): DateTime | undefined {
	const readings = [
		DateTime.fromISO(text, { zone }),
		DateTime.fromSQL(text, { zone }),
		DateTime.fromRFC2822(text),
	];
	return readings.find(({ isValid }) => isValid);
}
