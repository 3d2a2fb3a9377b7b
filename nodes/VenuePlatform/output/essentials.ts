import type { IDataObject } from 'n8n-workflow';

import { namesListed } from '../../parameters/reading';
import { isRecord, type VenueRecord } from '../../venueApi/records';
import { noteOnFacts, timesOfChanges, untoldFacts } from './facts';
import {
	type Candidate,
	candidateFor,
	type Essential,
	ESSENTIALS,
	type FieldValues,
	surest,
	wholeName,
} from './meaning';
import { eachLeaf, namesOfTimes } from './leaves';
import { type FieldPath, selection } from './selected';
import { countOf, cut, type Importance, MOST_FIELDS, rank, simplified } from './simplified';

const MOST_FIELDS_READ = 300;
const MOST_OF_A_KIND = 3;
const MOST_ENTRIES = 3;
/** Of a single booking. */
const MOST_ENTRIES_ALONE = 12;
const LONGEST_DEEP = 1_000;
/** An answer to an agent has room for less than 800, and a fifth of the fields is always kept. */
const MOST_FIELDS_OF_ALL = 5_000;
const ZEROS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.0+(?=$|Z|[+-])/;

/** Records as an agent reads them, and what to keep of them if there are many. */
export interface ShortRecords {
	records: IDataObject[];
	importanceOf: Importance;
	/** What the agent has to know about the fields. */
	note?: string;
	/** How the agent can ask for less, if not with a longer text or a later time. */
	narrowedBy?: string;
}

/** What the agent has asked for. */
export interface AgentQuestion {
	/** The field that holds the visit, in dot notation, where it is known. */
	visitField?: string;
	/** When the bookings came in and changed matters, too. */
	isOfChanges?: boolean;
	narrowedBy?: string;
}

/** A short form of each booking: its ID, guest, visit, status and party come before all else. */
export function bookingsInShort(all: VenueRecord[], question: AgentQuestion = {}): ShortRecords {
	const bookings = thatMayFit(all);
	const found = essentialsOf(bookings, question);
	const importanceOf = importanceBy(found.paths);
	const deepOf = selection(found.deep);
	const numbers = all.length === 1 ? [MOST_ENTRIES_ALONE, MOST_ENTRIES] : [MOST_ENTRIES];
	const records = bookings.map((booking) => {
		const short = simplified(booking, importanceOf);
		const deep = found.deep.length > 0 ? deepOf(booking) : undefined;
		return withoutZeros(withDeepField(short, shortEnough(deep, numbers, found))) as IDataObject;
	});
	return {
		records,
		importanceOf,
		note: bookings.length > 0 ? noteAbout(found) : undefined,
		narrowedBy: question.narrowedBy,
	};
}

/** As many as may fit. */
function thatMayFit(bookings: VenueRecord[]): VenueRecord[] {
	let fields = 0;
	if (bookings.length === 1) return bookings;
	for (const [index, booking] of bookings.entries()) {
		fields += Math.min(Object.keys(booking).length, MOST_FIELDS);
		if (fields > MOST_FIELDS_OF_ALL) return bookings.slice(0, index);
	}
	return bookings;
}

const SHORTENED =
	'This answer is shortened: fields are left out, texts are cut, and of a list in a record there are only its length and some entries. Ask for less to see all of it.';

/** The same for records of any kind. What counts in them may be what is left out. */
export function recordsInShort(records: VenueRecord[]): ShortRecords {
	const narrowedBy = 'one day, one ID or one page';
	return { ...bookingsInShort(records, { narrowedBy }), note: SHORTENED };
}

interface FoundEssentials {
	/** Where the essentials are in a simplified record, the most important first. */
	paths: FieldPath[];
	/** Those that are too deep for it. */
	deep: FieldPath[];
	/** The names of those in a list that say for how many guests an entry is. */
	counts: Set<string>;
	/** Whether items at one time became one. */
	isAdded: boolean;
	/** Whether entries of a list are left out. */
	isCut: boolean;
	/** Between which nothing decides. */
	doubtful: Array<[Essential, string[]]>;
	missing: Essential[];
	names: string[];
	/** What is told about other fields. */
	facts?: string;
}

