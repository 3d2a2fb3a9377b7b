import { DAY_MS } from '../durations';

/** The names of the fields that show when a record changed. */
export const CHANGE_FIELD = /modif|updat|chang/i;

/** In any other field, a number may be the ID of a person, or count something. */
const NAMED_AS_TIME = /(ed|at|on|date|time|stamp|ts|ms|seconds|utc|change)$/i;

/** A time that is more than a day ahead may be until when a guest may change the booking. */
export function isToCome(time: number, now: number): boolean {
	return time > now + DAY_MS;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The instant that a field shows without doubt, in milliseconds. A time without a zone may be any. */
export function instantAt(field: string, value: unknown): number | undefined {
	let time: number | undefined;
	if (typeof value === 'number' && NAMED_AS_TIME.test(field)) time = instantIn(value);
	const written = typeof value === 'string' ? asIso(value) : '';
	if (TIMESTAMP.test(written) && hasZone(written)) time = Date.parse(written);
	// Some services write the year 1 until something changes.
	return time !== undefined && time > 0 ? time : undefined;
}

const LEAST_SECONDS = 1e9;
const LEAST_MILLISECONDS = 1e11;

/** The instant in milliseconds that a number of a field for times stands for, from 2001 on. */
export function instantIn(number: number): number | undefined {
	if (!Number.isFinite(number) || number < LEAST_SECONDS) return undefined;
	return number < LEAST_MILLISECONDS ? number * 1_000 : number;
}

/**
 * Databases write a space between day and time, some one before the zone, and some only its hours,
 * which `Date.parse` does not read.
 */
export function asIso(written: string): string {
	const iso = written.trim().replace(/^(\d{4}-\d\d-\d\d)[T ](\S+) ?/i, '$1T$2');
	return iso.replace(/^([\d-]{10}T[\d:.]{1,30}[+-]\d\d)$/, '$1:00');
}

const WITH_ZONE = /T.{0,30}(Z|[+-]\d\d(:?\d\d)?)$/i;

export function hasZone(time: string): boolean {
	return WITH_ZONE.test(time);
}
