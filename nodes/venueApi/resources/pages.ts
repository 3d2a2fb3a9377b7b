import { NodeApiError } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { type Answer, isRefusal, saysThatItFailed } from '../answers/answer';
import type { Cut, Doubt } from '../messages/lists';
import type { VenueCall } from '../transport/call';
import type { RowIds } from './rowIds';
import { firstOf, isFewer, isSameNumber, outlookOf, type ReadPage } from './nextPage';

/** No list that these nodes read has more pages. */
const MOST_PAGES = 10_000;

/** An empty page ends a list unless it names a next one. Some venues never stop naming it. */
const MOST_EMPTY = 3;

/** A venue that filters each page behind a cursor may give many empty ones. */
const MOST_EMPTY_AT_CURSOR = 100;

/** Enough of a page to recognize it. */
const MOST_KEYS = 1_000;

/** How a list is read, page by page. */
export interface Paging<Entry> {
	/** Sends one call. */
	ask(call: VenueCall): Promise<Answer>;
	/** The entries in a response. Throws if it has no list. */
	entriesIn(answer: Answer): Entry[];
	/** Entries of two pages with the same ID are one, and the later one stays. */
	idOf?: (entry: Entry) => string | undefined;
	/** Instead of `idOf`, if it is not known what an ID is. The entries stay in the list for now. */
	rowIds?: RowIds;
	/** What the user names as the parameter for the number of the page. The query has the first one. */
	pageParameter?: string;
	/** Told the call of each page that the venue had behind another one. */
	ledOn?: (call: VenueCall) => void;
	/** Some venues count their pages from 0. With this, the first page in the query is 1 as a guess. */
	firstIs?: (number: 0 | 1) => void;
}

/** What was read of a list, and whether that is all of it. */
export interface PagesRead<Entry> extends Cut {
	records: Entry[];
	/** The first response. */
	first: Answer;
}

/** Reads a list to its end, or until there is as much of it as `call.list` wants. */
export async function readPages<Entry>(
	call: VenueCall,
	paging: Paging<Entry>,
): Promise<PagesRead<Entry>> {
	const { atMost = Infinity, prune } = call.list ?? {};
	const pages = new Pages(paging);
	let page = await pages.load(call);
	const [first, firstLength] = [page.answer, page.length];
	let records = [...page.entries];
	let [isPart, wasShort] = [false, false];
	for (let empty = 0; ; ) {
		prune?.(records);
		if (records.length >= atMost) return { records, isPart: false, first };
		const { more, calls, isAtCursor, ...known } = outlookOf(pages.position(page));
		const { isShort, isCounted, isFull } = known;
		if (page.length > 0) wasShort = isShort;
		// An empty page may say nothing, but those before it did.
		isPart = isShort || (!isCounted && wasShort);
		empty = page.length === 0 ? empty + 1 : 0;
		if (more === 'no' || (empty >= MOST_EMPTY && !isAtCursor)) break;
		if (empty >= MOST_EMPTY_AT_CURSOR) {
			return { records, isPart, doubt: { kind: 'unclear', shown: 0 }, first };
		}
		// A guess that proved itself comes first from now on.
		const likely = pages.count === 1 ? calls : calls.slice(0, 1);
		if (pages.count === MOST_PAGES) {
			const doubt: Doubt = { kind: 'tooManyPages', shown: MOST_PAGES };
			return { records, isPart: more === 'surely', doubt, first };
		}
		const next = await pages.after(page, likely, more === 'unlikely');
		if (next === 'unread' || next === 'repeated') {
			if (more === 'unlikely') break;
			const isAgain = next === 'repeated' && !isShort;
			// A venue may refuse a page that it does not have.
			const isEnd = pages.count > 1 ? page.length < firstLength : !isFull;
			if (next === 'unread' && more === 'maybe' && !isShort && isEnd) break;
			// A venue may give its last page again for each later number.
			if (isAgain && more === 'maybe' && paging.pageParameter && pages.count > 1) break;
			isPart = more === 'surely' && !(isAgain && page.length < firstLength);
			const kind = next === 'repeated' ? next : isShort ? 'unclear' : 'fullPage';
			return { records, isPart, doubt: { kind, shown: page.length }, first };
		}
		records = pages.join(records, page, next);
		page = next;
	}
	return { records, isPart, doubt: pages.doubt, first };
}

interface Page<Entry> {
	call: VenueCall;
	answer: Answer;
	/** Those that are kept. */
	entries: Entry[];
	/** How many entries the page has, with those that are not kept. */
	length: number;
	/** They show whether it is the same page. */
	keys(): string[];
}

