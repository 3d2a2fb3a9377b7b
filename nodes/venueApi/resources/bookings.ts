import type { IDataObject } from 'n8n-workflow';

import { segment } from '../address';
import type { Connection } from '../connection';
import { type ListKind, requestList, requestPages, requestRecord, type VenueList } from './reading';
import type { LongList } from '../answers/longList';
import { isRecord, type VenueRecord } from '../records';
import type { VenueCall } from '../transport/call';

const SCOPE = 'Booking_Get';
const KIND: ListKind = { name: 'bookings', idOf: bookingId };

/** The API document shows the first one. A list may be without it. */
const ID_FIELDS = ['uniqueId', 'bookingId', 'id', 'bookingReference'];

export function bookingId(booking: VenueRecord): string | undefined {
	const ids = ID_FIELDS.map((field) => booking[field]);
	const id = ids.find((value) => typeof value === 'string' || typeof value === 'number');
	return id === undefined || id === '' ? undefined : String(id);
}

/** Which bookings of the venue’s list are wanted. */
export interface BookingChoice {
	/** How many of them are wanted at most, from the start of the list. */
	atMost?: number;
	isWanted?: (booking: VenueRecord) => boolean;
	/** For an order other than the venue's: removes bookings that need not be kept, and returns them. */
	prune?: (bookings: VenueRecord[]) => VenueRecord[];
}

/** Bookings: all of them, or those that changed since a time. */
export async function listBookings(
	connection: Connection,
	query: IDataObject,
	choice: BookingChoice = {},
): Promise<VenueRecord[]> {
	const bookings = await requestList(connection, listOf(query, choice), KIND);
	return bookings.slice(0, choice.atMost);
}

/** Also returns whether these are all, and when the venue sent them. */
export async function readBookings(
	connection: Connection,
	query: IDataObject,
	atMost = Infinity,
): Promise<VenueList> {
	return await requestPages(connection, listOf(query, { atMost }), KIND);
}

function listOf(query: IDataObject, choice: BookingChoice = {}): VenueCall {
	const { atMost = Infinity, isWanted, prune } = choice;
	const list: LongList = {
		atMost,
		name: KIND.name,
		// What is not a record is checked later, with all other entries.
		...(isWanted ? { isWanted: (entry) => !isRecord(entry) || isWanted(entry) } : {}),
		...(prune ? { prune: (kept) => prune(kept as VenueRecord[]) } : {}),
	};
	return { method: 'GET', path: '/bookings', scope: SCOPE, query, list };
}

export async function getBooking(connection: Connection, uniqueId: string): Promise<VenueRecord> {
	return await requestRecord(connection, {
		method: 'GET',
		path: `/bookings/${segment(uniqueId)}`,
		scope: SCOPE,
		entity: 'booking',
	});
}
