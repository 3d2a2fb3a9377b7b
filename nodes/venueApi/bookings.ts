import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { requestList } from './lists';
import type { VenueRecord } from './shapes/records';

/** Bookings, all of them or those changed since a time. */
export async function listBookings(
	connection: Connection,
	query: IDataObject,
): Promise<VenueRecord[]> {
	return await requestList(connection, {
		method: 'GET',
		path: '/bookings',
		query,
		scope: 'Booking_Get',
		entity: 'booking',
	});
}