/** What has been read of a list so far. */
class Pages<Entry> {
	count = 0;
	private read = 0;
	private first = { firstNumber: 1 };
	private hasMoved = false;
	/** No page has an ID twice. Otherwise, several rows may be about one thing, and only the same row is one. */
	private hasOwnIds = true;
	private hasFailed = false;
	/** Pages up to the last one with entries. */
	private filled = 1;
	private readonly asked = new Set<string>();
	private readonly seen = new Set<string>();

	constructor(private readonly paging: Paging<Entry>) {}

	position(page: Page<Entry>): ReadPage {
		const { filled, first } = this;
		const { pageParameter, rowIds } = this.paging;
		const read = this.read - (rowIds?.doubled ?? 0);
		return { ...page, read, pages: filled, ...first, pageParameter };
	}

	get doubt(): Doubt | undefined {
		if (this.hasFailed) return { kind: 'failed', shown: this.read };
		return this.hasMoved || this.paging.rowIds?.hasMoved
			? { kind: 'moved', shown: this.read }
			: undefined;
	}

	async load(call: VenueCall): Promise<Page<Entry>> {
		const page = this.paging.firstIs ? await this.firstWhere(call) : await this.fetch(call);
		this.count = 1;
		this.read = page.length;
		this.hasFailed = saysThatItFailed(page.answer.body);
		this.paging.rowIds?.add(page.entries);
		this.first = firstOf(this.position(page));
		return page;
	}

	/** The page before page 1, if the venue has one. Then page 1 is read again, behind it. */
	private async firstWhere(call: VenueCall): Promise<Page<Entry>> {
		const { firstIs, pageParameter = '' } = this.paging;
		// A venue that counts from 0 may refuse page 1 if all records are on page 0.
		const one = await this.fetch(call).catch((thrown: unknown) => refusalIn(thrown));
		const isRefused = one instanceof NodeApiError;
		if (!isRefused && this.isCounted(one)) return one;
		const before = { ...call, query: { ...call.query, [pageParameter]: 0 } };
		const zero = await unlessRefused(this.fetch(before, true), true);
		if (zero && zero.length > 0 && (isRefused || !this.isWithin(one, zero))) {
			firstIs?.(0);
			this.asked.delete(identity(call));
			return zero;
		}
		if (isRefused) throw one;
		if (one.length > 0 || zero === undefined) firstIs?.(1);
		return one;
	}

	private isCounted(page: Page<Entry>): boolean {
		const { length } = page;
		return outlookOf({ ...this.position(page), read: length, pages: 1 }).isCounted;
	}

	/** A venue may take page 0 for page 1, or for all pages. */
	private isWithin(page: Page<Entry>, other: Page<Entry>): boolean {
		if (page.length === 0) return false;
		const keys = page.keys();
		const isStart = JSON.stringify(other.keys().slice(0, keys.length)) === JSON.stringify(keys);
		if (isStart || isSameNumber(page.answer, other.answer)) return true;
		return this.shareOf(other, page) > 0.5 || this.shareOf(page, other) > 0.5;
	}

	/** The first of these pages that is another one, or why there is none. */
	async after(
		last: Page<Entry>,
		calls: VenueCall[],
		isUnlikely: boolean,
	): Promise<Page<Entry> | 'unread' | 'repeated'> {
		let none: Page<Entry> | 'unread' | 'repeated' = 'unread';
		for (const call of calls) {
			if (this.asked.has(identity(call))) {
				none = 'repeated';
				continue;
			}
			const page = await unlessRefused(this.fetch(call, isUnlikely), isUnlikely);
			if (page === undefined) continue;
			if (page.length > 0 && !this.isRepeated(page, last)) return page;
			if (page.length > 0) none = 'repeated';
			else if (none === 'unread') none = page;
		}
		return none;
	}

	/** Changes at the venue may show a record again on the next page. */
	join(records: Entry[], last: Page<Entry>, page: Page<Entry>): Entry[] {
		const { idOf, rowIds, ledOn } = this.paging;
		ledOn?.(page.call);
		this.count++;
		if (page.length > 0) this.filled = this.count;
		this.read += page.length;
		this.hasFailed ||= saysThatItFailed(page.answer.body);
		rowIds?.add(page.entries);
		this.hasMoved ||= isFewer(page, last);
		// Without IDs, rows that came twice count like those that were pushed behind the end.
		if (!idOf && !rowIds?.areKnown) this.hasMoved ||= isFewer(last, page);
		if (!idOf) return withAll(records, page.entries);
		const keys = page.keys();
		if (this.seen.size === 0) {
			for (const key of last.keys()) this.seen.add(key);
			this.hasOwnIds &&= this.seen.size === last.keys().length;
		}
		this.hasOwnIds &&= new Set(keys).size === keys.length;
		const repeated = new Set(keys.filter((key) => this.seen.has(key)));
		for (const key of keys) this.seen.add(key);
		if (repeated.size === 0) return withAll(records, page.entries);
		const isSame = this.hasOwnIds ? () => true : sameAsOneOf(page.entries);
		const left = records.filter((entry) => !repeated.has(idOf(entry) ?? '') || !isSame(entry));
		if (!this.hasOwnIds) {
			this.read -= records.length - left.length;
			this.hasMoved ||= left.length < records.length;
			return withAll(left, page.entries);
		}
		this.read -= repeated.size;
		// New records in front move others to the next page. Anything else may have skipped some.
		const head = JSON.stringify(keys.slice(0, repeated.size));
		this.hasMoved ||= head !== JSON.stringify(last.keys().slice(-repeated.size));
		return withAll(left, page.entries);
	}

