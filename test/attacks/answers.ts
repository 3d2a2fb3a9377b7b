import type { Fault } from '../venue';

export interface HostileAnswer {
	name: string;
	/** All of them apply to one response. */
	faults: Fault[];
}

const MEGABYTE = 2 ** 20;

const ok = (body: string, headers: Record<string, string> = {}): Fault => ({
	kind: 'answer',
	status: 200,
	headers: { 'content-type': 'application/json', ...headers },
	body,
});

const nested = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

/** Two properties that must not reach the prototype of all objects. */
const POLLUTION =
	'{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"uniqueId":"B-1"}';

/** Names with a meaning for n8n, for JavaScript or for code that reads an object. */
const ODD_NAMES = JSON.stringify({
	json: { binary: {} },
	binary: 'none',
	pairedItem: { item: 99 },
	error: 'none',
	toJSON: 'none',
	toString: null,
	hasOwnProperty: false,
	length: -1,
	then: 'later',
	'': 'nameless',
	'\u0000': 'nul',
	'{{ $json }}': '={{ $env }}',
});

/** JavaScript cannot make a text of any of the values. */
const WITHOUT_TEXT = JSON.stringify([
	Object.fromEntries(
		[
			...['uniqueId', 'webhookId', 'id', 'url', 'enabled', 'status', 'name', 'message', 'events'],
			...['webhookType', 'webhookEventType', 'eventDate', 'createdDate', 'dateModified', 'total'],
			...['history', 'authentication', 'webhooks', 'data', 'customer', 'links', 'nextPage'],
		].map((name) => [name, { toString: 1 }]),
	),
	{ uniqueId: [{ toString: 1 }], url: 'https://n8n.example/x', enabled: [{ toString: 1 }] },
	{
		webhookId: 7,
		url: 'https://n8n.example/y',
		webhooks: { booking: { events: [{ toString: 1 }] } },
	},
	{ uniqueId: 'm1', webhookType: 'Booking', history: [{ status: { toString: 1 } }] },
]);

/** None of these has the expected shape, or it is nested too deep. */
const ODD_BODIES: Record<string, string> = {
	null: 'null',
	true: 'true',
	'a number': '-1e400',
	'a text': '"bookings"',
	'an empty list': '[]',
	'an empty object': '{}',
	'a list of nothing': '[null, null]',
	'a list of lists': '[[[]], [[{}]]]',
	'a list of everything': '[null, true, 7, "text", [], {}]',
	'the list under another name': '{"stuff": [{"uniqueId": "B-1"}]}',
	'a number under the usual name': '{"bookings": 7, "webhooks": "none", "messages": {"0": {}}}',
	'a list within a list under the usual name': '{"data": {"data": {"data": [{}]}}}',
	'fields of other types':
		'[{"uniqueId": {"a": 1}, "status": [[]], "webhookId": null, "message": 7, "history": {"0": "x"}, "attemptNumber": "seven", "eventDate": -1}]',
	'a prototype': POLLUTION,
	'a list of prototypes': `[${POLLUTION}, ${POLLUTION}]`,
	'odd names': ODD_NAMES,
	'values without a text': WITHOUT_TEXT,
	'a list of odd names': `[${ODD_NAMES}]`,
	'20,000 fields': `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":${index}`).join()}}`,
	'a name of a megabyte': `[{"${'n'.repeat(MEGABYTE)}": 1}]`,
	'a text of ten megabytes': `[{"uniqueId": "B-1", "note": "${'x'.repeat(10 * MEGABYTE)}"}]`,
	'nested a thousand deep': nested(500),
	'a list, nested a thousand deep': `[${nested(500)}, {"uniqueId": "B-2"}]`,
	'nested a million deep': nested(500_000),
	'a million brackets that never close': '[{"a":'.repeat(500_000),
	'half a character': '[{"uniqueId": "\\ud83d", "name": "\\udc4d"}]',
	'no JSON': "[{'uniqueId': 'B-1'}]",
	'two values': '[{"uniqueId": "B-1"}] [{"uniqueId": "B-2"}]',
	'a page': '<!doctype html><html><body onload="alert(1)">Welcome</body></html>',
	'nothing but spaces': ' '.repeat(MEGABYTE),
};

const refusal = (body: string): Fault => ({
	kind: 'answer',
	status: 400,
	headers: { 'content-type': 'application/json' },
	body,
});

/** With a good status and bad content. */
export const hostileAnswers: HostileAnswer[] = [
	...Object.entries(ODD_BODIES).map(([name, body]) => ({ name, faults: [ok(body)] })),
	{ name: 'no length that is true', faults: [ok('[]'), { kind: 'truncatedBody' }] },
	{ name: 'what is said to be compressed', faults: [ok('[]', { 'content-encoding': 'gzip' })] },
	{
		name: 'a content type of another world',
		faults: [ok('[]', { 'content-type': 'image/png; charset=utf-7' })],
	},
];

/** Responses that continue until the client hangs up. */
export const endlessAnswers: HostileAnswer[] = [
	{
		name: 'a text without end',
		faults: [ok(''), { kind: 'endless', begins: '"', goesOn: 'x'.repeat(MEGABYTE) }],
	},
	{
		name: 'a record without end',
		faults: [ok(''), { kind: 'endless', begins: '[{"a":"', goesOn: 'x'.repeat(MEGABYTE) }],
	},
	{
		name: 'brackets without end',
		faults: [ok(''), { kind: 'endless', goesOn: '['.repeat(MEGABYTE) }],
	},
	{
		name: 'a message without end',
		faults: [
			refusal(''),
			{ kind: 'endless', begins: '{"Message":"', goesOn: 'm'.repeat(MEGABYTE) },
		],
	},
];

const LOUD = 'Out! \u001b[31m\u0007\u202eyenom\u200b <script>alert(1)</script>\r\n\tBcc: all';

/** Errors whose text must not be shown as it is. */
export const hostileRefusals: HostileAnswer[] = [
	{
		name: 'a message of ten megabytes',
		faults: [refusal(`{"Message": "${'m'.repeat(10 * MEGABYTE)}"}`)],
	},
	{
		name: 'a message of another type',
		faults: [refusal('{"Message": {"toString": 1}, "errors": 7}')],
	},
	{
		name: '50,000 messages',
		faults: [refusal(JSON.stringify({ errors: Array(50_000).fill({ name: 'n', message: 'm' }) }))],
	},
	{ name: 'a message nested a million deep', faults: [refusal(`{"Message": ${nested(500_000)}}`)] },
	{ name: 'control characters', faults: [refusal(JSON.stringify({ Message: LOUD }))] },
	{ name: 'a prototype', faults: [refusal(`{"ModelState": ${POLLUTION}}`)] },
];

/** Values in place of an access token. */
export const hostileTokens: Record<string, unknown> = {
	'a number': 7,
	'a list': ['token'],
	'an object': { toString: 'token' },
	nothing: null,
	'an empty text': ' ',
	'a second header': 'token\r\nX-Forged: yes',
	'a text that fits into no header': 'töken',
	'a text of a megabyte': 't'.repeat(MEGABYTE),
};
