import { DateTime } from 'luxon';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { bookingId } from '../../venueApi/resources/bookingForms';
import { getBooking, readBookings } from '../../venueApi/resources/bookings';
import { mayBeCut } from '../../venueApi/resources/reading';
import { connect, type Connection } from '../../venueApi/connection';
import { itemRedactor, redactor } from '../../venueApi/messages/redact';
import type { VenueRecord } from '../../venueApi/records';
import { bookingLabel, changedAt } from './bookingLabel';
import { adviceAsResult, entryOf, pageOf } from './page';
import { Remembered } from './remembered';

const RECENT_DAYS = 30;
const SHORTEST_SEARCH = 3;

/** The list sends nothing but what the user types. */
const IN_LIST = { searchAdvice: 'choose By ID' };

/** Loading all bookings of a venue at each keystroke would be too much. */
const MOST_SEARCHED = 10_000;

interface ListedBookings {
	entries: INodeListSearchItems[];
	/** The venue may have more. */
	isCut: boolean;
}

async function load(
	connection: Connection,
	query: IDataObject,
	atMost = Infinity,
): Promise<ListedBookings> {
	const list = await readBookings(connection, query, { atMost, words: IN_LIST });
	const entries = toEntries(connection, list.records.slice(0, atMost));
	const isCut = mayBeCut(list) || entries.length >= atMost;
	return { entries, isCut };
}

const mayKeep = ({ entries }: ListedBookings) => entries.length <= MOST_SEARCHED;
const recent = new Remembered(mayKeep);
const older = new Remembered(mayKeep);

export function recentSince(): string {
	return DateTime.utc().minus({ days: RECENT_DAYS }).startOf('day').toISO();
}

/** Bookings that changed recently; older ones only if none of those match. */
export async function searchBookings(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const connection = await connect(this, 'list');
	const typed = (filter ?? '').trim();
	// A user who opens the list again sees a booking that was made a moment ago.
	const isOpened = typed === '' && paginationToken === undefined;
	const query = { modifiedFromDate: recentSince() };
	const changed = await recent[isOpened ? 'anew' : 'of'](
		connection,
		async () => await load(connection, query),
	);
	const page = pageOf(changed.entries, filter, paginationToken);
	if (page.results.length > 0) return page;

	if (typed !== '' && typed.length < SHORTEST_SEARCH) {
		return adviceAsResult(`Type ${SHORTEST_SEARCH} characters to search older bookings too`);
	}
	const { entries, isCut } = await older.of(
		connection,
		async () => await load(connection, {}, MOST_SEARCHED),
	);
	const found = pageOf(entries, filter, paginationToken);
	if (found.results.length > 0 || typed === '') return found;
	const withThisId = await withId(connection, typed);
	if (withThisId.length > 0 || !isCut) return { results: withThisId };
	const results = await withWords(connection, typed);
	return results.length > 0
		? { results }
		: adviceAsResult(`Not among the ${entries.length} bookings that the venue lists: use By ID`);
}

async function withId(connection: Connection, typed: string): Promise<INodeListSearchItems[]> {
	try {
		return toEntries(connection, [await getBooking(connection, typed)]);
	} catch {
		// Most of what users type is not an ID.
		return [];
	}
}

/** Some venues list the newest bookings only, and search all of them by words. */
async function withWords(connection: Connection, typed: string): Promise<INodeListSearchItems[]> {
	try {
		const { entries } = await load(connection, { keywords: typed }, MOST_SEARCHED);
		return pageOf(entries, typed, undefined).results;
	} catch {
		// A venue may not know the parameter.
		return [];
	}
}

function toEntries({ secrets }: Connection, bookings: VenueRecord[]): INodeListSearchItems[] {
	const hide = redactor(secrets);
	const hideInValue = itemRedactor(secrets);
	return bookings
		.map((booking) => ({ booking, id: bookingId(booking), changed: changedAt(booking) }))
		.sort((a, b) => b.changed - a.changed)
		.flatMap(({ booking, id }) =>
			id === undefined ? [] : entryOf(hide(bookingLabel(booking, id)), hideInValue(id)),
		);
}
