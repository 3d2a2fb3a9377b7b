import { isLoopback } from '../address';
import { onlySaysThatItFailed } from '../answers/answer';
import { isRecord, listNames, type VenueRecord } from '../records';
import { isPageSign } from './pageSigns';

/** The field in which the events of a live service list the files of an export. */
const USUAL_FIELD = 'preSignedUrls';

const DEEPEST_FILE = 4;
const LONGEST_ADDRESS = 8_000;

/** `isLocal`: venue and file are on this machine, as in the demo and the tests. */
type ReadAddress = { url: URL; isLocal: boolean } | { reason: string };

/**
 * The addresses of the files in a Bulk Export event, or in its `data`: those of the usual field, or
 * the only list of addresses. Undefined if there is none, or more than one. An address in a text is
 * not taken: a guest may have written it.
 */
export function fileAddressesIn(item: unknown): string[] | undefined {
	const data = isRecord(item) && 'data' in item ? item.data : item;
	const named = listsIn(data, 0).filter(({ name }) => name === USUAL_FIELD);
	const lists = named.length > 0 ? named : listsIn(data, 0);
	const ofAddresses = lists.filter(({ list }) => list.length > 0 && list.every(isAddress));
	const candidates = ofAddresses.length > 0 ? ofAddresses : lists;
	const [only, ...others] = candidates;
	if (only === undefined || others.length > 0) return undefined;
	return only.list.every(isAddress) ? only.list : undefined;
}

function listsIn(value: unknown, depth: number): Array<{ name: string; list: unknown[] }> {
	if (!isRecord(value) || depth > DEEPEST_FILE) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		if (Array.isArray(inner)) return [{ name, list: inner as unknown[] }];
		// An export without files: some services write an empty list like this.
		if (name === USUAL_FIELD && (inner === null || inner === '')) return [{ name, list: [] }];
		return listsIn(inner, depth + 1);
	});
}

function isAddress(value: unknown): value is string {
	return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/**
 * An address of a file store, or the reason why it is not fetched. It comes from an event, and n8n
 * stands inside the user's network. `isPublic`: whether the name alone has to show that.
 */
export function readFileAddress(text: string, baseUrl: string, isPublic: boolean): ReadAddress {
	if (text.length > LONGEST_ADDRESS || !isAddress(text)) {
		return { reason: 'it is not a complete web address' };
	}
	const url = new URL(text);
	url.hash = '';
	if (url.username || url.password) return { reason: 'it holds a user name or a password' };
	if (isLoopback(url) && isLoopback(new URL(baseUrl))) return { url, isLocal: true };
	if (url.protocol !== 'https:') return { reason: 'it does not start with https://' };
	if (url.port !== '') return { reason: 'it names a port of its own' };
	if (isPublic && !hasPublicName(url)) return { reason: 'it leads into a private network' };
	return { url, isLocal: false };
}

const PRIVATE_NAME =
	/(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|example|invalid|onion)$/;

/** By its spelling: a number instead of a name, a name without a domain, or one of a local network. */
function hasPublicName({ hostname }: URL): boolean {
	const name = hostname.replace(/\.$/, '');
	const isNumber = name.startsWith('[') || /(^|\.)\d+$/.test(name);
	return !isNumber && name.includes('.') && !PRIVATE_NAME.test(name);
}

/**
 * The records of a file: of a list, of a list on each line, or of an object that holds nothing but a
 * list and what belongs to its pages. Any other object is one record, which may have lists of its
 * own. Undefined if the file has no records, or only says that something did not work.
 */
export function recordsOfFile(body: unknown): unknown[] | undefined {
	if (body === undefined || body === null) return [];
	if (Array.isArray(body)) return body.every(isListOfRecords) ? body.flat() : body;
	if (!isRecord(body) || onlySaysThatItFailed(body)) return undefined;
	return Object.keys(body).length === 0 ? [] : (listWrappedIn(body) ?? [body]);
}

/** The list of an object that holds nothing but it and what belongs to its pages. */
export function listWrappedIn(record: VenueRecord, depth = 0): unknown[] | undefined {
	const only = onlyContentOf(record);
	if (only === undefined || depth > DEEPEST_FILE) return undefined;
	const { name, value, signs } = only;
	if (isRecord(value)) return listWrappedIn(value, depth + 1);
	if (!isListOfRecords(value)) return undefined;
	const isSurely = signs.length === 0 || listNames().includes(name);
	return isSurely || signs.some((sign) => isAboutList(sign, value)) ? value : undefined;
}

type Field = [name: string, value: unknown];

/** The only field that is no sign of pages. */
function onlyContentOf(record: VenueRecord) {
	const fields: Field[] = Object.entries(record);
	const signs = new Set(fields.filter(([name, value]) => isPageSign(name, value)));
	const [only, ...others] = fields.filter((field) => !signs.has(field));
	if (only === undefined || others.length > 0) return undefined;
	return { name: only[0], value: only[1], signs: [...signs] };
}

/** A record has such fields as well: its number, the size of its party, or what it costs. */
const OF_RECORDS_TOO = /^(number|size|limit|take|skip|offset|next|last|more|done|total|count)$/i;

function isAboutList([name, value]: Field, list: unknown[]): boolean {
	return !OF_RECORDS_TOO.test(name) || (/^(total|count)$/i.test(name) && value === list.length);
}

/** The list of a record whose entries may be the records that are meant. */
export function doubtfulListIn(record: unknown): string | undefined {
	if (!isRecord(record)) return undefined;
	const usual = listNames().find((name) => isListOfRecords(record[name]));
	const only = onlyContentOf(record);
	return usual ?? (isListOfRecords(only?.value) ? only?.name : undefined);
}

function isListOfRecords(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.every(isRecord);
}
