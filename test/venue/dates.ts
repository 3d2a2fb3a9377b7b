import { DateTime } from 'luxon';

/** How a service writes an instant. */
export interface DateForm {
	/** Digits of a second's fraction. */
	digits: 3 | 7;
	zone: 'Z' | '+00:00';
}

/** Any other text, for example from a test, is left as it is. */
export function dateText(time: number | string, { digits, zone }: DateForm): string {
	const text = typeof time === 'string' ? time : new Date(time).toISOString();
	return text.replace(
		/(\.\d{3})Z$/,
		(_, fraction: string) => fraction.padEnd(digits + 1, '0') + zone,
	);
}

/** The instant of a date, whose clock face may count as the venue's local time. */
export function instantOf(text: string, zone: 'asWritten' | 'local', timeZone: string): number {
	if (zone === 'asWritten') return Date.parse(text);
	return DateTime.fromISO(text.replace(/(Z|[+-]\d\d:?\d\d)$/, ''), { zone: timeZone }).toMillis();
}

export function localTime(time: number, timeZone: string): DateTime {
	return DateTime.fromMillis(time, { zone: timeZone });
}
