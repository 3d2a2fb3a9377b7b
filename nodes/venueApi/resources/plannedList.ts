import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Connection } from '../connection';
import { explainBrokenAnswer, explainNoJson, explainUnknownForm } from '../messages/explanations';
import { morePages, nothingOnDays, stoppedAt, toldAbout } from '../messages/lists';
import { nodeApiError } from '../../n8n/nodeErrors';
import { type Answer, isNoContent, isNull, saysThatItFailed } from '../answers/answer';
import { isRecord, listNames, NOT_LISTED, readList } from '../records';
import { type ApiCall, callApi } from './calls';
import { firstOf, outlookOf } from './nextPage';
import { holdsNoList, isPageSign } from './pageSigns';
import { type Paging, readPages } from './pages';
import { stopIfFailed } from './reading';
import { RowIds } from './rowIds';

/** How a list is read whose call the user entered. */
export interface ListPlan {
	/** Undefined if only the first page is wanted. */
	pages?: {
		parameter?: string;
		query: IDataObject;
		/** The user did not say whether the venue counts its pages from 1, as in `query`, or from 0. */
		isFirstGuessed?: boolean;
	};
	/** The query parameters of each span of days, in order: an empty one without a Date Range. */
	spans: Array<Record<string, string>>;
	/** The user wants the entries of a list even if it is only one part of an object. */
	isSplit?: boolean;
}

/** They are all of the list, unless the user is told otherwise. */
export interface ListEntries {
	entries: unknown[];
	/** What the user has to know if these may not be all. */
	told?: string;
}

type Ask = (call: ApiCall) => Promise<Answer>;

const REPORT_EVERY = 50;

/** All entries of all days and pages, in the order in which the venue gives them. */
export async function readPlannedList(
	connection: Connection,
	call: ApiCall,
	{ pages, spans, isSplit = false }: ListPlan,
): Promise<ListEntries> {
	const { logger } = connection.context;
	let told: string | undefined;
	const entries: unknown[] = [];
	let parameter = pages?.parameter;
	let firstPage: IDataObject | undefined;
	let requests = 0;
	const report = (where: string) =>
		logger.info(`${call.path}: ${where}, ${requests} requests, ${entries.length} rows`);
	const ask: Ask = async (page) => {
		if (++requests % REPORT_EVERY === 0) report('reading');
		return await callApi(connection, { ...page, format: 'json' });
	};
	for (const [index, span] of spans.entries()) {
		const query = { ...pages?.query, ...firstPage, ...call.query, ...span };
		const spanCall = { ...call, query };
		const isGuess = pages?.isFirstGuessed && firstPage === undefined;
		const firstIs = (number: 0 | 1) => (firstPage = { [parameter ?? '']: number });
		const paging = { pageParameter: parameter, firstIs: isGuess ? firstIs : undefined };
		const reading = pages
			? readAll(connection, spanCall, { ask, ...paging })
			: readFirst(connection, spanCall, { ask, isSplit });
		const read = await reading.catch((thrown: unknown) => {
			throw tellingDay(thrown, span, index, spans.length);
		});
		for (const entry of read.entries) entries.push(entry);
		if (parameter === undefined && read.countsFromZero) {
			firstPage = { [read.parameter ?? '']: 0 };
		}
		parameter ??= read.parameter;
		told ??= read.told;
		if (spans.length > 1)
			report(`${Object.values(span).join(' to ')}, ${index + 1}/${spans.length}`);
	}
	const hasNothing = entries.length === 0 && spans.every(isOneDay);
	return { entries, told: told ?? (hasNothing ? nothingOnDays() : undefined) };
}

/** As one of its parts, with the same day as start and end. */
function isOneDay(span: Record<string, string>): boolean {
	const [start, end] = Object.values(span);
	return start !== undefined && start === end;
}

/** A range of days is read for long, so the user has to know how far it came. */
function tellingDay(
	thrown: unknown,
	span: Record<string, string>,
	done: number,
	all: number,
): unknown {
	const [from] = Object.values(span);
	if (!(thrown instanceof NodeApiError) || from === undefined || all === 1) return thrown;
	thrown.description = [thrown.description, stoppedAt(from, done, all)].filter(Boolean).join(' ');
	return thrown;
}

