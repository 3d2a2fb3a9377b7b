import { DateTime } from 'luxon';

/** A day as it is written in a field, or an instant in milliseconds. */
export type VisitDate = { day: string } | { at: number };

/** The first group is the day, the second the time, the third the zone. */
const WRITTEN =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const SECONDS = 1e9;
const MILLISECONDS = 1e11;

/** A date of the venue. Without a zone it is in the venue's own. */
export function visitDateIn(value: unknown, zone: string): VisitDate | undefined {
	if (typeof value === 'number') {
		if (!Number.isFinite(value) || value < SECONDS) return undefined;
		return { at: value < MILLISECONDS ? value * 1_000 : value };
	}
	const parts = typeof value === 'string' ? WRITTEN.exec(value.trim()) : null;
	if (!parts) return undefined;
	const [, day, time, offset] = parts;
	if (time === undefined) return DateTime.fromISO(day).isValid ? { day } : undefined;
	return timeOn(day, `${time.replace(',', '.')}${(offset ?? '').toUpperCase()}`, zone);
}

/** The instant of a time such as 14:30 on a day. */
export function timeOn(day: string, time: string, zone: string): VisitDate | undefined {
	const at = DateTime.fromISO(`${day}T${time}`, { zone }).toMillis();
	return Number.isNaN(at) ? undefined : { at };
}

/** The hours and minutes of an instant, such as 14:30. */
export function clockTimeAt(at: number, zone: string): string {
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
export function rangeOf(
	from: VisitDate | undefined,
	to: VisitDate | undefined,
	zone: string,
): VisitRange {
	return {
		from: from ? startOf(from, zone) : EVER,
		to: to ? endOfVisit(to, zone) : END_OF_TIME,
		isByDay: [from, to].every((end) => end === undefined || 'day' in end),
	};
}

export function isInRange(visit: VisitDate, { from, to }: VisitRange): boolean {
	return 'day' in visit
		? from.day <= visit.day && visit.day <= to.day
		: from.at <= visit.at && visit.at <= to.at;
}

function startOf(date: VisitDate, zone: string) {
	if ('at' in date) return dayAt(date.at, zone);
	return { at: midnight(date.day, zone).toMillis(), day: date.day };
}

function endOfVisit(date: VisitDate, zone: string) {
	if ('at' in date) return dayAt(date.at, zone);
	return { at: midnight(date.day, zone).endOf('day').toMillis(), day: date.day };
}

function dayAt(at: number, zone: string) {
	return { at, day: DateTime.fromMillis(at, { zone }).toISODate() ?? '' };
}

/** Some zones skip midnight when their clocks change. */
function midnight(day: string, zone: string): DateTime {
	return DateTime.fromISO(day, { zone }).startOf('day');
}
