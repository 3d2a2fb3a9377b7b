import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { beginningOfText, isRecord, setField, shortened } from '../../venueApi/records';
import { recordsInShort, type ShortRecords } from './essentials';
import { asHtml } from '../../n8n/hint';
import type { Importance } from './simplified';
import { MOST_TOKENS, tokensOf } from './tokens';

/** A field takes four tokens at least: its name, two marks and its value. */
const MOST_FIELDS_KEPT = MOST_TOKENS / 4;
/** Each record of a shortened list keeps at least this many fields, and all that is essential. */
const FEWEST_FIELDS = 4;
/** More records never fit, whatever they contain. */
const MOST_RECORDS = 500;
const LONGEST_TEXT = 10_000;
const LONGEST_HINT = 1_000;
/** Kept for what the agent is told beside the list. */
const TOLD_TOKENS = 30;
const NOTE_TOKENS = 50;
const BY_DEFAULT = 'a longer text or a later time';
/** The quotes, the colon and the comma of a field, or what separates two records. */
const MARKS_TAKE = 2;
/** How much of a long text is tried next. */
const SHORTER = 0.95;

type ShortPath = [string] | [string, string];

/** If an agent uses the node, the name of its type ends in “Tool”. */
export function isForAgent(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

interface CollectedHints {
	/** What operations get as their context. Everything that they hint at is collected. */
	context: IExecuteFunctions;
	/** What a person reads as a hint, an agent has to read in its answer. Empty for a person. */
	notes(): IDataObject[];
}

/**
 * Shows the hints of one item, and keeps them for an agent. With many items, each hint is shown
 * once: `shown` has those of the other items. Some quote the venue, so `hide` removes secrets.
 */
export function collectHints(
	execution: IExecuteFunctions,
	shown: Set<string>,
	hide: (message: string) => string,
): CollectedHints {
	const messages = new Set<string>();
	const addExecutionHints = (...told: NodeExecutionHint[]) => {
		const hints = told.map((hint) => ({ ...hint, message: asOneLine(hide(hint.message)) }));
		for (const { message } of hints) messages.add(message);
		const fresh = hints.filter(({ message }) => !shown.has(message));
		for (const { message } of fresh) shown.add(message);
		const shownAs = fresh.map((hint) => ({ ...hint, message: asHtml(hint.message) }));
		if (fresh.length > 0) execution.addExecutionHints(...shownAs);
	};
	const context = Object.create(execution, {
		addExecutionHints: { value: addExecutionHints },
	}) as IExecuteFunctions;
	return { context, notes: () => (isForAgent(execution) ? [...messages].map(noteForAgent) : []) };
}

/** A venue chooses the names in a hint, and how long they are. */
function asOneLine(message: string): string {
	return shortened(message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), LONGEST_HINT);
}

/**
 * An agent reads the complete result, and n8n shows it no hints. So a long list first loses its
 * least important fields, the same ones in all records, and then its last records. An item says
 * that there are more.
 */
export function shortList<T>(
	records: T[],
	inShort: (records: T[]) => ShortRecords,
	limit = Infinity,
): IDataObject[] {
	const wanted = records.slice(0, Math.min(limit, MOST_RECORDS));
	const { records: simple, importanceOf, note, narrowedBy } = inShort(wanted);
	const notes = note === undefined ? [] : [noteForAgent(note)];
	const most = MOST_TOKENS - TOLD_TOKENS - tokensOf(notes);
	const shorten = shortener(simple, importanceOf);
	const all = wanted.length === records.length ? shorten(most) : [];
	if (all.length === records.length) return [...all, ...notes];
	const short = shorten(most - NOTE_TOKENS);
	return [...short, ...notes, noteOnPart(short.length, records.length, limit, narrowedBy)];
}

/** Tells that a list has more records than an agent sees. */
export function noteOnPart(
	shown: number,
	all: number,
	limit: number,
	narrowedBy = BY_DEFAULT,
): IDataObject {
	const total = all > limit ? `more than ${limit}` : String(all);
	return noteForAgent(
		`These are the first ${shown} of ${total}. To see the others, ask for less, such as with ${narrowedBy}.`,
	);
}

/** Records with known fields. */
export function inOrderOf(
	names: string[],
	records: IDataObject[],
	narrowedBy?: string,
): ShortRecords {
	return { records, importanceOf: ([name]) => names.indexOf(name), narrowedBy };
}

export function isTooLongForAgent(records: IDataObject[]): boolean {
	return tokensOf(records) > MOST_TOKENS - TOLD_TOKENS;
}

/** What is short enough stays as the venue sent it. */
export function readable(records: IDataObject[]): IDataObject[] {
	if (!isTooLongForAgent(records)) return records;
	const [{ data }] = records;
	if (records.length > 1 || typeof data !== 'string') {
		return shortList(records, recordsInShort);
	}
	let text = beginningOfText(data, LONGEST_TEXT);
	const most = MOST_TOKENS - TOLD_TOKENS - NOTE_TOKENS;
	while (tokensOf(text) > most) text = beginningOfText(text, text.length * SHORTER);
	const note = `This is the beginning of a text of ${data.length} characters. Ask for less to see all of it.`;
	return [{ data: text }, noteForAgent(note)];
}

