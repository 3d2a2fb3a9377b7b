import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { segment } from '../address';
import { isRefusal } from '../answers/answer';
import type { Connection } from '../connection';
import { asBookings, bookingId, bookingIn, BOOKINGS, mentions } from './bookingForms';
import {
	type ListKind,
	requestPages,
	requestRecord,
	tell,
	tellIfCut,
	type VenueList,
} from './reading';
import type { CallWords } from '../messages/explanations';
import { brokenBookings, goneBookings, notLookedUp, withoutAskableId } from '../messages/lists';
import type { LongList } from '../answers/longList';
import { steadyClock } from '../pacing/steadyClock';
import { isRecord, type VenueRecord } from '../records';
import { RecentMap } from '../recentMap';
import type { VenueCall } from '../transport/call';

const SCOPE = 'Booking_Get';
/** Before any booking of today’s venues. */
const ALL_SINCE = '2000-01-01T00:00:00.000Z';
const BOOKING_LIST: ListKind = { name: BOOKINGS, idOf: bookingId, asList: asBookings };

/** Which bookings of the venue’s list are wanted. */
export interface BookingChoice {
	/** How many of them are wanted at most, from the start of the list. */
	atMost?: number;
	isWanted?: (booking: VenueRecord) => boolean;
	/** For an order other than the venue's: removes bookings that need not be kept, and returns them. */
	prune?: (bookings: VenueRecord[]) => VenueRecord[];
	/** Told why the list may not be whole. Without it, the user reads it as a hint. */
	tellCut?: (why: string) => void;
	words?: Pick<CallWords, 'searchAdvice' | 'narrowedBy'>;
}

/** Bookings: all of them, or those that changed since a time. The user is told if some may be missing. */
export async function listBookings(
	connection: Connection,
	query: IDataObject,
	choice: BookingChoice = {},
): Promise<VenueRecord[]> {
	const list = await readBookings(connection, query, choice);
	tellIfCut(connection, list, BOOKING_LIST.name, choice.tellCut);
	return list.records.slice(0, choice.atMost);
}

/** Also returns whether these are all, and when the venue sent them. */
export async function readBookings(
	connection: Connection,
	query: IDataObject,
	choice: BookingChoice = {},
): Promise<VenueList> {
	const readAll = async (all: IDataObject) =>
		await requestPages(connection, listOf(all, choice), BOOKING_LIST);
	return await readAll(query).catch(async (thrown: unknown) => {
		// Some venues search only by a criterion. This one fits all bookings.
		const mayHelp = Object.keys(query).length === 0 && isRefused(thrown);
		if (mayHelp) return await readAll({ modifiedFromDate: ALL_SINCE });
		throw thrown;
	});
}

function listOf(query: IDataObject, choice: BookingChoice): VenueCall {
	const { atMost = Infinity, isWanted, prune, words } = choice;
	const list: LongList = {
		atMost,
		name: BOOKING_LIST.name,
		// What is not a record is checked later, with all other entries.
		...(isWanted ? { isWanted: (entry) => !isRecord(entry) || isWanted(entry) } : {}),
		...(prune ? { prune: (kept) => prune(kept as VenueRecord[]) } : {}),
	};
	return { method: 'GET', path: '/bookings', scope: SCOPE, query, list, ...words };
}

export async function getBooking(connection: Connection, uniqueId: string): Promise<VenueRecord> {
	const call: VenueCall = {
		method: 'GET',
		path: `/bookings/${segment(uniqueId)}`,
		scope: SCOPE,
		entity: 'booking',
	};
	return await requestRecord(connection, call, (record) => bookingIn(record, uniqueId));
}

/** Whether to fetch each booking of a list by its ID: a list may leave fields out. */
export type WholeBookings = 'automatic' | 'always' | 'never';

/** Enough for 600 a minute if the venue takes half a second for each. */
const BOOKINGS_AT_ONCE = 5;

/** No venue has longer ones, and an address has no room for any length. */
const LONGEST_ID = 200;

/** More bookings than these do not break a venue that works otherwise. */
const MOST_BROKEN = 3;

/**
 * The bookings of a list as a whole, in the same order. If the venue does not give a booking by its
 * ID, the row of the list stays, and the user reads which ones these are. `connectionFor` is asked
 * for each few of them: in a poll, they share the time that is left.
 */
export async function completeBookings(
	connection: Connection,
	rows: VenueRecord[],
	wanted: WholeBookings,
	connectionFor = () => connection,
): Promise<VenueRecord[]> {
	const isWanted =
		wanted === 'always' ||
		(wanted === 'automatic' && (await leavesOutInExecution(connection, rows)));
	if (!isWanted) return rows;
	const bookings: VenueRecord[] = [];
	const gone: string[] = [];
	const broken: string[] = [];
	let unasked = 0;
	for (let from = 0; from < rows.length; from += BOOKINGS_AT_ONCE) {
		const few = rows.slice(from, from + BOOKINGS_AT_ONCE);
		const connectionNow = connectionFor();
		const found = await Promise.all(few.map(async (row) => await tryWhole(connectionNow, row)));
		for (const [index, row] of few.entries()) {
			const { [index]: whole } = found;
			const isBroken = whole instanceof NodeApiError;
			// A list may also have what the booking itself leaves out.
			bookings.push(whole === undefined || isBroken ? row : { ...row, ...whole });
			if (whole !== undefined && !isBroken) continue;
			const id = askableId(row);
			if (id === undefined) unasked++;
			else (isBroken ? broken : gone).push(id);
		}
		const thrown = found.find((whole) => whole instanceof NodeApiError);
		// Then it is not these bookings, but the venue.
		const isGeneral = broken.length === bookings.length || broken.length > MOST_BROKEN;
		if (thrown && isGeneral) throw thrown;
	}
	if (gone.length > 0) tell(connection, goneBookings(gone));
	if (broken.length > 0) tell(connection, brokenBookings(broken));
	if (unasked > 0) tell(connection, withoutAskableId(unasked));
	return bookings;
}

