import { DateTime } from 'luxon';

import type { VenueRecord } from '../../../venueApi/records';
import { instantIn } from '../../../venueApi/resources/times';
import { eachLeaf, type Leaf, timeBeside } from '../../output/leaves';
import { mayBeDate, type Sureness, surenessOfVisit } from '../../output/meaning';
import type { FieldPath } from '../../output/selected';

/** A day as it is written in a field, or an instant in milliseconds. */
export type VisitDate = { day: string } | { at: number };

/** The first group is the day, the second the time, the third the zone. */
const WRITTEN =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** What n8n's field, `$today` and models write for a day, whatever the zone. */
export const FIRST_MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?(Z|[+-][\d:]+)?$/i;

/** A date of the venue. Without a zone it is in the venue's own. */
export function visitDateIn(value: unknown, zone: string): VisitDate | undefined {
	if (typeof value === 'number') {
		const at = instantIn(value);
		return at === undefined ? undefined : { at };
	}
	const parts = typeof value === 'string' ? WRITTEN.exec(value.trim()) : null;
	if (!parts) return undefined;
	const [, day, time, offset] = parts;
	if (time === undefined) return DateTime.fromISO(day).isValid ? { day } : undefined;
	return timeOn(day, `${time.replace(',', '.')}${(offset ?? '').toUpperCase()}`, zone);
}

/** The instant of a time such as 14:30 on a day. */
function timeOn(day: string, time: string, zone: string): VisitDate | undefined {
	const at = DateTime.fromISO(`${day}T${time}`, { zone }).toMillis();
	return Number.isNaN(at) ? undefined : { at };
}

/** The hours and minutes of an instant, such as 14:30. */
function clockTimeAt(at: number, zone: string): string {
	return DateTime.fromMillis(at, { zone }).toFormat('HH:mm');
}

/** From the first instant to the last one, and the days of both in the venue's zone. */
export interface VisitRange {
	from: { at: number; day: string };
	to: { at: number; day: string };
	/** Both ends are days, so a visit is compared by its day alone. */
	isByDay: boolean;
}

const EVER = { at: -Infinity, day: '0000-01-01' };
const END_OF_TIME = { at: Infinity, day: '9999-12-31' };

/** An end that is missing is open. */
export function visitRange(
	from: VisitDate | undefined,
	to: VisitDate | undefined,
	zone: string,
): VisitRange {
	const [start, end] = [from ? startOf(from, zone) : EVER, to ? endOfVisit(to, zone) : END_OF_TIME];
	return {
		from: start,
		// The same midnight at both ends is a moment of the day that it begins.
		to: { at: end.at, day: end.day < start.day ? start.day : end.day },
		isByDay: [from, to].every((end) => end === undefined || 'day' in end),
	};
}

function isInRange(visit: VisitDate, { from, to }: VisitRange): boolean {
	return 'day' in visit
		? from.day <= visit.day && visit.day <= to.day
		: from.at <= visit.at && visit.at <= to.at;
}

function startOf(date: VisitDate, zone: string) {
	if ('at' in date) return dayAt(date.at, zone);
	return { at: midnight(date.day, zone).toMillis(), day: date.day };
}

function endOfVisit(date: VisitDate, zone: string) {
	// Midnight, which may be written as 24:00, ends the day before it.
	if ('at' in date) return { at: date.at, day: dayAt(date.at - 1, zone).day };
	return { at: midnight(date.day, zone).endOf('day').toMillis(), day: date.day };
}

function dayAt(at: number, zone: string) {
	return { at, day: DateTime.fromMillis(at, { zone }).toISODate() ?? '' };
}

/** `$today` is the first moment of a day, also where that is not midnight. */
export function wholeDayIn(date: VisitDate, zone: string): VisitDate {
	if ('day' in date) return date;
	const { day } = dayAt(date.at, zone);
	const first = midnight(day, zone);
	return first.hour > 0 && first.toMillis() === date.at ? { day } : date;
}

/** Some zones skip midnight when their clocks change. */
function midnight(day: string, zone: string): DateTime {
	return DateTime.fromISO(day, { zone }).startOf('day');
}

export interface Visit {
	path: FieldPath;
	/** The path in dot notation. */
	name: string;
	date: VisitDate;
	isInRange: boolean;
}

/** Every date in the booking, in the records and lists inside it, too, however many there are. */
export function visitsIn(booking: VenueRecord, range: VisitRange, zone: string): Visit[] {
	const visits: Visit[] = [];
	const surenesses = new Map<string, Sureness | undefined>();
	const times = new Map<VenueRecord, string | undefined>();
	const timeIn = (beside: VenueRecord): string | undefined => {
		if (!times.has(beside)) times.set(beside, timeBeside(beside));
		return times.get(beside);
	};
	const search = ({ path, name, value, beside }: Leaf): void => {
		if (typeof value === 'number' && !surenesses.has(name)) {
			surenesses.set(name, surenessOfVisit(path));
		}
		if (!mayBeDate(value, surenesses.get(name))) return;
		const written = visitDateIn(value, zone);
		const day = written && dayWithoutTime(value, written);
		const isExact = day === undefined || (day === value && range.isByDay);
		const date = isExact ? written : exact(written, day, timeIn(beside), zone);
		if (date) visits.push({ path, name, date, isInRange: isInRange(date, range) });
	};
	const searchAll = (leaf: Leaf): void => {
		if (!Array.isArray(leaf.value)) search(leaf);
		else for (const value of leaf.value) search({ ...leaf, value });
	};
	eachLeaf(booking, searchAll, Infinity);
	return visits;
}

/** The day, if the time may stand beside it: many services write a day as its midnight. */
function dayWithoutTime(value: unknown, written: VisitDate): string | undefined {
	if ('day' in written) return written.day;
	return typeof value === 'string' ? FIRST_MOMENT.exec(value.trim())?.[1] : undefined;
}

/** Where the time stands beside the day, it counts, too. */
function exact(
	written: VisitDate | undefined,
	day: string,
	time: string | undefined,
	zone: string,
): VisitDate | undefined {
	if (written === undefined || time === undefined) return written;
	// A venue that writes midnight in UTC may mean that instant: its own clock then shows the time.
	const isInstant = 'at' in written && time.startsWith(clockTimeAt(written.at, zone));
	return isInstant ? written : (timeOn(day, time, zone) ?? written);
}

/** The first of these fields that a booking has with nothing in it. */
export function emptyIn(
	booking: VenueRecord,
	isMeant: (field: Leaf) => boolean,
): string | undefined {
	let empty: string | undefined;
	const visit = (field: Leaf) => {
		if (empty === undefined && hasNothing(field.value) && isMeant(field)) empty = field.name;
	};
	eachLeaf(booking, visit, Infinity);
	return empty;
}

function hasNothing(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The instant, or the first one of the day. */
export function atOf(date: VisitDate, zone: string): number {
	return 'at' in date ? date.at : visitRange(date, undefined, zone).from.at;
}
