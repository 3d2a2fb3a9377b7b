import { isRecord, textOf } from '../records';
import type { Answer } from '../answers/answer';
import { nextPath } from '../address';
import type { VenueCall } from '../transport/call';
import { type Named, type PageSigns, signsIn } from './pageSigns';

/** A page that has been read. */
export interface ReadPage {
	call: VenueCall;
	answer: Pick<Answer, 'body' | 'headers'>;
	entries: unknown[];
	/** How many entries the page has: more than `entries` if some were not kept. */
	length: number;
	/** Entries up to this page, with it. */
	read: number;
	/** Pages up to the last one that has entries. */
	pages: number;
	/** What the first page says: its number, and how many entries there were then. */
	firstNumber: number;
	firstTotal?: number;
	/** The parameter that the user names for the number of the page. */
	pageParameter?: string;
}

/** Whether the list goes on behind a page, and the calls that may fetch the next one. */
interface Outlook {
	more: 'surely' | 'maybe' | 'unlikely' | 'no';
	/** The likeliest comes first. Only a page with other records shows that a guess was right. */
	calls: VenueCall[];
	/** The venue counts more records or pages than were read. */
	isShort: boolean;
	/** The venue counts no more records or pages than were read. */
	isCounted: boolean;
	/** The venue names the next page by a text that it has made for it. */
	isAtCursor: boolean;
	/** The page may have as many records as the venue shows at once. */
	isFull: boolean;
}

/** A service that sends as many records as it may sends one of these numbers. */
const ROUND = [50, 100, 200, 250, 500, 1_000];

function isRound(length: number): boolean {
	return ROUND.includes(length);
}

/** The one place that decides whether a list is whole. */
export function outlookOf(page: ReadPage): Outlook {
	const signs = signsIn(page.answer);
	const { length, read } = page;
	const { hasMore, hasNoNext } = signs;
	const isNamed = Boolean(signs.address ?? signs.nextNumber ?? signs.cursor);
	const total = totalIn(signs, page, page.firstTotal);
	const reached = reachedLast(signs, page);
	const isShort = (total !== undefined && total > read) || reached === false;
	const isCounted = total === read || (reached === true && (length > 0 || signs.pageCount === 0));
	const asked = askedIn(page.call);
	const size = signs.size?.value ?? pageNumberOf(asked.find(([name]) => SIZE.test(name))?.[1]);
	const isFull = isRound(length) || length === size;
	const known = { isShort, isCounted, isFull, isAtCursor: signs.cursor !== undefined };
	const isOver = hasNoNext === true || reached === true || total === read;

	if (hasMore === false || (isOver && !isNamed && hasMore === undefined)) {
		// Two signs may disagree: then it is not clear.
		return { more: isShort ? 'maybe' : 'no', calls: [], ...known };
	}
	if (isNamed || hasMore === true || isShort || signs.range) {
		return { more: 'surely', calls: callsFor(signs, page, isShort), ...known };
	}
	if (length === 0) return { more: 'no', calls: [], ...known };
	const isNumbered = signs.page ?? signs.offset ?? asked.find(([name]) => isPlace(name));
	if (page.pageParameter !== undefined || (isFull && isNumbered)) {
		return { more: 'maybe', calls: callsFor(signs, page, false), ...known };
	}
	if (size === undefined && isNumberedFromFirst(signs, page)) {
		// Only the next page can show it.
		return { more: 'unlikely', calls: callsFor(signs, page, false).slice(0, 1), ...known };
	}
	// Behind other pages, no sign of a next one is the end.
	return { more: isFull && page.pages === 1 ? 'maybe' : 'no', calls: [], ...known };
}

/**
 * Whether the venue numbers its pages, from the first one on, and says neither how long they are nor
 * how many there are. A page that is shorter than those before it is the last one.
 */
function isNumberedFromFirst(
	{ page, offset }: PageSigns,
	{ length, read, pages }: ReadPage,
): boolean {
	const number = page?.value ?? offset?.value;
	return number !== undefined && (pages > 1 || [0, 1].includes(number)) && length * pages >= read;
}

/** Some venues count their pages from 0. Records that are made while the list is read are not missed. */
export function firstOf(page: ReadPage): Pick<ReadPage, 'firstNumber' | 'firstTotal'> {
	const signs = signsIn(page.answer);
	return { firstNumber: signs.page?.value === 0 ? 0 : 1, firstTotal: totalIn(signs, page) };
}