interface DeepField extends FieldValues {
	/** The path in dot notation. */
	name: string;
	listAt: number;
	/** The names of the times beside it. */
	times: Set<string>;
}

function essentialsOf(
	records: VenueRecord[],
	{ visitField = '', isOfChanges = false }: AgentQuestion,
): FoundEssentials {
	const fields = deepFieldsIn(records);
	const names = [...fields.keys()];
	const lists = { paths: [], deep: [], doubtful: [], missing: [] };
	const told = { isAdded: false, isCut: false };
	const found: FoundEssentials = { ...lists, ...told, counts: new Set(), names };
	const taken = new Set<string>();
	for (const essential of Object.keys(ESSENTIALS) as Essential[]) {
		const groups = new Map<string, DeepField[]>();
		const candidates = new Map<string, Candidate>();
		for (const field of fields.values()) {
			const candidate = candidateFor(essential, field);
			if (!candidate) continue;
			// First and last name are one guest.
			const group = essential === 'guest' ? wholeName(field.path).join('.') : field.name;
			groups.set(group, [...(groups.get(group) ?? []), field]);
			if (!candidates.has(group)) candidates.set(group, candidate);
		}
		const isGiven = essential === 'visit' && candidates.has(visitField);
		const best = isGiven ? [visitField] : surest(candidates);
		if (best.length === 0) found.missing.push(essential);
		const fieldsOf = (names: string[]) => names.flatMap((group) => groups.get(group) ?? []);
		if (best.length > 1) {
			found.doubtful.push([essential, fieldsOf(best).map(({ name }) => name)]);
		}
		for (const field of fieldsOf(best.slice(0, MOST_OF_A_KIND))) {
			taken.add(field.name);
			if (essential === 'party' && field.isInList) found.counts.add(field.path.at(-1) ?? '');
			const times = [...field.times].map((name) => [...field.path.slice(0, -1), name]);
			keepFields(found, field, [field.path, ...(essential === 'visit' ? times : [])]);
		}
	}
	const all = [...fields.values()];
	if (isOfChanges) {
		const times = timesOfChanges(all, taken);
		const names = new Set(times.found.flatMap(([, of]) => of.slice(0, MOST_OF_A_KIND)));
		for (const field of all) if (names.has(field.name)) keepFields(found, field, [field.path]);
		if (times.isGuess) found.facts = noteOnFacts(times.found);
	} else if (records.length === 1) {
		found.facts = noteOnFacts(untoldFacts(all, taken));
	}
	return found;
}

function keepFields(found: FoundEssentials, { isInList, listAt }: DeepField, paths: FieldPath[]) {
	for (const path of paths) {
		found.paths.push(path.slice(0, Math.min(2, listAt)));
		if (isInList || path.length > 2) found.deep.push(path);
	}
}

function deepFieldsIn(records: VenueRecord[]): Map<string, DeepField> {
	const fields = new Map<string, DeepField>();
	let timed: { of?: VenueRecord; names: string[] } = { names: [] };
	for (const record of records) {
		eachLeaf(record, ({ path, name: whole, value, beside, listAt = Infinity }) => {
			const isInList = listAt < path.length;
			const isList = Array.isArray(value);
			if (!isThere(value) || (isList && isInList)) return;
			// A list is given as the number of its entries.
			const at = isList ? [...path.slice(0, -1), countOf(path[path.length - 1])] : path;
			const name = isList ? at.join('.') : whole;
			let field = fields.get(name);
			if (!field) {
				if (fields.size >= MOST_FIELDS_READ) return;
				field = { path: at, name, isInList, listAt, values: [], times: new Set() };
				fields.set(name, field);
			}
			field.values.push(isList ? value.length : value);
			if (beside !== timed.of) timed = { of: beside, names: namesOfTimes(beside) };
			for (const time of timed.names) field.times.add(time);
		});
	}
	return fields;
}

function importanceBy(paths: FieldPath[]): Importance {
	const inOrder = [...new Set(paths.map((path) => JSON.stringify(path)))];
	const places = new Map(inOrder.map((path, index) => [path, index - inOrder.length]));
	const firstNames = new Set(paths.map(([name]) => name));
	return (path) =>
		(firstNames.has(path[0]) ? places.get(JSON.stringify(path)) : undefined) ?? rank(path);
}

