import { DateTime } from 'luxon';
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { bookingId, getBooking, listBookings } from '../../venueApi/resources/bookings';
import { connect, type Connection } from '../../venueApi/connection';
import { contentHash, type VenueRecord } from '../../venueApi/records';
import { bookingLabel, changedAt } from './bookingLabel';
import { advice, pageOf } from './page';

const RECENT_DAYS = 30;
const SHORTEST_SEARCH = 3;

/** Loading all bookings of a venue at each keystroke would be too much. */
const MOST_SEARCHED = 10_000;

/** While the user types, the list is at most this old. */
const REMEMBERED_MS = 60_000;

/** The list that was searched last, kept while the user types. */
class ListInUse {
	private last?: { venue: string; until: number; entries: INodeListSearchItems[] };

	async of(
		connection: Connection,
		load: () => Promise<INodeListSearchItems[]>,
	): Promise<INodeListSearchItems[]> {
		if (this.last?.venue === venueOf(connection) && Date.now() < this.last.until) {
			return this.last.entries;
		}
		return await this.anew(connection, load);
	}

	async anew(
		connection: Connection,
		load: () => Promise<INodeListSearchItems[]>,
	): Promise<INodeListSearchItems[]> {
		const entries = await load();
		const isKept = entries.length <= MOST_SEARCHED;
		const [venue, until] = [venueOf(connection), Date.now() + REMEMBERED_MS];
		this.last = isKept ? { venue, until, entries } : undefined;
		return entries;
	}
}

/** Another secret may be wrong, so its user is not shown what the right one has found. */
function venueOf({ baseUrl, clientId, secrets }: Connection): string {
	return contentHash([baseUrl, clientId, secrets]).toString('base64');
}

const recent = new ListInUse();
const older = new ListInUse();

/** Bookings that changed recently; older ones only if none of those match. */
export async function searchBookings(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connect(this, 'list');
	const since = DateTime.utc().minus({ days: RECENT_DAYS }).startOf('day').toISO();
	const typed = (filter ?? '').trim();
	const load = async () => toEntries(await listBookings(connection, { modifiedFromDate: since }));
	// A user who opens the list again sees a booking that was made a moment ago.
	const isOpened = typed === '' && paginationToken === undefined;
	const changed = isOpened
		? await recent.anew(connection, load)
		: await recent.of(connection, load);
	const page = pageOf(changed, filter, paginationToken);
	if (page.results.length > 0) return page;

	if (typed !== '' && typed.length < SHORTEST_SEARCH) {
		return advice(`Type ${SHORTEST_SEARCH} characters to search older bookings too`);
	}
	const entries = await older.of(connection, async () =>
		toEntries(await listBookings(connection, {}, { atMost: MOST_SEARCHED })),
	);
	const found = pageOf(entries, filter, paginationToken);
	if (found.results.length > 0 || typed === '') return found;
	const results = await withId(connection, typed);
	return results.length > 0 || entries.length < MOST_SEARCHED
		? { results }
		: advice(`Not among the first ${MOST_SEARCHED} bookings of the venue: use By ID`);
}

async function withId(connection: Connection, typed: string): Promise<INodeListSearchItems[]> {
	try {
		return toEntries([await getBooking(connection, typed)]);
	} catch {
		// Most of what users type is not an ID.
		return [];
	}
}

function toEntries(bookings: VenueRecord[]): INodeListSearchItems[] {
	return bookings
		.map((booking) => ({ booking, id: bookingId(booking), changed: changedAt(booking) }))
		.sort((a, b) => b.changed - a.changed)
		.flatMap(({ booking, id }) =>
			id === undefined ? [] : [{ name: bookingLabel(booking, id), value: id }],
		);
}
