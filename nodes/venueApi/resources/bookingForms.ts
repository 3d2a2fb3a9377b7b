import {
	isRecord,
	isSetId,
	listNames,
	NOT_LISTED,
	readRecord,
	spelledAs,
	type VenueRecord,
} from '../records';
import { isPageSign } from './pageSigns';

/** The name of the list. */
export const BOOKINGS = 'bookings';

/** The API document shows the first one. A list may be without it. */
const ID_FIELDS = ['uniqueId', 'bookingId', 'id', 'bookingReference'];

export function bookingId(record: VenueRecord): string | undefined {
	const booking = Object.hasOwn(record, ID_FIELDS[0]) ? record : spelledAs(ID_FIELDS, record);
	const id = ID_FIELDS.map((field) => booking[field]).find(isSetId);
	return id === undefined ? undefined : String(id);
}

/**
 * A venue with one booking to list may send it without a list, bare or wrapped. Its items must not
 * pass for bookings.
 */
export function asBookings(body: unknown, name = ''): unknown {
	if (!isRecord(body)) return body;
	// Around a list, there may be an `id` as well, such as that of the request.
	const isNamed = /^bookings?$/i.test(name);
	const named = isNamed ? body : { ...spelledAs(ID_FIELDS, body), id: null };
	if (bookingId(named) !== undefined) return [body];
	const fields = Object.entries(body);
	if (fields.some(([field, value]) => Array.isArray(value) && !NOT_LISTED.test(field))) return body;
	return Object.fromEntries(fields.map(([field, value]) => [field, asBookings(value, field)]));
}

/** The booking in what the venue gives for its ID. Undefined for words, or an empty place for one. */
export function bookingIn(record: VenueRecord, id: string): VenueRecord | undefined {
	const booking = unwrapped(record, id);
	const isNamed = bookingId(booking) !== undefined || mentions(booking, id);
	const holdsAnything = Object.entries(booking).some(([name, value]) => {
		return typeof value === 'object' && !isAboutAnswer(name, value) && !isEmptyObject(value ?? {});
	});
	return isNamed || holdsAnything ? booking : undefined;
}

/**
 * Some services put the record into an object, such as `data`, maybe in a list of one. What stands
 * beside other records or lists is a part of the booking, unless they are about the answer, such as
 * `meta`.
 */
function unwrapped(record: VenueRecord, id: string): VenueRecord {
	const fields = Object.entries(record).filter(
		([name, value]) => value !== null && !isAboutAnswer(name, value),
	);
	const [[name, inner] = ['', undefined], ...others] = fields.filter(
		([, value]) => typeof value === 'object',
	);
	const isNamedInside = !fields.some(([, value]) => value !== inner && mentions(value, id));
	const isWrapped = bookingId(record) === undefined && others.length === 0 && isNamedInside;
	if (!isWrapped) return record;
	if (isRecord(inner)) return mentions(inner, id) ? inner : record;
	// Those may be the items of a booking that names its ID in them alone.
	const isList = name !== 'items' && listNames(BOOKINGS).includes(name);
	const one = isList ? readRecord(inner) : undefined;
	return one && bookingId(one) === id ? one : record;
}

function isEmptyObject(value: object): boolean {
	return Object.keys(value).length === 0;
}

function isAboutAnswer(name: string, value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0 && NOT_LISTED.test(name);
	return isRecord(value) && isPageSign(name, value);
}

/** A booking names its ID somewhere. Anything else must not take the place of a row that does. */
export function mentions(value: unknown, id: string): boolean {
	if (typeof value !== 'object' || value === null) return String(value) === id;
	return Object.values(value).some((inner) => mentions(inner, id));
}
