/** What a response of a given length is made of. Any combination is possible. */
export interface Shape {
	around: keyof typeof AROUND;
	/** What each record begins with. */
	head: keyof typeof HEADS;
	/** How many more fields each record has. */
	fields: number;
	names: keyof typeof NAMES;
	values: keyof typeof VALUES;
	/** Whitespace between all parts. */
	gap: keyof typeof GAPS;
}

type Part = (index: number) => string;

const DEEPEST = 60;

const firstOf = (records: string) => records.split(',\n')[0];
const lists = (depth: number, inner: string) => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const wrappers = (depth: number, inner: string) =>
	`${'{"data":['.repeat(depth)}${inner}${']}'.repeat(depth)}`;

/** Each may be how many records there are. */
const totals = (length: number) =>
	Array.from({ length: Math.ceil(length / 14) }, (_, index) => `"total${index}":${index}`).join();

const AROUND = {
	list: (records: string) => `[${records}]`,
	items: (records: string) => `{"items":[${records}]}`,
	page: (records: string) => `{"items":[${records}],"page":1,"totalPages":1,"total":12}`,
	odd: (records: string) => `{"a":{"b":1},"things":[${records}],"c":2}`,
	totals: (records: string) => `{"items":[${records}],${totals(records.length / 4)}}`,
	record: (records: string) => `{"data":${firstOf(records)}}`,
	wrappers: (records: string) => `[${wrappers(DEEPEST / 2, records)}]`,
	deepLists: (records: string) => `[{"uniqueId":"1","list":${lists(DEEPEST, records)}}]`,
	lines: (records: string) => records.replaceAll(',\n', '\n'),
	refusal: (records: string) => `{"message":"No","errors":[${records}]}`,
	modelState: (records: string) => `{"modelState":${firstOf(records)}}`,
};

const HEADS = {
	nothing: () => '',
	booking: (index: number) =>
		`"uniqueId":"BKG-${index}","status":"Paid","dateModified":"2026-11-2${index % 9}T10:00:${10 + (index % 50)}Z"`,
	undated: (index: number) => `"uniqueId":"BKG-${index}"`,
	sameBooking: () => '"uniqueId":"BKG-1","status":"Paid"',
	webhook: (index: number) =>
		`"webhookId":${index},"url":"https://n8n.example/webhook/${index}/venue-platform","enabled":true`,
	secretive: (index: number) =>
		`"webhookId":${index},"url":"https://n8n.example/webhook/${index}/venue-platform","authentication":{"apiKey":"secret-number-${index}"}`,
	sameAddress: (index: number) =>
		`"webhookId":${index},"url":"https://n8n.example/webhook/a/venue-platform"`,
	wrapped: (index: number) =>
		`"webhookId":${index},"configuration":{"url":"https://n8n.example/${index}","webhooks":{"booking":{"events":["Created"]}}}`,
	failed: (index: number) =>
		`"uniqueId":"m${index}","webhookId":${index},"webhookType":"Booking","webhookEventType":"Updated","status":"Failed","history":[{"status":"Attempt1Failed","createdDate":"2026-11-21T10:00:00Z","detail":"no"}]`,
	sameFailed: () => '"uniqueId":"m1","webhookType":"Ticket","status":"Failed","history":[]',
	undatedFailed: (index: number) =>
		`"uniqueId":"m${index}","webhookType":"Ticket","status":"Failed"`,
};

const NAMES = {
	keys: (index: number) => `key${index}`,
	key: () => 'key',
	notes: (index: number) => `note${index}`,
	ids: (index: number) => `BKG-${index}`,
	numbers: (index: number) => `${index}`,
	capitals: (index: number) => (index % 2 === 0 ? 'UNIQUEID' : 'uniqueId'),
	known: (index: number) =>
		['status', 'url', 'history', 'message', 'errors', 'webhooks', 'id', 'detail'][index % 8],
	urls: () => 'url',
	proto: () => '__proto__',
	long: (index: number) => `${'n'.repeat(200)}${index}`,
	escaped: (index: number) => `\\u00e4\\n${index}`,
};

const VALUES = {
	number: (index: number) => `${index}`,
	decimal: (index: number) => `-${index}.5e3`,
	secret: (index: number) => `"secret-number-${index}"`,
	sameSecret: (index: number) => `"secret-${index % 2}"`,
	alike: (index: number) => `"aaaaaaaaaaaaaaaaaaaaaaaa${index}"`,
	address: (index: number) => `"https://user${index}:pass-word-${index}@x.example/?key=a${index}"`,
	date: (index: number) => `"2026-11-21T10:00:${10 + (index % 50)}.5Z"`,
	words: (index: number) => `"${'a b '.repeat(20)}${index}"`,
	long: (index: number) => `"${'x'.repeat(2_000)}${index}"`,
	escapes: () => `"${'\\n\\"\\\\\\u0041'.repeat(10)}"`,
	surrogates: () => `"${'\\ud83d\\ude00\\ud800'.repeat(5)}"`,
	separators: () => `"${'/&=?#;:'.repeat(10)}"`,
	spaces: () => `"${' '.repeat(60)}"`,
	empty: () => '""',
	nothing: () => 'null',
	switches: (index: number) => `${index % 2 === 0}`,
	record: (index: number) => `{"a":${index}}`,
	fields: (index: number) => `{"status":"paid","name":"${index}"}`,
	ownFields: (index: number) => `{"f${index}":1,"g${index}":2}`,
	records: (index: number) => `[{"status":"Attempt${index % 9}Failed"},{"detail":"d${index}"}]`,
	texts: (index: number) => `["t${index}","u","v"]`,
	lists: () => '[[],[[]],[]]',
	deep: () => `${'{"d":'.repeat(30)}1${'}'.repeat(30)}`,
};