/** Whether the venue counts fewer records than on the page before. */
export function isFewer(page: CountedPage, last: CountedPage): boolean {
	const [count, before] = [page, last].map(({ answer, length }) =>
		leastOf(ofAllPages(signsIn(answer).counts, length)),
	);
	return count < before && before < Infinity;
}

function leastOf(counts: number[]): number {
	return counts.reduce((least, count) => Math.min(least, count), Infinity);
}

type CountedPage = Pick<ReadPage, 'answer' | 'length'>;

const COUNT = /^((item|record|result|row)s?[^a-z]?)?count$/i;

/** Beside a page, some services show under `count` how many records are on it. */
function ofAllPages(counts: Array<Named<number>>, length: number): number[] {
	return counts.flatMap(({ name, value }) => (COUNT.test(name) && value === length ? [] : [value]));
}

/** A venue that ignores the number of a page sends the same page with the same number again. */
export function isSameNumber(page: Answer, last: Answer): boolean {
	const [number, before] = [page, last].map((answer) => signsIn(answer).page?.value);
	return number !== undefined && number === before;
}

/** How many records the list has on all pages, if that is what the numbers beside it mean. */
function totalIn(
	{ counts, maybeCounts, ...signs }: PageSigns,
	{ read, entries, length }: ReadPage,
	atMost = Infinity,
): number | undefined {
	const isPaged = Boolean(signs.page ?? signs.size ?? signs.offset ?? signs.pageCount);
	const sums = isPaged || maybeCounts.length === 0 ? [] : sumsOf(entries);
	const isSum = (count: number) => sums.some((sum) => Math.abs(sum - count) < 0.005);
	// An empty page has no rows that could show whether a number is an amount.
	const likely = maybeCounts.filter(({ value }) => isPaged || (length > 0 && !isSum(value)));
	const all = ofAllPages([...counts, ...likely], length).map((count) => Math.min(count, atMost));
	if (all.includes(read)) return read;
	const larger = all.filter((count) => count > read);
	return larger.length > 0 ? leastOf(larger) : undefined;
}

const AMOUNT = /amount|balance|charge|cost|fee|paid|price|remainder|sum|total/i;

/** What the amounts of all rows add up to, by field. */
function sumsOf(entries: unknown[]): number[] {
	const sums = new Map<string, number>();
	for (const [name, value] of entries.filter(isRecord).flatMap((entry) => Object.entries(entry))) {
		if (typeof value === 'number' && AMOUNT.test(name)) {
			sums.set(name, (sums.get(name) ?? 0) + value);
		}
	}
	return [...sums.values()];
}

/** Undefined if the venue does not say how many pages there are. */
function reachedLast({ page, pageCount, range }: PageSigns, read: ReadPage): boolean | undefined {
	if (range?.total !== undefined) return range.to + 1 >= range.total;
	if (pageCount === undefined) return undefined;
	const last = page === undefined ? read.pages : page.value - read.firstNumber + 1;
	return last >= pageCount;
}

type Paginator = (signs: PageSigns, page: ReadPage) => VenueCall[];

const PAGE = /^(page|page_?(number|no|num|index)|p)$/i;
const OFFSET = /^(offset|skip|start_?(index|at)?)$/i;
const SIZE = /^(page_?(size|limit|length)|per_?page|limit|take|size)$/i;

const isPlace = (name: string) => PAGE.test(name) || OFFSET.test(name);

function callsFor(signs: PageSigns, page: ReadPage, isShort: boolean): VenueCall[] {
	const named = PAGINATORS.flatMap((paginator) => paginator(signs, page));
	const mayGuess = isShort || signs.hasMore === true;
	return named.length === 0 && mayGuess ? byGuess(signs, page) : named;
}

const byAddress: Paginator = ({ address }, { call }) => {
	const path = nextPath(address, call.path.split('?')[0]);
	return path === undefined ? [] : [{ ...call, path, query: undefined }];
};