function noteForAgent(note: string): IDataObject {
	return { note };
}

/** The fields are read once, for any number of tokens. */
function shortener(
	records: IDataObject[],
	importanceOf: Importance,
): (most: number) => IDataObject[] {
	const whole = tokensOf(records);
	let inOrder: ShortField[] | undefined;
	return (most) => {
		if (whole <= most) return records;
		inOrder ??= shortFieldsIn(records, importanceOf);
		for (const { places } of inOrder) for (const { frame } of places) empty(frame);
		const kept: ShortPath[] = [];
		let fewest = 1;
		let length = records.length * MARKS_TAKE;
		for (const [index, field] of inOrder.entries()) {
			const longer = length + addedBy(field, most - length);
			if (index >= FEWEST_FIELDS && field.importance >= 0 && longer > most) continue;
			length = longer;
			keep(field);
			kept.push(field.path);
			if (index < FEWEST_FIELDS || field.importance < 0) fewest = kept.length;
		}
		let short = first(records, withOnly(kept), most);
		// The tokens of a field are only about right, so the least important may be too much.
		while (short.length < records.length && kept.length > fewest) {
			kept.pop();
			short = first(records, withOnly(kept), most);
		}
		return short;
	};
}

function empty(frame: Frame): void {
	frame.fields = 0;
	if (frame.outer) frame.outer.fields = 0;
}

/** An object of the shortened list, while its fields are chosen. */
interface Frame {
	fields: number;
	/** What it adds to the object around it: its name and its braces, in tokens. */
	length: number;
	outer?: Frame;
}

/** A field, and where it would be: its tokens in each record that has it. */
interface ShortField {
	path: ShortPath;
	/** The tokens of its name. */
	name: number;
	importance: number;
	places: Array<{ frame: Frame; value: unknown; length?: number }>;
}

/**
 * So that the length of the list is known without writing it again for each field. What is more
 * than `room` is not counted to its end.
 */
function addedBy({ name, places }: ShortField, room: number): number {
	let added = 0;
	for (const place of places) {
		if (added > room) break;
		const { frame, value } = place;
		place.length ??= name + tokensOf(value) + MARKS_TAKE;
		added += place.length;
		if (frame.outer && frame.fields === 0) added += frame.length;
	}
	return added;
}

function keep({ places }: ShortField): void {
	for (const { frame } of places) {
		if (frame.outer && frame.fields === 0) frame.outer.fields++;
		frame.fields++;
	}
}

/** The first records that fit, but at least one of them. */
function first(
	records: IDataObject[],
	shorten: (record: IDataObject) => IDataObject,
	most: number,
): IDataObject[] {
	const short: IDataObject[] = [];
	let length = MARKS_TAKE;
	for (const record of records) {
		const next = shorten(record);
		length += tokensOf(next);
		if (length > most && short.length > 0) break;
		short.push(next);
		if (length > most) break;
	}
	return short;
}

/** The most important first. */
function shortFieldsIn(records: IDataObject[], importanceOf: Importance): ShortField[] {
	const fields: ShortField[] = [];
	const plain = new Map<string, ShortField>();
	const nested = new Map<string, Map<string, ShortField>>();
	const add = (known: Map<string, ShortField>, path: ShortPath, frame: Frame, value: unknown) => {
		const name = path[path.length - 1];
		let field = known.get(name);
		if (!field) {
			field = { path, name: tokensOf(name), importance: importanceOf(path), places: [] };
			known.set(name, field);
			fields.push(field);
		}
		field.places.push({ frame, value });
	};
	for (const record of records) {
		const frame: Frame = { fields: 0, length: 0 };
		for (const [name, value] of Object.entries(record)) {
			if (!isRecord(value)) {
				add(plain, [name], frame, value);
				continue;
			}
			const inner: Frame = { fields: 0, length: tokensOf(name) + MARKS_TAKE, outer: frame };
			const known = nested.get(name) ?? new Map<string, ShortField>();
			nested.set(name, known);
			for (const [key, of] of Object.entries(value)) add(known, [name, key], inner, of);
		}
	}
	return fields.sort((one, other) => one.importance - other.importance).slice(0, MOST_FIELDS_KEPT);
}

function withOnly(paths: ShortPath[]): (record: IDataObject) => IDataObject {
	const whole = new Set(paths.filter(({ length }) => length === 1).map(([name]) => name));
	const inner = new Map<string, Set<string>>();
	for (const [name, key] of paths) {
		if (key !== undefined) inner.set(name, (inner.get(name) ?? new Set()).add(key));
	}
	return (record) => {
		const short: IDataObject = {};
		for (const name of Object.keys(record)) {
			const { [name]: value } = record;
			if (!isRecord(value)) {
				if (whole.has(name)) setField(short, name, value);
				continue;
			}
			const keys = inner.get(name);
			const left = keys ? Object.entries(value).filter(([key]) => keys.has(key)) : [];
			if (left.length > 0) setField(short, name, Object.fromEntries(left));
		}
		return short;
	};
}
