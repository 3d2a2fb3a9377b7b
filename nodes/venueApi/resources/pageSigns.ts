import type { Answer } from '../answers/answer';
import {
	booleanIn,
	isRecord,
	lettersOf,
	listNames,
	spelledAs,
	textOf,
	type VenueRecord,
} from '../records';

/*
 * The API document shows no paging, so any usual sign counts, in the body or in a header. What the
 * signs mean together is decided in `nextPage`.
 */

export interface Named<Value> {
	/** As the venue spells it. */
	name: string;
	value: Value;
}

/** What a response says about the list that it holds a page of. */
export interface PageSigns {
	address?: string;
	/** The number of the next page, or how many records come before it. */
	nextNumber?: Named<number>;
	cursor?: Named<string>;
	/** Another page follows, or none does. */
	hasMore?: boolean;
	/** There is a field for the next page, and it is empty. */
	hasNoNext?: boolean;
	page?: Named<number>;
	pageCount?: number;
	size?: Named<number>;
	offset?: Named<number>;
	/** From a header: these records of so many, which may be unknown. */
	range?: { unit: string; from: number; to: number; total?: number };
	/** How many records there are on all pages. Several if different fields seem to show it. */
	counts: Array<Named<number>>;
	/** A number that may be a count or something else, such as an amount of money. */
	maybeCounts: Array<Named<number>>;
}

type Reader = (signs: PageSigns, sign: Named<unknown>) => void;

/** Names without case, “_”, “-” and the like. The first that matches counts. */
const READERS: Array<[RegExp, Reader]> = [
	[
		/^(odata)?next(page|records|results|items)?(link|url|uri|href|number|no|index|offset|start)?$/,
		readNext,
	],
	[/^next(page)?(cursor|token|key|marker|id)$/, readCursor],
	[/^(continuation(token)?|(end)?cursor|scrollid)$/, readCursor],
	[/^(has|is)(more|next)(page|pages|items|results|records|data|rows)?$/, readFlag],
	[
		/^(more(available)?|(is)?truncated|more(items|results|records|pages|data|rows|bookings)(available)?)$/,
		readFlag,
	],
	[
		/^(remaining(items|results|records|rows|bookings)|(items|results|records|rows)remaining)$/,
		readLeft,
	],
	[/^(is)?last(page)?$/, readLast],
	[/^done$/, readDone],
	[/^(current)?page(number|no|num|index)?$|^number$/, numberInto('page')],
	[/^(total|number of)?pages(total|count)?$|^(pagecount|totalpage|numpages)$/, readPageCount],
	[
		/^(page(size|limit|length)|(items|results|records)?perpage|limit|take|size)$/,
		numberInto('size'),
	],
	[/^(offset|skip|startindex|startat)$/, numberInto('offset')],
	[
		/^total(items|records|results|elements|hits|entries|rows|bookings|webhooks|messages)$/,
		readCount,
	],
	[
		/^((total(item|record|result|row)?|records?|items?|results?|rows?|odata)count|totalsize|totalnumberof(items|records|results|rows)|(records|items)total|recordsfiltered|numfound)$/,
		readCount,
	],
	[/^(total|count)$/, readMaybeCount],
	[/^links$/, readLinks],
];

/** Only where paging is meant: next to the list, or in an object with such a name. */
const PAGING = /meta|pag(e|ing|ination)|cursor|^_?(links?|result)/i;

/** An address, and its parameters. */
const LINK = /<([^<>]+)>([^<>]*)/g;
const RELATION = /\brel\s*=\s*("[^"]*"|'[^']*'|[^;,\s]*)/i;
/** Some servers leave the unit out. */
const CONTENT_RANGE = /^\s*(?:(\S+)\s+)?(\d+)\s*-\s*(\d+)\s*\/\s*(\d+|\*)\s*$/;
const LOOKS_LIKE_ADDRESS = /^\s*(https?:\/\/|\/|\?)|\?/i;
const DEEPEST_SIGN = 4;

