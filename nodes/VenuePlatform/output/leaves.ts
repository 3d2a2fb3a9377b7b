import { isRecord, type VenueRecord } from '../../venueApi/records';
import { LONGEST_NAME } from './simplified';
import type { FieldPath } from './selected';

/** How deep a record is searched. */
const DEEPEST_LEAF = 4;
const MOST_LEAVES = 2_000;
const MOST_TIMES = 3;
/** The groups are the hour, the minute, the second and the half of the day. The end may follow. */
const TIME =
	/^(\d{1,2}):(\d{2})(:\d{2}(?:\.\d{1,9})?)? ?(?:([ap])\.?m\.?(?: ?[-–—] ?[\d:.apm ]{1,14})?|[-–—] ?\d[\d:.]{0,14})?$/i;
/** It may also be a price or a code, so the name of its field has to say that it is a time. */
const WITHOUT_COLON = /^(\d{1,2})\.?(\d{2})$/;
const NAMED_A_TIME_OF_DAY = /time$/i;
const BEGINS = [
	/start|begin/i,
	/arriv|^time$/i,
	/^(from|(visit|session|slot)_?time|(time_?)?slot|session)$/i,
];

export interface Leaf {
	/** The entries of a list have its path. */
	path: FieldPath;
	/** The path in dot notation. */
	name: string;
	value: unknown;
	/** The record that it stands in. */
	beside: VenueRecord;
	/** How many names lead to the outermost list around it. */
	listAt?: number;
}

/** The entries of a list share it: a name is long, and its values may be short and many. */
interface PlaceInRecord extends Pick<Leaf, 'path' | 'name'> {
	inner: Map<string, PlaceInRecord>;
}

function placeIn({ path, name: outer, inner }: PlaceInRecord, name: string): PlaceInRecord {
	const known = inner.get(name);
	if (known) return known;
	const whole = path.length > 0 ? `${outer}.${name}` : name;
	const place: PlaceInRecord = { path: [...path, name], name: whole, inner: new Map() };
	inner.set(name, place);
	return place;
}

/** Calls `visit` for each value, and for each list. */
export function eachLeaf(
	record: VenueRecord,
	visit: (leaf: Leaf) => void,
	atMost = MOST_LEAVES,
): void {
	let left = atMost;
	const search = (beside: VenueRecord, outer: PlaceInRecord, listAt?: number): void => {
		if (outer.path.length >= DEEPEST_LEAF) return;
		for (const [name, value] of firstFieldsOf(beside, left)) {
			if (left-- <= 0) return;
			if (name.length > LONGEST_NAME) continue;
			const place = placeIn(outer, name);
			const { path } = place;
			if (isRecord(value)) search(value, place, listAt);
			else visit({ path, name: place.name, value, beside, listAt });
			if (!Array.isArray(value)) continue;
			for (const entry of value) if (isRecord(entry)) search(entry, place, listAt ?? path.length);
		}
	};
	search(record, { path: [], name: '', inner: new Map() });
}

/** Quicker than all fields if there are many. */
function firstFieldsOf(record: VenueRecord, count: number): Array<[name: string, value: unknown]> {
	const fields: Array<[string, unknown]> = [];
	for (const name in record) {
		if (fields.length >= count) break;
		fields.push([name, record[name]]);
	}
	return fields;
}

/** The time of a visit may stand beside its day, as in sessionStartTime. With 24 hours. */
export function timeBeside(beside: VenueRecord): string | undefined {
	const times = timesIn(beside);
	const [, time] = times.find(([name]) => name === beginIn(times)) ?? [];
	return time === undefined ? undefined : in24Hours(time);
}

/** Those that may be of the visit. */
export function namesOfTimes(record: VenueRecord): string[] {
	const times = timesIn(record);
	const begin = beginIn(times);
	return begin === undefined ? times.map(([name]) => name).slice(0, MOST_TIMES) : [begin];
}

type NamedTime = [name: string, time: string];

function timesIn(record: VenueRecord): NamedTime[] {
	return firstFieldsOf(record, MOST_LEAVES).filter((field): field is NamedTime => isTime(...field));
}

function isTime(name: string, value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return TIME.test(value) || (NAMED_A_TIME_OF_DAY.test(name) && WITHOUT_COLON.test(value));
}

/** The name of the time at which the visit begins. */
function beginIn(times: NamedTime[]): string | undefined {
	const begins = BEGINS.map((words) => times.find(([name]) => words.test(name)));
	return begins.find((time) => time !== undefined)?.[0];
}

function in24Hours(time: string): string {
	const [, hour, minute, second = '', half = ''] =
		TIME.exec(time) ?? WITHOUT_COLON.exec(time) ?? [];
	const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
	return `${String(hours).padStart(2, '0')}:${minute}${second}`;
}