function noteAbout({
	doubtful,
	missing,
	names,
	facts,
	isAdded,
	isCut,
	counts,
}: FoundEssentials): string | undefined {
	const notes = doubtful.map(
		([essential, fields]) =>
			`Several fields may hold ${ESSENTIALS[essential]}: ${namesListed(fields)}.`,
	);
	if (missing.length > 0) {
		const what = missing.map((essential) => ESSENTIALS[essential]).join(', ');
		notes.push(`No field shows ${what}. The fields are: ${namesListed(names)}.`);
	}
	if (facts !== undefined) notes.push(facts);
	if (isAdded) {
		const what = namesListed([...counts]);
		notes.push(`Items at one time are added up, so ${what} may count more than guests.`);
	}
	if (isCut) notes.push(ENTRIES_LEFT_OUT);
	return notes.length > 0 ? notes.join(' ') : undefined;
}

const ENTRIES_LEFT_OUT =
	'Of a long list in a booking, only the first entries are shown, so the booking may be for more guests. A field such as itemsCount says how many entries there are.';

/** With as many entries of its lists as there is room for. */
function shortEnough(deep: unknown, numbers: number[], found: FoundEssentials): unknown {
	for (const most of numbers) {
		const compacted = compact(deep, most, found);
		if (isShortEnough(compacted)) return compacted;
	}
	return undefined;
}

/** Without what a booking does not have, and with so many entries of a long list. */
function compact(value: unknown, most: number, found: FoundEssentials): unknown {
	if (Array.isArray(value)) {
		const entries = value.map((entry) => compact(entry, most, found)).filter(isThere);
		const all = together(entries, found);
		found.isCut ||= all.length > most;
		return all.slice(0, most);
	}
	if (!isRecord(value)) return cut(value);
	const fields = Object.entries(value).map(
		([name, of]) => [name, compact(of, most, found)] as const,
	);
	const left = fields.filter(([, inner]) => isThere(inner));
	return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** Two adults and two children at the same time are two entries, and four guests. */
function together(entries: unknown[], found: FoundEssentials): unknown[] {
	const known = new Map<string, unknown>();
	for (const entry of entries) {
		const key = JSON.stringify(entry, (name, of: unknown) =>
			isAddedUp(name, of, found) ? null : of,
		);
		known.set(key, known.has(key) ? added(known.get(key), entry, found) : entry);
	}
	return [...known.values()];
}

function isAddedUp(name: string, value: unknown, { counts }: FoundEssentials): boolean {
	return counts.has(name) && typeof value !== 'object' && Number.isFinite(Number(value));
}

/** The sum of two that differ in their counts alone, however deep those are. */
function added(one: unknown, other: unknown, found: FoundEssentials, name = ''): unknown {
	if (isAddedUp(name, one, found)) {
		found.isAdded = true;
		return Number(one) + Number(other);
	}
	if (Array.isArray(one) && Array.isArray(other)) {
		return one.map((entry, index) => added(entry, other[index], found));
	}
	if (!isRecord(one) || !isRecord(other)) return one;
	const sums = Object.entries(one).map(([of, inner]) => [of, added(inner, other[of], found, of)]);
	return Object.fromEntries(sums);
}

function isShortEnough(deep: unknown): boolean {
	return isRecord(deep) && JSON.stringify(deep).length <= LONGEST_DEEP;
}

function withDeepField(short: IDataObject, deep: unknown): IDataObject {
	if (!isRecord(deep)) return short;
	const both = Object.entries(deep).map(([name, value]) => {
		const other = Object.hasOwn(short, name) ? short[name] : undefined;
		return [name, isRecord(value) && isRecord(other) ? { ...value, ...other } : value] as const;
	});
	return { ...short, ...Object.fromEntries(both) };
}

/** A time is as exact without the zeros of its fractions. */
function withoutZeros(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(ZEROS, '$1');
	if (Array.isArray(value)) return value.map(withoutZeros);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withoutZeros(of)]));
}

function isThere(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}
