import type { IDataObject } from 'n8n-workflow';

import { entriesGiven } from '../../parameters/values';
import { isRecord, setField, textOf, type VenueRecord } from '../../venueApi/records';

export type FieldPath = string[];

const INDEX = /^\d+$/;

/** Paths separated by commas, or a list of paths. An entry of a list is tickets.0 or tickets[0]. */
export function readPaths(value: unknown): FieldPath[] {
	return entriesGiven(value, /,/)
		.map((entry) =>
			textOf(entry)
				.replace(/\[(\d+)\]/g, '.$1')
				.split('.')
				.map((name) => name.trim())
				.filter((name) => name !== ''),
		)
		.filter((path) => path.length > 0);
}

/**
 * The chosen fields at their places in the record, and null for a field that it does not have. What
 * is a list in one of the `others` is an empty one in a record without it.
 */
export function selection(
	paths: FieldPath[],
	others: VenueRecord[] = [],
): (record: VenueRecord) => IDataObject {
	const choice = new Choice(paths);
	for (const record of others) choice.meet(record);
	return (record) => choice.of(record) as IDataObject;
}

export function has(value: unknown, path: FieldPath, from = 0): boolean {
	const name = path[from];
	if (name === undefined) return true;
	if (Array.isArray(value)) {
		return INDEX.test(name)
			? Number(name) < value.length && has(value[Number(name)], path, from + 1)
			: value.some((entry) => has(entry, path, from));
	}
	return isRecord(value) && Object.hasOwn(value, name) && has(value[name], path, from + 1);
}

/** Paths by their first names: read once for all records of a list. */
class Choice {
	private readonly isWhole: boolean;
	/** All names are numbers of entries. */
	private readonly isOfEntries: boolean;
	private readonly fields: Array<[name: string, inner: Choice]>;
	/** What a record without any of the fields gives. */
	private readonly blank: IDataObject = {};
	private lists?: { ofEach?: Choice; byIndex: Map<string, Choice> };
	private isInLists = false;

	constructor(private readonly paths: FieldPath[]) {
		this.isWhole = paths.some((path) => path.length === 0);
		const names = this.isWhole ? [] : [...new Set(paths.map(([name]) => name))];
		this.isOfEntries = names.length > 0 && names.every((name) => INDEX.test(name));
		if (this.isOfEntries) names.sort((one, other) => Number(one) - Number(other));
		this.fields = names.map((name) => [name, new Choice(this.behind(name))]);
		for (const name of names) setField(this.blank, name, null);
	}

	meet(value: unknown): void {
		if (this.isWhole) return;
		if (Array.isArray(value)) {
			this.isInLists = true;
			const { ofEach } = (this.lists ??= this.forLists());
			if (ofEach) for (const entry of value) ofEach.meet(entry);
		} else if (isRecord(value)) {
			for (const [name, inner] of this.fields) {
				if (Object.hasOwn(value, name)) inner.meet(value[name]);
			}
		}
	}

	of(value: unknown): unknown {
		if (this.isWhole) return value ?? null;
		if (Array.isArray(value)) return this.ofList(value);
		if (this.isInLists && (value ?? null) === null) return [];
		if (this.isOfEntries && !isRecord(value)) return this.fields.map(([, inner]) => inner.of(null));
		const picked = { ...this.blank };
		for (const [name, inner] of this.fields) {
			const isThere = isRecord(value) && Object.hasOwn(value, name);
			if (!isThere && inner.isWhole) continue;
			setField(picked, name, inner.of(isThere ? value[name] : undefined));
		}
		return picked;
	}

	private ofList(list: unknown[]): unknown[] {
		const { ofEach, byIndex } = (this.lists ??= this.forLists());
		if (ofEach && byIndex.size === 0) return list.map((entry) => ofEach.of(entry));
		return list.flatMap((entry, index) => {
			const choice = byIndex.get(String(index)) ?? ofEach;
			return choice ? [choice.of(entry)] : [];
		});
	}

	/** A name without an index means this field of every entry. */
	private forLists(): NonNullable<Choice['lists']> {
		const each = this.paths.filter(([name]) => !INDEX.test(name));
		const indexes = this.paths.flatMap(([name]) => (INDEX.test(name) ? [name] : []));
		const ofEntry = (index: string) => new Choice([...each, ...this.behind(index)]);
		return {
			ofEach: each.length > 0 ? new Choice(each) : undefined,
			byIndex: new Map(indexes.map((index) => [index, ofEntry(index)])),
		};
	}

	private behind(name: string): FieldPath[] {
		return this.paths.filter(([first]) => first === name).map((path) => path.slice(1));
	}
}
