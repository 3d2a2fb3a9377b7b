import type { IDataObject } from 'n8n-workflow';

import { isRecord, type VenueRecord } from '../../venueApi/records';

export const MOST_FIELDS = 25;
const LONGEST_TEXT = 160;
/** Of all fields together, as JSON: an AI agent pays for each character and reads every one. */
const MOST_CHARACTERS = 5_000;

interface Field {
	/** One name, or two for what stands in a nested record. */
	path: [string] | [string, string];
	value: string | number | boolean;
}

/** Words in the names of what people ask about first, where a record has more fields than are to come out. */
const USUAL = new Set(
	'amount balance count currency date due email end from guest guests id mail name note notes number paid people phone price product quantity reference start state status time title total until'.split(
		' ',
	),
);

/** A record that a person or an agent can read: whatever its form, it comes out short. */
export function simplified(record: VenueRecord): IDataObject {
	const fields = Object.entries(record).flatMap(([name, value]) => fieldsOf(name, value));
	const chosen = new Set(mostUseful(fields));
	return asRecord(fields.filter((field) => chosen.has(field)));
}

function fieldsOf(name: string, value: unknown): Field[] {
	if (!isRecord(value)) return plain(name, value).map(([key, of]) => ({ path: [key], value: of }));
	return Object.entries(value).flatMap(([key, of]) =>
		plain(key, of).map(([inner, text]): Field => ({ path: [name, inner], value: text })),
	);
}

/** Nothing for what is empty, and for a record that lies deeper than one level. */
function plain(name: string, value: unknown): Array<[string, Field['value']]> {
	if (Array.isArray(value)) return [[`${name}Count`, value.length]];
	if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
	if (typeof value !== 'string' || value.trim() === '') return [];
	return [[name, value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value]];
}

function mostUseful(fields: Field[]): Field[] {
	const isUsual = ({ path }: Field) =>
		wordsOf(path[path.length - 1]).some((word) => USUAL.has(word));
	const isNested = ({ path }: Field) => path.length > 1;
	const rank = (field: Field) => (isUsual(field) ? 0 : 2) + (isNested(field) ? 1 : 0);
	let left = MOST_CHARACTERS;
	return [...fields]
		.sort((a, b) => rank(a) - rank(b))
		.filter((field) => {
			const length = JSON.stringify(field).length;
			if (length > left) return false;
			left -= length;
			return true;
		})
		.slice(0, MOST_FIELDS);
}

function wordsOf(name: string): string[] {
	return name.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/u).map((word) => word.toLowerCase());
}

/** By Object.fromEntries, which takes a name such as __proto__ for a name. */
function asRecord(fields: Field[]): IDataObject {
	const groups = new Map<string, Field[]>();
	for (const field of fields) {
		groups.set(field.path[0], [...(groups.get(field.path[0]) ?? []), field]);
	}
	return Object.fromEntries(
		[...groups].map(([name, group]) => {
			const nested = group.flatMap(({ path, value }) =>
				path.length > 1 ? [[path[1], value] as const] : [],
			);
			return [name, nested.length > 0 ? Object.fromEntries(nested) : group[0].value];
		}),
	) as IDataObject;
}