const byNumber: Paginator = ({ nextNumber, page, offset }, { call, length, ...read }) => {
	if (countsRecords(read.pageParameter)) return [];
	const asked = namesIn(call, PAGE);
	const own = [page, nextNumber && { name: nextNumber.name.replace(/^_?next_?/i, '') }];
	const parameters = read.pageParameter
		? [read.pageParameter]
		: [
				...asked,
				...own.map((sign) => lowerFirst(sign?.name ?? '')).filter(namesAPage),
				...USUAL_PAGES,
			];
	if (nextNumber && isNextOffset(nextNumber, offset, length)) return [];
	const last = page?.value ?? pageNumberOf(valueOf(call, parameters[0])) ?? read.firstNumber;
	const isKnown = nextNumber ?? page ?? read.pageParameter ?? asked[0];
	if (isKnown === undefined) return [];
	return withEach(call, parameters, nextNumber?.value ?? last + 1);
};

const byOffset: Paginator = ({ offset, nextNumber }, { call, length, pageParameter }) => {
	const isGiven = countsRecords(pageParameter);
	const asked = isGiven ? [pageParameter ?? ''] : namesIn(call, OFFSET);
	const own = offset ? [lowerFirst(offset.name)] : [];
	const isOffset = nextNumber && isNextOffset(nextNumber, offset, length);
	if (!isOffset && own.length + asked.length === 0) return [];
	const last = offset?.value ?? pageNumberOf(valueOf(call, asked[0])) ?? 0;
	const next = isOffset ? nextNumber.value : last + length;
	return withEach(
		call,
		isGiven ? asked : [...asked, ...own, ...(isOffset ? ['offset'] : [])],
		next,
	);
};

/** Whether the number of the next page counts the records before it. */
function isNextOffset(next: Named<number>, offset: PageSigns['offset'], length: number): boolean {
	if (/offset|start/i.test(next.name)) return true;
	return offset !== undefined && next.value >= offset.value + length;
}

const byCursor: Paginator = ({ cursor }, { call }) => {
	if (!cursor) return [];
	const own = lowerFirst(cursor.name.replace(/^_?next_?/i, ''));
	const names = [own, /^end_?cursor$/i.test(own) ? 'after' : 'cursor', lowerFirst(cursor.name)];
	return withEach(call, names, cursor.value);
};

const byRange: Paginator = ({ range }, { call, length }) => {
	if (!range) return [];
	const [from, to] = [range.to + 1, range.to + Math.max(length, 1)];
	const unit = range.unit === '' ? '' : `${range.unit}=`;
	return [{ ...call, headers: { ...call.headers, Range: `${unit}${from}-${to}` } }];
};

const PAGINATORS = [byAddress, byCursor, byNumber, byOffset, byRange];

const USUAL_PAGES = ['page', 'pageNumber'];

/** The venue has more records and names no parameter. Page 1 is the second one if it counts from 0. */
const byGuess: Paginator = (_, { call, length }) => [
	...USUAL_PAGES.flatMap((name) => [1, 2].flatMap((number) => withEach(call, [name], number))),
	...withEach(call, ['offset'], length),
];

/** Whether a parameter that the user names takes the number of records before the page. */
export function countsRecords(parameter = ''): boolean {
	const isAboutPages = /page[_-]?(offset|start)|(skip|start)[_-]?page/i.test(parameter);
	return /offset|skip|start/i.test(parameter) && !isAboutPages;
}

function namesAPage(name: string): boolean {
	return PAGE.test(name);
}

function lowerFirst(name: string): string {
	return name.replace(/^[^a-z]+/i, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

function askedIn({ path, query = {} }: VenueCall): Array<[string, unknown]> {
	return [...new URLSearchParams(path.split('?')[1] ?? ''), ...Object.entries(query)];
}

function namesIn(call: VenueCall, pattern: RegExp): string[] {
	return askedIn(call).flatMap(([name]) => (pattern.test(name) ? [name] : []));
}

function valueOf(call: VenueCall, asked: string | undefined): unknown {
	return askedIn(call).find(([name]) => name === asked)?.[1];
}

function pageNumberOf(value: unknown): number | undefined {
	return /^\d+$/.test(textOf(value)) ? Number(value) : undefined;
}

function withEach(call: VenueCall, names: string[], value: string | number): VenueCall[] {
	const [path, asked] = call.path.split('?', 2);
	const known = names.filter((name) => valueOf(call, name) !== undefined);
	return [...new Set([...known, ...names])].map((name) => {
		if (asked === undefined) return { ...call, query: { ...call.query, [name]: value } };
		const query = new URLSearchParams(asked);
		query.set(name, textOf(value));
		return { ...call, path: `${path}?${query.toString()}` };
	});
}
