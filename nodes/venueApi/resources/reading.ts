import type { Connection } from '../connection';
import { explainBrokenAnswer, explainUnknownForm } from '../messages/explanations';
import { nodeApiError } from '../messages/nodeErrors';
import { partOf } from '../messages/partOfList';
import { nextPath } from '../shapes/address';
import type { Answer } from '../shapes/answer';
import { moreAfter } from '../shapes/paging';
import { readList, readRecord, type VenueRecord } from '../shapes/records';
import { isNoContent } from '../shapes/statusKind';
import type { VenueCall } from '../transport/call';
import { request } from '../transport/request';

/** More pages than a venue has for anything that is read with these nodes. */
const MOST_PAGES = 1_000;

export interface VenueList {
	records: VenueRecord[];
	/** The venue has said that there are more, and not where. */
	isPart: boolean;
	/** When the venue gave it out by its own clock, where it tells. */
	venueTime?: number;
}

export async function requestList(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
): Promise<VenueRecord[]> {
	return (await requestWholeList(connection, call, name)).records;
}

/** The list, and a word to the user where the venue has given only a part of it. */
export async function requestWholeList(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
): Promise<VenueList> {
	const list = await requestPages(connection, call, name);
	if (list.isPart) sayPart(connection, partOf(name));
	return list;
}

/** The document shows no paging. Pages are followed where the venue gives the address of the next. */
export async function requestPages(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
): Promise<VenueList> {
	const atMost = call.list?.atMost ?? Infinity;
	const records: VenueRecord[] = [];
	const asked = new Set<string>();
	const { isWanted, prune } = call.list ?? {};
	let read = 0;
	let venueTime: number | undefined;
	for (let page = call; ; ) {
		const list = call.list && { ...call.list, atMost: atMost - records.length };
		const answer = await request(connection, { ...page, list });
		const found = isNoContent(answer.status) ? [] : readList(answer.body, name);
		if (found === undefined) {
			const isNothing = answer.body === undefined || answer.body === null;
			const explanation = isNothing ? explainBrokenAnswer() : explainUnknownForm('a list');
			throw nodeApiError(connection.node, explanation);
		}
		for (const record of found) {
			if (!isWanted || isWanted(record)) records.push(record);
		}
		prune?.(records);

		const onPage = found.length + (answer.leftOut ?? 0);
		read += onPage;
		const more = records.length < atMost ? moreAfter(answer, read) : undefined;
		venueTime ??= dateOf(answer);
		if (more === undefined) return { records, isPart: false, venueTime };
		const path = nextPath(more.address, `${connection.baseUrl}${call.path}`, call.path);
		const isNew = path !== undefined && !asked.has(path) && asked.size < MOST_PAGES;
		if (!isNew || onPage === 0) return { records, isPart: true, venueTime };
		asked.add(path);
		page = { ...call, path, query: undefined };
	}
}

export async function requestRecord(connection: Connection, call: VenueCall): Promise<VenueRecord> {
	const answer = await request(connection, call);
	const record = readRecord(answer.body);
	if (record === undefined) throw nodeApiError(connection.node, explainUnknownForm('a record'));
	return record;
}

/** Only in an execution is there a panel to say it in. */
function sayPart({ context }: Connection, message: string): void {
	if ('addExecutionHints' in context) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	} else context.logger.warn(message);
}

function dateOf({ headers }: Answer): number | undefined {
	const time = Date.parse(String(headers.date ?? ''));
	return Number.isNaN(time) ? undefined : time;
}
