import type { IDataObject } from 'n8n-workflow';

import { segment } from '../shapes/address';
import type { Connection } from '../connection';
import { requestPages, requestRecord, requestWholeList, type VenueList } from './reading';
import type { VenueRecord } from '../shapes/records';
import type { VenueCall } from '../transport/call';

const SCOPE = 'Booking_Get';

/** Bookings, all of them or those changed since a time. */
export async function listBookings(
	connection: Connection,
	query: IDataObject,
	atMost = Infinity,
): Promise<VenueRecord[]> {
	const { records } = await requestWholeList(connection, listOf(query, atMost));
	return records.slice(0, atMost);
}

/** The same where it matters whether these are all, and when the venue gave them out. */
export async function readBookings(connection: Connection, query: IDataObject): Promise<VenueList> {
	return await requestPages(connection, listOf(query, Infinity));
}

function listOf(query: IDataObject, atMost: number): VenueCall {
	const list = { atMost, name: 'bookings' };
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
