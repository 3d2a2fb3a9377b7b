import type { Fault } from '../venue';
import type { HostileAnswer } from './answers';

const MEGABYTE = 2 ** 20;
/** The length of the responses that do not fit. */
export const largest = 256 * MEGABYTE;

type Long = Extract<Fault, { kind: 'long' }>;

const ok: Fault = {
	kind: 'answer',
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: '',
};

/** 256 MB of the same. */
const over = (begins: string, repeats: Long['repeats'], ends = ''): Long => {
	const length = typeof repeats === 'string' ? repeats.length : repeats(1_000_000).length;
	return { kind: 'long', begins, repeats, times: Math.ceil(largest / length), ends };
};

/** All of them are JSON except the last ones, and none is too deep. */
const LONG: Record<string, Long> = {
	'records without fields': over('[{}', ',{}', ']'),
	'lists without elements': over('[[]', ',[]', ']'),
	numbers: over('[{"a":[0', ',0', ']}]'),
	'texts without characters': over('[{"a":[""', ',""', ']}]'),
	'short texts': over('[{"a":[""', (index) => `,"s${index}"`, ']}]'),
	'records with a field that no other has': over('[{}', (index) => `,{"k${index}":0}`, ']'),
	'records with a number for a name': over('[{}', ',{"999":0}', ']'),
	'records with a prototype': over('[{}', ',{"__proto__":{"polluted":1}}', ']'),
	'a record of many fields': over('[{"a":0', (index) => `,"k${index}":0`, '}]'),
	'the same field again and again': over('[{"a":0', ',"a":0', '}]'),
	'lists in lists': over('[[]', `,${'['.repeat(90)}${']'.repeat(90)}`, ']'),
	'a list under an unusual name': over('{"stuff":[{}', ',{}', ']}'),
	'a list in objects': over('{"data":{"data":{"data":[{}', ',{}', ']}}}'),
	'objects around no list': over('{"a":{}', (index) => `,"k${index}":{}`, '}'),
	'one text': over('[{"a":"', 'x', '"}]'),
	'one text of escapes': over('[{"a":"', '\\u0041', '"}]'),
	'texts of a megabyte': over('[""', `,"${'x'.repeat(MEGABYTE)}"`, ']'),
	'one name': over('[{"', 'x', '":0}]'),
	'one number': over('[{"a":1', '0', '}]'),
	'numbers of a megabyte': over('[1', `,1${'0'.repeat(MEGABYTE)}`, ']'),
	spaces: over('[', ' ', ']'),
	'one text alone': over('"', 'x', '"'),
	'lines of a table': over('id;name', '\n1;"A guest"'),
	'a page': over('<!doctype html><p>', 'Welcome', '</p>'),
};

/** More than n8n can take in: 24 kinds, uncompressed and compressed up to a thousandfold. */
export const largeAnswers: HostileAnswer[] = Object.entries(LONG).flatMap(([name, long]) => [
	{ name, faults: [ok, long] },
	{ name: `${name}, compressed`, faults: [ok, { ...long, isCompressed: true }] },
]);

/** As much as a call can just take in of what needs most memory. n8n saves all of it. */
export const answersThatJustFit: HostileAnswer[] = [
	fitting('records without fields', 900_000),
	fitting('records with a field that no other has', 790_000),
	fitting('records with a prototype', 690_000),
	fitting('lists in lists', 35_000),
	fitting('short texts', 3_800_000),
	fitting('a record of many fields', 1_500_000),
	fitting('texts of a megabyte', 155),
	fitting('objects around no list', 1_000_000),
];

function fitting(name: string, times: number): HostileAnswer {
	return { name: `${name}, just fitting`, faults: [ok, { ...LONG[name], times }] };
}

/** The fields around the records, at an extreme length. */
export const longWords: HostileAnswer[] = [
	{ name: 'a next page of a megabyte of slashes', faults: [withNext('/'.repeat(MEGABYTE))] },
	{ name: 'a next page of a megabyte', faults: [withNext(`?page=${'2'.repeat(MEGABYTE)}`)] },
	{ name: 'next pages by the thousand', faults: [withNext({ page: '/bookings?page=2' })] },
	{ name: 'links in 15 kB', faults: [link(15_000)] },
	{ name: 'links in 16 MB', faults: [link(16 * MEGABYTE)] },
];

function withNext(next: unknown): Fault {
	const several = Object.fromEntries(
		Array.from({ length: 20_000 }, (_, index) => [`x${index}`, { next }]),
	);
	const more = typeof next === 'string' ? { next } : several;
	return { ...ok, body: JSON.stringify({ items: [{ uniqueId: 'B-1' }], ...more }) } as Fault;
}

function link(length: number): Fault {
	const first = '</bookings?page=2>; rel="first", ';
	return {
		kind: 'answer',
		status: 200,
		headers: { 'content-type': 'application/json', link: first.repeat(length / first.length) },
		body: '[{"uniqueId":"B-1"}]',
	};
}