export function signsIn({ body, headers }: Pick<Answer, 'body' | 'headers'>): PageSigns {
	const signs: PageSigns = { counts: [], maybeCounts: [] };
	const links = [...String(headers.link ?? '').matchAll(LINK)];
	const link = links.find(([, , said]) => isNext(RELATION.exec(said)?.[1]));
	if (link) signs.address = link[1];
	const range = CONTENT_RANGE.exec(String(headers['content-range'] ?? ''));
	if (range && range[1] !== 'bytes') {
		const [unit = '', from, to, total] = range.slice(1);
		const known = total === '*' ? undefined : Number(total);
		signs.range = { unit, from: Number(from), to: Number(to), total: known };
		if (known !== undefined) signs.counts.push({ name: 'Content-Range', value: known });
	}
	for (const wrapper of [...wrappersIn(body), ...wrappersIn(headersAsRecord(headers))]) {
		const isMoney = Object.keys(wrapper).some((name) => /currency/i.test(name));
		for (const [name, value] of Object.entries(wrapper)) {
			const reader = readerOf(name);
			if (reader && !(isMoney && reader === readMaybeCount)) reader(signs, { name, value });
		}
	}
	return signs;
}

function readerOf(name: string): Reader | undefined {
	const plain = lettersOf(name);
	return READERS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** Whether a field says something about a list beside it, such as how long it is. */
export function isPageSign(name: string, value: unknown): boolean {
	if (Array.isArray(value)) return false;
	if (isRecord(value)) return PAGING.test(name) && !holdsList(value);
	return readerOf(name) !== undefined;
}

/**
 * A whole object with null in place of the list, or a count of 0 or its own address and no list, and
 * nothing beside it but signs of an empty one: some services leave out what is empty.
 */
export function holdsNoList(body: unknown, name?: string): boolean {
	if (!isRecord(body)) return false;
	const names = listNames(name);
	const isEmpty = (value: unknown) =>
		value === null || (Array.isArray(value) && value.length === 0);
	const fields = Object.entries(body).filter(([, value]) => !isEmpty(value));
	const isNamed = names.some((usual) => Object.hasOwn(body, usual));
	const isAtItself = isRecord(body._links) && isRecord(body._links.self);
	const { counts, maybeCounts } = signsIn({ body, headers: {} });
	const all = [...counts, ...maybeCounts];
	return (
		(isNamed || isAtItself || all.length > 0) &&
		all.every(({ value }) => value === 0) &&
		fields.every(([field, value]) =>
			names.includes(field) ? holdsNoList(value, name) : isPageSign(field, value),
		)
	);
}

/** What a link leads to may be several words, such as “prev next”. */
function isNext(relation: unknown): boolean {
	const words = [relation].flat().map(textOf).join(' ');
	return words
		.toLowerCase()
		.split(/[\s"']+/)
		.includes('next');
}

/** Headers of paging begin with X-, and one of them is usually JSON. */
function headersAsRecord(headers: Record<string, unknown>): VenueRecord {
	const paging = Object.entries(headers).map(([name, value]) => {
		const [, plain] = /^(?:x|pagination)-(?:wp-|paging-|pagination-)?(.+)$/.exec(name) ?? [];
		if (plain === undefined) return [];
		if (plain === 'total') return [['totalCount', value]];
		return [[plain, plain === 'pagination' ? jsonIn(value) : value]];
	});
	return Object.fromEntries(paging.flat()) as VenueRecord;
}

function jsonIn(text: unknown): unknown {
	try {
		return JSON.parse(textOf(text)) as unknown;
	} catch {
		return undefined;
	}
}

/** The objects around a list. Its records have fields of their own, which say nothing about it. */
function wrappersIn(body: unknown, depth = 0): VenueRecord[] {
	if (!isRecord(body) || depth > DEEPEST_SIGN) return [];
	const inner = Object.entries(body)
		.filter(([name, value]) => isRecord(value) && (PAGING.test(name) || holdsList(value)))
		.flatMap(([, value]) => wrappersIn(value, depth + 1));
	return [body, ...inner];
}

function holdsList(value: VenueRecord, depth = 0): boolean {
	return Object.values(value).some(
		(inner) =>
			Array.isArray(inner) ||
			(depth < DEEPEST_SIGN && isRecord(inner) && holdsList(inner, depth + 1)),
	);
}

function wholeNumberIn(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && Number.isInteger(Number(value)) ? Number(value) : undefined;
}

/** Unlike `booleanIn`, it takes no number for a flag: that may be the one of a page. */
function flagIn(value: unknown): boolean | undefined {
	return wholeNumberIn(value) === undefined ? booleanIn(value) : undefined;
}

function saysNone(value: unknown): boolean {
	const text = typeof value === 'string' ? value.trim() : undefined;
	return value === null || value === false || /^(null|false|0|-1)?$/i.test(text ?? 'a value');
}

/** What an object for the next page may call its address, its number or its cursor. */
const NEXT_NAMES = 'href url link page pageNumber number offset after cursor token'.split(' ');
const CURSOR_NAMES = ['after', 'cursor', 'token'];

function readNext(signs: PageSigns, sign: Named<unknown>): void {
	const { name, value: next } = isRecord(sign.value) ? signInside(sign.value) : sign;
	const isCursor = CURSOR_NAMES.includes(name);
	const number = isCursor ? undefined : wholeNumberIn(next);
	if (saysNone(next) || (typeof next === 'number' && !(next > 0))) signs.hasNoNext = true;
	else if (number !== undefined) signs.nextNumber ??= { name, value: number };
	else if (flagIn(next) !== undefined) signs.hasMore ??= flagIn(next);
	else if (isCursor) readCursor(signs, { name, value: next });
	else if (typeof next !== 'string') return;
	else if (LOOKS_LIKE_ADDRESS.test(next)) signs.address ??= next.trim();
	else signs.cursor ??= { name, value: next.trim() };
}

/** Without a known name, the object still says that there is a next page. */
function signInside(next: VenueRecord): Named<unknown> {
	const name = NEXT_NAMES.find((known) => Object.hasOwn(next, known));
	if (name !== undefined) return { name, value: next[name] };
	return { name: '', value: Object.values(next).some((value) => !saysNone(value)) || undefined };
}

/** A list of links, each with what it leads to. */
function readLinks(signs: PageSigns, { value }: Named<unknown>): void {
	const links = Array.isArray(value) ? value.filter(isRecord) : [];
	const next = links
		.map((link) => spelledAs(['rel', 'href', 'url', 'uri'], link))
		.find(({ rel }) => isNext(rel));
	if (next) readNext(signs, { name: 'next', value: next.href ?? next.url ?? next.uri });
}

function readCursor(signs: PageSigns, { name, value }: Named<unknown>): void {
	const isText = typeof value === 'string' || typeof value === 'number';
	if (/^next/i.test(name) && saysNone(value)) signs.hasNoNext = true;
	else if (isText && String(value).trim() !== '') signs.cursor ??= { name, value: String(value) };
}

function readFlag(signs: PageSigns, { value }: Named<unknown>): void {
	const count = wholeNumberIn(value);
	signs.hasMore ??= count === undefined ? booleanIn(value) : count > 0;
}

/** Of a request that is done, there may be more records all the same. */
function readDone(signs: PageSigns, { value }: Named<unknown>): void {
	if (flagIn(value) === false) signs.hasMore ??= true;
}

function readLeft(signs: PageSigns, { value }: Named<unknown>): void {
	const left = wholeNumberIn(value);
	if (left !== undefined) signs.hasMore ??= left > 0;
}

/** Some services show with `last_page` how many pages there are. */
function readLast(signs: PageSigns, { name, value }: Named<unknown>): void {
	const isLast = /^is/i.test(name) ? booleanIn(value) : flagIn(value);
	if (isLast !== undefined) signs.hasMore ??= !isLast;
	else if (/page/i.test(name)) signs.pageCount ??= wholeNumberIn(value);
}

function readPageCount(signs: PageSigns, { value }: Named<unknown>): void {
	signs.pageCount ??= wholeNumberIn(value);
}

function readCount(signs: PageSigns, sign: Named<unknown>): void {
	addCount(signs.counts, sign);
}

function readMaybeCount(signs: PageSigns, sign: Named<unknown>): void {
	addCount(signs.maybeCounts, sign);
}

/** A venue could have thousands: total1, total2 and so on. */
const MOST_COUNTS = 20;

function addCount(counts: Array<Named<number>>, { name, value }: Named<unknown>): void {
	const count = wholeNumberIn(value);
	if (count !== undefined && counts.length < MOST_COUNTS) counts.push({ name, value: count });
}

function numberInto(field: 'page' | 'size' | 'offset'): Reader {
	return (signs, { name, value }) => {
		const number = wholeNumberIn(value);
		if (number !== undefined) signs[field] ??= { name, value: number };
	};
}
