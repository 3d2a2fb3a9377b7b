import type { Connection } from '../connection';
import { explainBrokenAnswer, explainUnknownForm, partOf } from '../messages/explanations';
import { nodeApiError } from '../../n8n/nodeErrors';
import { nextPath } from '../address';
import { type Answer, isNoContent } from '../answers/answer';
import { isRecord, readList, readRecord, type VenueRecord } from '../records';
import type { VenueCall } from '../transport/call';
import { request } from '../transport/request';

/** No list that these nodes read has more pages. */
const MOST_PAGES = 1_000;

export interface VenueList {
	records: VenueRecord[];
	/** The venue says that there are more records, but not where. */
	isPart: boolean;
	/** When the venue sent the list, by its own clock, if the response says so. */
	venueTime?: number;
}

/** Puts a single record into a list, where the venue sends one without. */
type AsList = (body: unknown) => unknown;

export async function requestList(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
	asList?: AsList,
): Promise<VenueRecord[]> {
	return (await requestWholeList(connection, call, name, asList)).records;
}

/** The list. The user is told if the venue gave only a part of it. */
export async function requestWholeList(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
	asList?: AsList,
): Promise<VenueList> {
	const list = await requestPages(connection, call, name, asList);
	if (list.isPart) sayPart(connection, partOf(name));
	return list;
}

/** The API document shows no paging. Pages are followed if the venue gives the address of the next. */
export async function requestPages(
	connection: Connection,
	call: VenueCall,
	name = call.list?.name,
	asList: AsList = (body) => body,
): Promise<VenueList> {
	const atMost = call.list?.atMost ?? Infinity;
	const records: VenueRecord[] = [];
	const asked = new Set<string>();
	const { isWanted, prune } = call.list ?? {};
	let read = 0;
	let venueTime: number | undefined;
	for (let page = call; ; ) {
		const list = call.list && { ...call.list, atMost: atMost - records.length };
		const sent = await request(connection, { ...page, list });
		const answer = { ...sent, body: asList(sent.body) };
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

/** Only an execution has a panel for hints. */
function sayPart({ context }: Connection, message: string): void {
	if ('addExecutionHints' in context) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	} else context.logger.warn(message);
}

function dateOf({ headers }: Answer): number | undefined {
	const time = Date.parse(String(headers.date ?? ''));
	return Number.isNaN(time) ? undefined : time;
}

/** The list has more records than the response, maybe at this address. */
export interface More {
	address?: string;
}

const DEEPEST = 4;

const NEXT =
	/^@?(odata\.?)?next_?(page|link|url|uri|href|cursor|token)*(_?(link|url|uri|token))?$/i;
const CURSOR = /^(continuation_?token|end_?cursor|cursor)$/i;
const HAS_MORE = /^(has|is)_?(more|next)(_?(pages?|items|results|records))?$/i;
const IS_LAST = /^(is_?)?last(_?page)?$/i;
const TOTAL =
	/^(total|count|(total|record|item|result)_?count|total_?(items|records|results|elements|hits|entries|rows|bookings|webhooks|messages))$/i;
const LINK_HEADER = /<([^<>]+)>\s*;[^,<]*\brel="?next\b/i;

/**
 * Whether the list continues after these records. The API document shows no paging, so any usual
 * sign counts: a larger total, a next page or cursor, a flag, a link.
 */
export function moreAfter(
	{ body, headers }: Pick<Answer, 'body' | 'headers'>,
	recordsSoFar: number,
): More | undefined {
	const link = LINK_HEADER.exec(String(headers.link ?? ''))?.[1];
	const signs = wrappersIn(body).flatMap((wrapper) =>
		Object.entries(wrapper).map(([name, value]) => signIn(name, value, recordsSoFar)),
	);
	const found = [link && { address: link }, ...signs].filter((sign) => isRecord(sign)) as More[];
	return found.find(({ address }) => address !== undefined) ?? found[0];
}

function signIn(name: string, value: unknown, recordsSoFar: number): More | undefined {
	if (NEXT.test(name)) {
		const next = isRecord(value) ? (value.href ?? value.url) : value;
		if (typeof next === 'string' && next.trim() !== '') return { address: next.trim() };
		return typeof next === 'number' || next === true ? {} : undefined;
	}
	const isMore =
		(CURSOR.test(name) && typeof value === 'string' && value !== '') ||
		(HAS_MORE.test(name) && value === true) ||
		(IS_LAST.test(name) && value === false) ||
		(TOTAL.test(name) && Number(value ?? 0) > recordsSoFar);
	return isMore ? {} : undefined;
}

/** The objects around a list. Its records have fields of their own, which say nothing about it. */
function wrappersIn(body: unknown, depth = 0): VenueRecord[] {
	if (!isRecord(body) || depth > DEEPEST) return [];
	return [body, ...Object.values(body).flatMap((value) => wrappersIn(value, depth + 1))];
}
