import type { IDataObject } from 'n8n-workflow';

import { isRecord, type VenueRecord } from '../../venueApi/records';

export type Path = string[];

const INDEX = /^\d+$/;

/** Paths separated by commas, or a list of paths. An entry of a list is tickets.0 or tickets[0]. */
export function readPaths(value: unknown): Path[] {
	const texts = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	return texts
		.map((text) =>
			text
				.replace(/\[(\d+)\]/g, '.$1')
				.split('.')
				.map((name) => name.trim())
				.filter((name) => name !== ''),
		)
		.filter((path) => path.length > 0);
}

/** The chosen fields at their places in the record, and null for a field that it does not have. */
export function selected(record: VenueRecord, paths: Path[]): IDataObject {
	return pick(record, paths) as IDataObject;
}

export function has(value: unknown, [name, ...rest]: Path): boolean {
	if (name === undefined) return true;
	if (Array.isArray(value)) {
		return INDEX.test(name)
			? Number(name) < value.length && has(value[Number(name)], rest)
			: value.some((entry) => has(entry, [name, ...rest]));
	}
	return isRecord(value) && Object.hasOwn(value, name) && has(value[name], rest);
}

function pick(value: unknown, paths: Path[]): unknown {
	if (paths.some((path) => path.length === 0)) return value ?? null;
	if (Array.isArray(value)) return pickFromList(value, paths);
	const names = [...new Set(paths.map(([name]) => name))];
	return Object.fromEntries(
		names.map((name) => {
			const inner = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
			return [name, pick(inner, paths.filter(([first]) => first === name).map(withoutFirst))];
		}),
	);
}

/** A name without an index means this field of every entry. */
function pickFromList(list: unknown[], paths: Path[]): unknown[] {
	const ofEach = paths.filter(([name]) => !INDEX.test(name));
	return list.flatMap((entry, index) => {
		const ofThis = paths.filter(([name]) => name === String(index)).map(withoutFirst);
		return ofEach.length + ofThis.length > 0 ? [pick(entry, [...ofEach, ...ofThis])] : [];
	});
}

function withoutFirst(path: Path): Path {
	return path.slice(1);
}
