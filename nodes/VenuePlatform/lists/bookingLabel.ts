import { DateTime } from 'luxon';

import { isRecord, type VenueRecord } from '../../venueApi/records';

/*
 * The document does not show the fields of a booking. What a person would know it by is looked for
 * under the names that such fields usually have; where there is none, its ID has to do.
 */
const ID_FIELDS = ['uniqueId', 'bookingId', 'id'];
const REFERENCE = /^(booking)?_?(reference|number|code|name|title)$/i;
const PERSON = /^(customer|contact|guest|holder|booker|client|organi[sz]er)(_?(full)?_?name)?$/i;
const NAME = /^(full|display|first|last)?_?name$/i;
const CHANGED = /(modif|updat|chang)/i;
const FULL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const LONGEST_LABEL = 80;

export function bookingId(booking: VenueRecord): string | undefined {
	const ids = ID_FIELDS.map((field) => booking[field]);
	const id = ids.find((value) => typeof value === 'string' || typeof value === 'number');
	return id === undefined || id === '' ? undefined : String(id);
}

/** Such as “#42 · Ada Lovelace · Confirmed”. */
export function bookingLabel(booking: VenueRecord, id: string): string {
	const parts = [
		textAt(booking, REFERENCE) ?? id,
		personIn(booking),
		textAt(booking, /^(booking)?_?(status|state)$/i),
	];
	const label = parts.filter((part) => part !== undefined).join(' · ');
	return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}

/** When the booking changed last, in milliseconds; 0 where nothing tells. */
export function changedAt(booking: VenueRecord): number {
	const times = Object.entries(booking)
		.filter(([field, value]) => CHANGED.test(field) && typeof value === 'string')
		.map(([, value]) => timeIn(value as string))
		.filter((time) => !Number.isNaN(time));
	return Math.max(0, ...times);
}

/** Written out in full, it is read without luxon: of a hundred thousand bookings each has one or two. */
function timeIn(text: string): number {
	return FULL_TIME.test(text) ? Date.parse(text) : DateTime.fromISO(text).toMillis();
}

function personIn(booking: VenueRecord): string | undefined {
	const [, person] = Object.entries(booking).find(([field]) => PERSON.test(field)) ?? [];
	if (!isRecord(person)) return typeof person === 'string' ? asText(person) : undefined;
	const names = Object.entries(person)
		.filter(([field]) => NAME.test(field))
		.map(([, name]) => asText(name))
		.filter((name) => name !== undefined);
	return names.length > 0 ? names.join(' ') : undefined;
}

function textAt(record: VenueRecord, pattern: RegExp): string | undefined {
	const [, value] = Object.entries(record).find(([field]) => pattern.test(field)) ?? [];
	return asText(value);
}

function asText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
	return text === '' ? undefined : text;
}
