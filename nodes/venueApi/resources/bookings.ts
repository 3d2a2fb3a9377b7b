import type { IDataObject } from 'n8n-workflow';

import { segment } from '../shapes/address';
import type { Connection } from '../connection';
import { requestRecord, requestWholeList, type VenueList } from './reading';
import type { VenueRecord } from '../shapes/records';

const ABOUT_BOOKINGS = { scope: 'Booking_Get', entity: 'booking' };

/** Bookings, all of them or those changed since a time. */
export async function listBookings(
	connection: Connection,
	query: IDataObject,
	atMost = Infinity,
): Promise<VenueRecord[]> {
	return (await listDatedBookings(connection, query, atMost)).records;
}

export async function listDatedBookings(
	connection: Connection,
	query: IDataObject,
	atMost = Infinity,
): Promise<VenueList> {
	const list = await requestWholeList(connection, {
		method: 'GET',
		path: '/bookings',
		query,
		list: { atMost, name: 'bookings' },
		...ABOUT_BOOKINGS,
	});
	return { ...list, records: list.records.slice(0, atMost) };
}

export async function getBooking(connection: Connection, uniqueId: string): Promise<VenueRecord> {
	return await requestRecord(connection, {
		method: 'GET',
		path: `/bookings/${segment(uniqueId)}`,
		...ABOUT_BOOKINGS,
	});
}
