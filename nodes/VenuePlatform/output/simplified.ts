import type { IDataObject } from 'n8n-workflow';

import { isRecord, setField, shortened, type VenueRecord } from '../../venueApi/records';

export const MOST_FIELDS = 25;
/** No user asks for a field with a longer name. */
export const LONGEST_NAME = 200;
const LONGEST_SIMPLIFIED_TEXT = 160;
/** Of one record, as JSON. */
const MOST_CHARACTERS = 3_900;

/** What to keep if not everything fits: the lowest first. */
export type Importance = (path: [string] | [string, string]) => number;

interface NamedField {
	/** One name, or two for a field of a nested record. */
	path: [string] | [string, string];
	value: string | number | boolean;
}

/** Words in the names of fields that people ask about first, for records with too many fields. */
export const USUAL_FIELDS = new Set(
	'amount balance count currency date due email end from guest guests id mail name note notes number paid people phone price product quantity reference start state status time title total until'.split(
		' ',
	),
);

/** A short form of any record, for people and agents. */
export function simplified(record: VenueRecord, importanceOf: Importance = rank): IDataObject {
	const fields = namedFieldsOf(record);
	if (fields.length <= MOST_FIELDS && JSON.stringify(fields).length <= MOST_CHARACTERS) {
		return asRecord(fields);
	}
	const chosen = new Set(mostUseful(fields, importanceOf));
	return asRecord(fields.filter((field) => chosen.has(field)));
}

function namedFieldsOf(record: VenueRecord): NamedField[] {
	const fields: NamedField[] = [];
	for (const [name, value] of Object.entries(record)) {
		if (!isRecord(value)) {
			const shown = plain(value);
			if (shown !== undefined) fields.push({ path: [shownName(name, value)], value: shown });
			continue;
		}
		// Each field inside has it again.
		if (name.length > LONGEST_NAME) continue;
		for (const [key, of] of Object.entries(value)) {
			const shown = plain(of);
			if (shown !== undefined) fields.push({ path: [name, shownName(key, of)], value: shown });
		}
	}
	return fields;
}

/** Nothing for an empty value, and for a record that is nested more than one level deep. */
function plain(value: unknown): NamedField['value'] | undefined {
	if (Array.isArray(value)) return value.length;
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	return typeof value === 'string' && /\S/.test(value) ? cut(value) : undefined;
}

function shownName(name: string, value: unknown): string {
	return Array.isArray(value) ? countOf(name) : name;
}

/** The field with the length of a list. */
export const countOf = (name: string): string => `${name}Count`;

export function cut<T>(value: T | string): T | string {
	return typeof value === 'string' ? shortened(value, LONGEST_SIMPLIFIED_TEXT) : value;
}

/** A receiver may have answered a whole web page. */
export const withShortDetail = (record: IDataObject): IDataObject => ({
	...record,
	lastDetail: cut(record.lastDetail),
});

/** The usual fields first. What is essential comes before them, with a number below 0. */
export function rank(path: NamedField['path']): number {
	const name = path[path.length - 1];
	const mayBeUsual = name.length <= LONGEST_NAME;
	const isUsual = mayBeUsual && wordsOf(name).some((word) => USUAL_FIELDS.has(word));
	return (isUsual ? 0 : 2) + (path.length > 1 ? 1 : 0);
}

function mostUseful(fields: NamedField[], importanceOf: Importance): NamedField[] {
	const inOrder = fields
		.map((field) => ({ field, importance: importanceOf(field.path) }))
		.sort((a, b) => a.importance - b.importance)
		.map(({ field }) => field);
	const first = inOrder.slice(0, MOST_FIELDS);
	if (JSON.stringify(first).length <= MOST_CHARACTERS) return first;
	const chosen: NamedField[] = [];
	let left = MOST_CHARACTERS;
	for (const field of inOrder) {
		if (chosen.length === MOST_FIELDS) break;
		const { length } = JSON.stringify(field);
		if (length > left) continue;
		left -= length;
		chosen.push(field);
	}
	return chosen;
}

/** The words in the name of a field: start and time of startTime and of start_time. */
export function wordsOf(name: string): string[] {
	return name.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/u).map((word) => word.toLowerCase());
}

function asRecord(fields: NamedField[]): IDataObject {
	const record: IDataObject = {};
	for (const { path, value } of fields) {
		const [name, inner] = path;
		const known = Object.hasOwn(record, name) ? record[name] : undefined;
		if (inner === undefined) {
			if (known === undefined) setField(record, name, value);
		} else if (isRecord(known)) setField(known, inner, value);
		else {
			const group: IDataObject = {};
			setField(group, inner, value);
			setField(record, name, group);
		}
	}
	return record;
}