const GAPS = { none: '', space: ' ', lines: '\n\t\t' };

const DEFAULT: Shape = {
	around: 'list',
	head: 'nothing',
	fields: 0,
	names: 'notes',
	values: 'number',
	gap: 'none',
};

/** All values of each dimension, for a search. */
export const DIMENSIONS = {
	around: Object.keys(AROUND),
	head: Object.keys(HEADS),
	fields: [0, 1, 2, 5, 25, 250, Infinity],
	names: Object.keys(NAMES),
	values: Object.keys(VALUES),
	gap: Object.keys(GAPS),
} as { [Name in keyof Shape]: Array<Shape[Name]> };

/** A response of about so many characters. */
export function answerOf(shape: Shape, length: number): string {
	const gap = GAPS[shape.gap];
	const head = HEADS[shape.head] as Part;
	const name = NAMES[shape.names] as Part;
	const value = VALUES[shape.values] as Part;
	const records: string[] = [];
	let fields = 0;
	for (let left = length; left > 0; ) {
		const parts = [head(records.length)].filter((part) => part !== '');
		left -= (parts[0]?.length ?? 0) + 4;
		for (let count = 0; count < shape.fields && left > 0; count++) {
			const part = `"${name(fields)}":${gap}${value(fields)}`;
			parts.push(part);
			fields++;
			left -= part.length + gap.length + 1;
		}
		records.push(`{${parts.join(`,${gap}`)}}`);
	}
	return AROUND[shape.around](records.join(',\n'));
}

/** Shapes that were expensive once, or may be: whatever a loop in a loop could go over. */
export const SHAPES: Record<string, Partial<Shape>> = {
	'thousands of secrets in one webhook': {
		...{ head: 'webhook', fields: Infinity, names: 'keys', values: 'secret' },
	},
	'secrets that begin alike': {
		...{ head: 'webhook', fields: Infinity, names: 'keys', values: 'alike' },
	},
	'the same field again and again': {
		...{ head: 'webhook', fields: Infinity, names: 'key', values: 'sameSecret' },
	},
	'passwords in addresses': {
		...{ head: 'webhook', fields: Infinity, names: 'notes', values: 'address' },
	},
	'IDs as names': { head: 'undated', fields: Infinity, names: 'ids', values: 'fields' },
	'IDs as names of plain fields': { head: 'undated', fields: Infinity, names: 'ids' },
	'one record with 50,000 fields': { fields: Infinity, names: 'numbers', values: 'nothing' },
	'many webhooks with a secret each': { head: 'secretive' },
	'the same address many times': { head: 'sameAddress' },
	'webhooks in an object of their own': { head: 'wrapped' },
	'records with a field that no other has': { head: 'undated', fields: 1, values: 'record' },
	'records with 25 fields that no other has': { head: 'undated', fields: 25 },
	'many failed messages for many webhooks': { head: 'failed' },
	'failed messages without a date': { head: 'undatedFailed' },
	'the same message again and again': { head: 'sameFailed' },
	'many bookings': { head: 'booking' },
	'bookings without a date': { head: 'undated' },
	'the same booking again and again': { head: 'sameBooking' },
	'a record in deep wrappers': { around: 'wrappers', fields: Infinity, names: 'ids' },
	'records in deep lists': { around: 'deepLists', head: 'undated' },
	'empty records': {},
	'texts of many words': { head: 'undated', fields: 2, values: 'words' },
	'texts full of escapes': { head: 'undated', fields: 25, values: 'escapes' },
	'surrogates alone': { head: 'undated', fields: 5, names: 'escaped', values: 'surrogates' },
	'long texts': { head: 'undated', fields: 1, values: 'long' },
	'deep fields': { head: 'undated', fields: 5, values: 'deep' },
	'nothing but whitespace between': { head: 'undated', fields: 1, gap: 'lines' },
	'thousands of messages of a refusal': {
		...{ around: 'refusal', fields: 2, names: 'known', values: 'words' },
	},
	'a refusal field by field': {
		...{ around: 'modelState', fields: Infinity, values: 'texts' },
	},
	'a list with thousands of totals': { around: 'totals', head: 'undated', fields: 1 },
	'a log with a record in each line': { around: 'lines', head: 'booking' },
};

export function shapeOf(shape: Partial<Shape>): Shape {
	return { ...DEFAULT, ...shape };
}