interface ListRead extends ListEntries {
	/** The parameter that led to the next page. */
	parameter?: string;
	/** The page behind the first one has the number 1. */
	countsFromZero?: boolean;
}

async function readAll(
	connection: Connection,
	call: ApiCall,
	{ ask, ...paging }: { ask: Ask } & Pick<Paging<unknown>, 'pageParameter' | 'firstIs'>,
): Promise<ListRead> {
	let last = call;
	let behind = 0;
	const rowIds = new RowIds(call.path);
	const { records, isPart, doubt } = await readPages<unknown>(call, {
		...paging,
		ask,
		// A venue may ignore what was only tried.
		ledOn(page) {
			last = page;
			behind++;
		},
		entriesIn(answer) {
			const found = listIn(answer, call);
			if (found === undefined) throw notAList(connection, answer, call);
			if (found.length === 0) stopIfFailed(connection, answer);
			return found;
		},
		rowIds,
	});
	const parameter = pageParameterIn(last, call);
	return {
		entries: rowIds.once(records),
		told: toldAbout({ isPart, doubt }),
		parameter,
		countsFromZero: parameter !== undefined && last.query?.[parameter] === behind,
	};
}

async function readFirst(
	connection: Connection,
	call: ApiCall,
	{ ask, isSplit }: { ask: Ask; isSplit: boolean },
): Promise<ListRead> {
	const answer = await ask(call);
	const entries = isSplit || !isOneRecord(answer, call) ? listIn(answer, call) : undefined;
	if (entries === undefined) {
		if (answer.form !== 'json') throw notAList(connection, answer, call);
		return { entries: [answer.body] };
	}
	if (entries.length === 0) stopIfFailed(connection, answer);
	return firstPage(call, answer, entries);
}

/** A list of which the user asked for no more pages. */
export function firstPage(
	call: ApiCall,
	answer: Answer,
	entries: unknown[],
	isDoubted = true,
): ListEntries {
	const { length } = entries;
	const page = { call, answer, entries, length, read: length, pages: 1, firstNumber: 1 };
	const { more, isShort } = outlookOf({ ...page, ...firstOf(page) });
	if (more === 'surely') return { entries, told: morePages(call.method === 'GET') };
	if (saysThatItFailed(answer.body)) {
		return {
			entries,
			told: toldAbout({ isPart: false, doubt: { kind: 'failed', shown: length } }),
		};
	}
	if (more !== 'maybe' || !isDoubted) return { entries };
	const doubt = { kind: isShort ? 'unclear' : 'fullPage', shown: length } as const;
	return { entries, told: toldAbout({ isPart: false, doubt }) };
}

/** For example, the revenue of a day beside its products, which other days may lack. */
function isOneRecord({ body }: Answer, { path }: ApiCall): boolean {
	if (!isRecord(body)) return false;
	const usual = listNames(lastSegmentOf(path));
	const parts = Object.entries(body).filter(
		([name, value]) => !isPageSign(name, value) && !NOT_LISTED.test(name),
	);
	return parts.length > 1 && !parts.some(([name]) => usual.includes(name));
}

function lastSegmentOf(path: string): string | undefined {
	return path.split('/').pop();
}

function listIn(answer: Answer, { path }: ApiCall): unknown[] | undefined {
	if (isNoContent(answer.status) || isNull(answer)) return [];
	const name = lastSegmentOf(path);
	if (holdsNoList(answer.body, name)) return [];
	return Array.isArray(answer.body) ? answer.body : readList(answer.body, name);
}

function notAList({ node }: Connection, { body, form }: Answer, { listAdvice = '' }: ApiCall) {
	if (body === undefined) return nodeApiError(node, explainBrokenAnswer());
	const advice = `Only a list in JSON can be read page by page, or day by day. ${listAdvice}`;
	const isJson = form === 'json';
	return nodeApiError(node, isJson ? explainUnknownForm('a list', advice) : explainNoJson(advice));
}

/** The next pages of other days are then found without a guess. */
function pageParameterIn(last: ApiCall, first: ApiCall): string | undefined {
	const changed = Object.keys(last.query ?? {}).find(
		(name) => last.query?.[name] !== first.query?.[name],
	);
	return changed && /^(p|page|.*page_?(no|num|number|index))$/i.test(changed) ? changed : undefined;
}