	private async fetch(call: VenueCall, isUnlikely = false): Promise<Page<Entry>> {
		const { ask } = this.paging;
		const { list } = call;
		const watched: string[] = [];
		const isWanted = (entry: unknown) => {
			if (watched.length < MOST_KEYS) watched.push(this.keyOf(entry as Entry));
			return list?.isWanted?.(entry) ?? true;
		};
		this.asked.add(identity(call));
		// Only the first page may end early: behind a record that is dropped later, more are needed.
		const atMost = this.count === 0 ? (list?.atMost ?? Infinity) : Infinity;
		const isSifted = list?.isWanted !== undefined || list?.prune !== undefined;
		const sifted = list && { ...list, atMost, ...(isSifted ? { isWanted } : {}) };
		const answer = await ask({ ...call, list: sifted });
		const found = this.entriesIn(answer, isUnlikely);
		this.paging.rowIds?.look(found);
		const leftOut = answer.leftOut ?? 0;
		return {
			...{ call, answer, length: found.length + leftOut },
			entries: list?.isWanted ? found.filter((entry) => list.isWanted?.(entry)) : found,
			keys: () => (leftOut > 0 ? watched : found.map((entry) => this.keyOf(entry))),
		};
	}

	/** Instead of a page that it does not have, a venue may give anything. */
	private entriesIn(answer: Answer, isUnlikely: boolean): Entry[] {
		const { entriesIn } = this.paging;
		if (!isUnlikely) return entriesIn(answer);
		try {
			return entriesIn(answer);
		} catch {
			return [];
		}
	}

	/**
	 * Whether it has nothing that the page before it lacks. The first page may have changed until it comes
	 * again for a parameter that was only tried.
	 */
	private isRepeated(page: Page<Entry>, last: Page<Entry>): boolean {
		const share = this.shareOf(page, last);
		const isSame = this.count === 1 ? share > 0.5 : share === 1;
		return isSame || isSameNumber(page.answer, last.answer);
	}

	/** How much of a page is in another one, too: all of it or nothing if the rows have no IDs. */
	private shareOf(page: Page<Entry>, other: Page<Entry>): number {
		const [keys, others] = [page, other].map((each) => each.keys().slice(0, MOST_KEYS));
		const { idOf, rowIds } = this.paging;
		if (!idOf && !rowIds?.areKnown) return JSON.stringify(keys) === JSON.stringify(others) ? 1 : 0;
		const known = new Set(others);
		return keys.filter((key) => known.has(key)).length / keys.length;
	}

	/** Within one list, a venue writes the fields of a record in one order. */
	private keyOf(entry: Entry): string {
		const { idOf, rowIds } = this.paging;
		return idOf?.(entry) ?? rowIds?.idOf(entry) ?? hash('sha256', JSON.stringify(entry), 'hex');
	}
}

function sameAsOneOf(entries: unknown[]): (entry: unknown) => boolean {
	const same = new Set(entries.map((entry) => JSON.stringify(entry)));
	return (entry) => same.has(JSON.stringify(entry));
}

/** In place: a copy for each of 10,000 pages would take longer than the pages. */
function withAll<Entry>(records: Entry[], more: Entry[]): Entry[] {
	for (const entry of more) records.push(entry);
	return records;
}

function identity({ path, query, headers }: VenueCall): string {
	return JSON.stringify([path, query, headers]);
}

/** A venue that refuses a parameter has no page there. It may even break at a page that it does not have. */
async function unlessRefused<T>(asking: Promise<T>, isUnlikely: boolean): Promise<T | undefined> {
	const found = await asking.catch((thrown: unknown) => refusalIn(thrown, isUnlikely));
	return found instanceof NodeApiError ? undefined : found;
}

function refusalIn(thrown: unknown, isUnlikely = false): NodeApiError {
	const status = thrown instanceof NodeApiError ? Number(thrown.httpCode) : NaN;
	if (isRefusal(status) || (isUnlikely && status === 500)) return thrown as NodeApiError;
	throw thrown;
}