/** A venue may break at one booking whenever that is asked for. The others must not wait for it. */
async function tryWhole(connection: Connection, row: VenueRecord) {
	return await findWhole(connection, row).catch((thrown: unknown) => {
		if (thrown instanceof NodeApiError && mayConcernOne(thrown)) return thrown;
		throw thrown;
	});
}

/** A 500 often comes again for the same record, whatever the venue says to others. */
function mayConcernOne({ httpCode }: NodeApiError): boolean {
	return Number(httpCode) === 500;
}

/** One look-up is enough for all calls of an execution, which share this key. */
const lookUpsOfExecutions = new WeakMap<object, Promise<boolean>>();

export async function leavesOutInExecution(
	connection: Connection,
	rows: VenueRecord[],
): Promise<boolean> {
	if (rows.length === 0) return false;
	const known =
		lookUpsOfExecutions.get(connection.responseMemory) ?? lookUp(connection, rows).then(Boolean);
	lookUpsOfExecutions.set(connection.responseMemory, known);
	return await known;
}

/** What a look-up has shown, for the polls of a venue. */
interface LookUp {
	leavesOut: boolean;
	takesMs: number;
	until: number;
}

const LOOK_UP_REMEMBERED_MS = 30 * 60_000;
const MOST_VENUES = 200;
const lookUpsOfPolls = new RecentMap<LookUp>(MOST_VENUES);

function lastLookUp(connection: Connection): LookUp | undefined {
	return lookUpsOfPolls.get(clientOf(connection));
}

function clientOf({ baseUrl, clientId }: Connection): string {
	return `${baseUrl} ${clientId}`;
}

/**
 * For polls: whether the bookings of a list have to be fetched by their IDs. What a look-up shows
 * counts for half an hour.
 */
export async function wantsWhole(
	connection: Connection,
	rows: VenueRecord[],
	wanted: WholeBookings,
): Promise<boolean> {
	if (wanted !== 'automatic' || rows.length === 0) return wanted === 'always';
	const known = lastLookUp(connection);
	if (known && known.until > steadyClock.now()) return known.leavesOut;
	const askedAt = steadyClock.now();
	const leavesOut = await lookUp(connection, rows);
	// What it showed before is likelier than that the list has all fields.
	if (leavesOut === undefined) return known?.leavesOut ?? false;
	const [takesMs, until] = [steadyClock.now() - askedAt, steadyClock.now() + LOOK_UP_REMEMBERED_MS];
	lookUpsOfPolls.set(clientOf(connection), { leavesOut, takesMs, until });
	return leavesOut;
}

/** How long it takes to fetch one more booking. Undefined if that may not be necessary. */
export function lookUpTakesMs(connection: Connection, wanted: WholeBookings): number | undefined {
	const known = lastLookUp(connection);
	if (wanted === 'never' || (wanted === 'automatic' && !known?.leavesOut)) return undefined;
	return Math.max(60_000 / connection.requestsPerMinute, (known?.takesMs ?? 0) / BOOKINGS_AT_ONCE);
}

/**
 * Whether the list leaves fields out, or undefined if no booking could be looked up. The user did not
 * ask for this call, so it takes no list away that the venue has given.
 */
async function lookUp(connection: Connection, rows: VenueRecord[]): Promise<boolean | undefined> {
	// Those of one part of the list may all be gone.
	const looked = new Set([rows[0], rows[Math.floor(rows.length / 2)], rows[rows.length - 1]]);
	let thrown: NodeApiError | undefined;
	for (const row of looked) {
		const whole = await findWhole(connection, row).catch((reason: unknown) => {
			if (reason instanceof NodeApiError) return reason;
			throw reason;
		});
		if (whole instanceof NodeApiError) {
			thrown = whole;
			if (!mayConcernOne(whole)) break;
		} else if (whole) return hasMore(whole, row);
	}
	if (thrown) tell(connection, notLookedUp(thrown.message));
	return undefined;
}

/** Whether a record has fields that another form of it does not have. */
function hasMore(whole: unknown, row: unknown): boolean {
	if (Array.isArray(whole) && Array.isArray(row)) {
		return whole.length > row.length || whole.some((entry, index) => hasMore(entry, row[index]));
	}
	if (!isRecord(whole)) return false;
	if (!isRecord(row)) return true;
	return Object.entries(whole).some(
		([name, value]) => value !== null && (!(name in row) || hasMore(value, row[name])),
	);
}

async function findWhole(
	connection: Connection,
	row: VenueRecord,
): Promise<VenueRecord | undefined> {
	const id = askableId(row);
	if (id === undefined) return undefined;
	const found = await getBooking(connection, id).catch((thrown: unknown) => {
		if (isRefused(thrown)) return undefined;
		throw thrown;
	});
	return found && mentions(found, id) ? found : undefined;
}

function askableId(row: VenueRecord): string | undefined {
	const id = bookingId(row);
	return id !== undefined && id.length <= LONGEST_ID ? id : undefined;
}

export function isRefused(thrown: unknown): boolean {
	return thrown instanceof NodeApiError && isRefusal(Number(thrown.httpCode));
}
