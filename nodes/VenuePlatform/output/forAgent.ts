import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../venueApi/records';
import { type Importance, MOST_CHARACTERS } from './simplified';

/** Each record of a shortened list keeps at least this many fields. */
const FEWEST_FIELDS = 4;
/** More records never fit, whatever they contain. */
const MOST_RECORDS = 500;
const NOTE_CHARACTERS = 200;

type Path = [string] | [string, string];

/** If an agent uses the node, the name of its type ends in “Tool”. */
export function isForAgent(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * An agent reads the complete result, and n8n shows it no hints. So a long list first loses its
 * least important fields, the same ones in all records, and then its last records. An item says
 * that there are more.
 */
export function shortList(
	records: IDataObject[],
	simplify: (record: IDataObject) => IDataObject,
	importanceOf: Importance,
	limit = Infinity,
): IDataObject[] {
	const wanted = records.slice(0, Math.min(limit, MOST_RECORDS)).map(simplify);
	const all = shortened(wanted, importanceOf, MOST_CHARACTERS);
	if (all.length === records.length) return all;
	const short = shortened(wanted, importanceOf, MOST_CHARACTERS - NOTE_CHARACTERS);
	const total = records.length > limit ? `more than ${limit}` : String(records.length);
	const note = `These are the first ${short.length} of ${total}. To see the others, ask for less, such as with a longer text or a later time.`;
	return [...short, noteForAgent(note)];
}

export function noteForAgent(note: string): IDataObject {
	return { note };
}

function shortened(records: IDataObject[], importanceOf: Importance, most: number): IDataObject[] {
	if (lengthOf(records) <= most) return records;
	const inOrder = pathsIn(records)
		.map((path) => ({ path, importance: importanceOf(path) }))
		.sort((one, other) => one.importance - other.importance)
		.map(({ path }) => path);
	let kept = inOrder.slice(0, FEWEST_FIELDS);
	for (const path of inOrder.slice(FEWEST_FIELDS)) {
		const longer = [...kept, path];
		if (lengthOf(withOnly(records, longer)) <= most) kept = longer;
	}
	return first(withOnly(records, kept), most);
}

function first(records: IDataObject[], most: number): IDataObject[] {
	let length = 2;
	const end = records.findIndex((record) => (length += lengthOf(record) + 1) > most);
	return end < 0 ? records : records.slice(0, Math.max(end, 1));
}

function pathsIn(records: IDataObject[]): Path[] {
	const paths = new Map<string, Path>();
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			const found: Path[] = isRecord(value)
				? Object.keys(value).map((inner) => [name, inner])
				: [[name]];
			for (const path of found) paths.set(JSON.stringify(path), path);
		}
	}
	return [...paths.values()];
}

function withOnly(records: IDataObject[], paths: Path[]): IDataObject[] {
	const whole = new Set(paths.filter(({ length }) => length === 1).map(([name]) => name));
	const inner = new Map<string, Set<string>>();
	for (const [name, key] of paths) {
		if (key !== undefined) inner.set(name, (inner.get(name) ?? new Set()).add(key));
	}
	return records.map((record) =>
		Object.fromEntries(
			Object.entries(record).flatMap(([name, value]) => {
				if (!isRecord(value)) return whole.has(name) ? [[name, value]] : [];
				const keys = inner.get(name);
				const left = Object.entries(value).filter(([key]) => keys?.has(key));
				return left.length > 0 ? [[name, Object.fromEntries(left)]] : [];
			}),
		),
	);
}

const lengthOf = (value: unknown) => JSON.stringify(value).length;
