import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listBookings } from '../../venueApi/resources/bookings';
import { connect, PATIENCE_MS } from '../../venueApi/connection';
import type { VenueRecord } from '../../venueApi/shapes/records';
import { bookingId, bookingLabel, changedAt } from './bookingLabel';
import { pageOf } from './page';

const RECENT_DAYS = 30;

/** Bookings that changed recently; all of them only where none of those is what was typed. */
export async function searchBookings(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connect(this, PATIENCE_MS.list);
	const since = DateTime.utc().minus({ days: RECENT_DAYS }).startOf('day').toISO();
	const recent = toEntries(await listBookings(connection, { modifiedFromDate: since }));
	const page = pageOf(recent, filter, paginationToken);
	if (page.results.length > 0) return page;
	return pageOf(toEntries(await listBookings(connection, {})), filter, paginationToken);
}

function toEntries(bookings: VenueRecord[]) {
	return bookings
		.map((booking) => ({ booking, id: bookingId(booking), changed: changedAt(booking) }))
		.sort((a, b) => b.changed - a.changed)
		.flatMap(({ booking, id }) =>
			id === undefined ? [] : [{ name: bookingLabel(booking, id), value: id }],
		);
}
