import { DateTime } from 'luxon';

import { isRecord, shortened, type VenueRecord } from '../../venueApi/records';
import { asIso, CHANGE_FIELD, instantAt, isToCome } from '../../venueApi/resources/times';

/*
 * The API document does not show the fields of a booking. So the label is made of fields with the
 * usual names; if there are none, the ID has to do.
 */
const REFERENCE = /^(booking)?_?(reference|number|code)$/i;
const TITLE = /^(booking)?_?(name|title)$/i;
const PERSON = /^(customer|contact|guest|holder|booker|client|organi[sz]er)(_?(full)?_?name)?$/i;
const GUEST_NAME = /^(full|display|first|last)?_?name$/i;
const CREATION_FIELD = /creat/i;
/** luxon would take the number of a person who changed the booking for a year. */
const CLEARLY_A_DATE = /^(\d{4}-\d\d-\d\d|\d{8}T\d{4})/;
const LONGEST_LABEL = 79;

/** For example “#42 · Ada Lovelace · Confirmed”. */
export function bookingLabel(booking: VenueRecord, id: string): string {
	const [reference, title] = [textAt(booking, REFERENCE), textAt(booking, TITLE)];
	const parts = [
		reference ?? title ?? id,
		personIn(booking) ?? (reference === undefined ? undefined : title),
		textAt(booking, /^(booking)?_?(status|state)$/i),
	];
	return shortened(parts.filter((part) => part !== undefined).join(' · '), LONGEST_LABEL);
}

/** Whether a field tells when the booking last changed. Before the first change, it may be empty. */
export function showsChange(booking: VenueRecord): boolean {
	return newestTimeIn(booking, CHANGE_FIELD) > 0;
}

/** When the booking last changed or was made, in milliseconds; 0 if no field shows it. */
export function changedAt(booking: VenueRecord): number {
	return newestTimeIn(booking, CHANGE_FIELD) || newestTimeIn(booking, CREATION_FIELD);
}

function newestTimeIn(booking: VenueRecord, wanted: RegExp): number {
	const times = Object.entries(booking)
		.filter(([field]) => wanted.test(field))
		.map(([field, value]) => momentIn(field, value))
		.filter((time) => !Number.isNaN(time) && !isToCome(time, Date.now()));
	return times.reduce((newest, time) => Math.max(newest, time), 0);
}

/** Full timestamps skip luxon, for speed: in a list of 100,000 bookings, each has one or two of them. */
function momentIn(field: string, value: unknown): number {
	const instant = instantAt(field, value);
	if (instant !== undefined) return instant;
	const written = typeof value === 'string' ? asIso(value) : '';
	return CLEARLY_A_DATE.test(written) ? DateTime.fromISO(written).toMillis() : NaN;
}

function personIn(booking: VenueRecord): string | undefined {
	return firstAt(booking, PERSON, (person) => {
		if (!isRecord(person)) return typeof person === 'string' ? asText(person) : undefined;
		const names = Object.entries(person)
			.filter(([field]) => GUEST_NAME.test(field))
			.map(([, name]) => asText(name))
			.filter((name) => name !== undefined);
		return names.length > 0 ? names.join(' ') : undefined;
	});
}

function textAt(record: VenueRecord, pattern: RegExp): string | undefined {
	return firstAt(record, pattern, asText);
}

/** A booking without a customer may have a field for one all the same. */
function firstAt(
	record: VenueRecord,
	pattern: RegExp,
	textIn: (value: unknown) => string | undefined,
): string | undefined {
	const found = Object.keys(record).filter((field) => pattern.test(field));
	return found.map((field) => textIn(record[field])).find((text) => text !== undefined);
}

function asText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
	return text === '' ? undefined : text;
}
