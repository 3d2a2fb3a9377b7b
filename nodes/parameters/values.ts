import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { isTextTooDeep } from '../venueApi/answers/jsonText';
import { isRecord, textOf } from '../venueApi/records';

/*
 * Read the fields of a panel, whether they were set, given by an expression or filled in by an
 * agent. They return undefined for what cannot be read, and each node decides what that means.
 */

/** A cell of a sheet may look empty and hold a blank. */
export function isNothing(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

export function numberIn(value: unknown, atLeast: number): number | undefined {
	const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isGiven ? Number(value) : NaN;
	return Number.isFinite(number) && number >= atLeast ? number : undefined;
}

/** What was chosen in a list, such as events. An expression may give one, or several with commas. */
export function choicesIn(value: unknown): string[] {
	return entriesGiven(value, /,/)
		.map((choice) => textOf(choice).trim())
		.filter((choice) => choice !== '');
}

/** A list, or the entries of a text. A cell of a sheet, and a model, may write a list as JSON. */
export function entriesGiven(value: unknown, separator: RegExp): unknown[] {
	const isList = typeof value === 'string' && value.trim().startsWith('[');
	const given: unknown[] = [(isList ? readJson(value) : value) ?? []].flat();
	return given.flatMap((entry) => (typeof entry === 'string' ? entry.split(separator) : [entry]));
}

/** JSON that was typed or given by an expression: undefined for nothing, the text if it is not JSON. */
export function readJson(value: unknown): unknown {
	if (value === null) return undefined;
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	if (isTextTooDeep(value)) return value;
	try {
		return (JSON.parse(value) as unknown) ?? undefined;
	} catch {
		return value;
	}
}

/** A JSON object, which is empty if nothing was typed. Undefined for anything else. */
export function readJsonObject(value: unknown): IDataObject | undefined {
	const json = readJson(value) ?? {};
	return isRecord(json) ? json : undefined;
}

/** A time without a zone is in this one; any other keeps the offset that was written. */
export function timeIn(value: unknown, zone: string): DateTime | undefined {
	const time = parseTime(value, zone);
	return time?.isValid ? time : undefined;
}

function parseTime(value: unknown, zone: string): DateTime | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	if (typeof value === 'number') return fromNumber(value, zone);
	if (typeof value === 'string') return parseText(value.trim(), zone);
	// A DateTime of an expression comes from n8n's own copy of luxon, so `instanceof` would be false.
	const isDateTime = typeof value === 'object' && value !== null && 'toISO' in value;
	return isDateTime ? parseText(textOf((value as DateTime).toISO()), zone) : undefined;
}

/** A month or a week is not its first day. */
const LONGER_THAN_DAY = /^\d{4}(-\d{2}|-?W\d{2})$/i;

/** Like `timeIn`, for fields that stand for one day. */
export function timeOnDayIn(value: unknown, zone: string): DateTime | undefined {
	const isLonger = typeof value === 'string' && LONGER_THAN_DAY.test(value.trim());
	return isLonger ? undefined : timeIn(value, zone);
}

const SECONDS = /^\d{10}(\.|$)/;
const MILLISECONDS = /^\d{13}(\.|$)/;

/** Since 1970, from 2001 to 2286. With fewer or more digits, a number is written like a date or is none. */
function fromNumber(value: number, zone: string): DateTime | undefined {
	const text = String(value);
	if (SECONDS.test(text)) return DateTime.fromSeconds(value, { zone });
	if (MILLISECONDS.test(text)) return DateTime.fromMillis(value, { zone });
	return parseText(text, zone);
}

/** How a text begins that names a day. A time such as 10:30, or 10 alone, would be one of today. */
const WITH_DAY = /^([+-]?\d{4,6}-|\d{4}W|\d{8}|\d{1,2} |[a-z]{3}, )/i;

/** A day and a time such as 202606011030, which ISO 8601 writes with a T between them. */
const DIGITS_ALONE = /^(\d{8})(\d{4}(?:\d{2})?)$/;

function parseText(written: string, zone: string): DateTime | undefined {
	if (!WITH_DAY.test(written)) return undefined;
	const text = written.replace(DIGITS_ALONE, '$1T$2');
	const asWritten = { zone, setZone: true };
	const readings = [
		DateTime.fromISO(text, asWritten),
		DateTime.fromSQL(text, asWritten),
		DateTime.fromRFC2822(text, asWritten),
	];
	return readings.find(({ isValid }) => isValid);
}
