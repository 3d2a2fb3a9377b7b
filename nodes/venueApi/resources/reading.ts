import type { Connection } from '../connection';
import {
	explainAnswer,
	explainBrokenAnswer,
	explainNothingGiven,
	explainUnknownForm,
} from '../messages/explanations';
import { type Cut, toldAbout } from '../messages/lists';
import { inOneLine, serverMessagesIn } from '../messages/serverMessages';
import { itemRedactor, redact } from '../messages/redact';
import { hint } from '../../n8n/hint';
import { nodeApiError } from '../../n8n/nodeErrors';
import { type Answer, isNoContent, saysThatItFailed } from '../answers/answer';
import { readList, readRecord, type VenueRecord } from '../records';
import type { VenueCall } from '../transport/call';
import { request } from '../transport/request';
import { type PagesRead, readPages } from './pages';
import { holdsNoList } from './pageSigns';

export interface VenueList extends Omit<PagesRead<VenueRecord>, 'first'> {
	/** When the venue sent the list, by its own clock, if the response says so. */
	venueTime?: number;
}

/** What is on a list. */
export interface ListKind {
	/** In the plural, for messages. It may also be the name of the list in a response. */
	name: string;
	/** Shows that a record came on two pages. */
	idOf?: (record: VenueRecord) => string | undefined;
	/** Puts a single record into a list, where the venue sends one without. */
	asList?: (body: unknown) => unknown;
}

/** The list. The user is told if it is not whole, or may not be. */
export async function requestList(
	connection: Connection,
	call: VenueCall,
	kind: ListKind,
): Promise<VenueRecord[]> {
	const list = await requestPages(connection, call, kind);
	tellIfCut(connection, list, kind.name);
	return list.records;
}

export async function requestPages(
	connection: Connection,
	call: VenueCall,
	{ name, idOf, asList = (body) => body }: ListKind,
): Promise<VenueList> {
	const { first, ...list } = await readPages(call, {
		// The fields of a single record are no signs of pages, and say nothing about the answer.
		async ask(page) {
			const answer = await request(connection, page);
			return { ...answer, body: asList(answer.body) };
		},
		entriesIn(answer) {
			const found = isNoContent(answer.status) ? [] : readList(answer.body, name);
			if (found?.length === 0) stopIfFailed(connection, answer);
			if (found) return found;
			if (holdsNoList(answer.body, name)) return [];
			const isNothing = answer.body === undefined || answer.body === null;
			const explanation = isNothing ? explainBrokenAnswer() : explainUnknownForm('a list');
			throw nodeApiError(connection.node, explanation);
		},
		idOf,
	});
	return { ...list, venueTime: dateOf(first) };
}

/** An empty list may only mean that nothing is there if the venue does not say that it did not work. */
export function stopIfFailed({ node, secrets }: Connection, { body }: Answer): void {
	if (!saysThatItFailed(body)) return;
	const said = redact(inOneLine(serverMessagesIn(body)), secrets);
	throw nodeApiError(node, explainNothingGiven(said));
}

/** Whether the list is not whole, or may not be: what it does not show may still be there. */
export function mayBeCut({ isPart, doubt }: Cut): boolean {
	return isPart || doubt !== undefined;
}

export function tellIfCut(
	connection: Connection,
	list: Cut,
	name: string,
	tellCut = (why: string) => tell(connection, why),
): void {
	const why = toldAbout(list, name);
	if (why !== undefined) tellCut(why);
}

/** A hint, whose text may quote the venue. Only an execution has a panel for it. */
export function tell({ context, secrets }: Connection, text: string): void {
	const message = itemRedactor(secrets)(text);
	if ('addExecutionHints' in context) hint(context, message);
	else context.logger.warn(message);
}

/** The object that the venue gives, or what `recordIn` finds in it. */
export async function requestRecord(
	connection: Connection,
	call: VenueCall,
	recordIn: (given: VenueRecord) => VenueRecord | undefined = (given) => given,
): Promise<VenueRecord> {
	const answer = await request(connection, call);
	const given = readRecord(answer.body);
	const record = given && recordIn(given);
	if (record) return record;
	const said = given ? inOneLine(serverMessagesIn(given)) : '';
	if (said !== '') {
		const httpCode = String(answer.status);
		throw nodeApiError(connection.node, {
			...explainNothingGiven(redact(said, connection.secrets)),
			httpCode,
		});
	}
	// Some services answer like that instead of 404, also if they put a record into a list of one.
	const isNothing = given !== undefined || [answer.body ?? []].flat().length === 0;
	throw nodeApiError(
		connection.node,
		isNothing ? explainAnswer({ ...answer, status: 404 }, call) : explainUnknownForm('a record'),
	);
}

function dateOf({ headers }: Answer): number | undefined {
	const time = Date.parse(String(headers.date ?? ''));
	return Number.isNaN(time) ? undefined : time;
}
