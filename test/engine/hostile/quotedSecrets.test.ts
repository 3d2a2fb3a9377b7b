import { createHmac } from 'node:crypto';

import { VenuePlatform } from '../../../nodes/VenuePlatform/VenuePlatform.node';
import { ActionNode } from '../action/support/actionNode';

type Call = Parameters<ActionNode['execute']>[0];

const PASSWORD = `päss word/0815?&+='<"!`;
const API_KEY = 'a-webhook-key-0815';
const pair = (encoding: 'utf8' | 'latin1') =>
	Buffer.from(`clerk:${PASSWORD}`, encoding).toString('base64');

/** A key that this package derives, as a venue has it. */
const derivedFrom = (clientSecret: string) =>
	`vpk_${createHmac('sha256', clientSecret).update('trigger/venue-platform').digest('base64url')}`;

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Serializers escape different characters, in capitals or not. */
const escaped = (text: string, signs: RegExp, escape: (hex: string, code: number) => string) =>
	text.replace(signs, (sign) => {
		const code = sign.charCodeAt(0);
		return escape(code.toString(16), code);
	});
const FROM_HERE = /[^\w .,:;/?!=-]/g;

const escapedAsIn: Record<string, (text: string) => string> = {
	'.NET': (text) => escaped(text, FROM_HERE, (hex) => `\\u${hex.toUpperCase().padStart(4, '0')}`),
	Java: (text) =>
		escaped(inJson(text), /[<>&='\u007f-\uffff]/g, (hex) => `\\u${hex.padStart(4, '0')}`),
	'HTML of .NET': (text) => escaped(text, FROM_HERE, (hex) => `&#x${hex.toUpperCase()};`),
	'HTML of PHP': (text) => escaped(text, FROM_HERE, (_, code) => `&#${code};`),
	'HTML by names': (text) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
	'RFC 3986': (text) =>
		escaped(encodeURIComponent(text), /[!'()*]/g, (hex) => `%${hex.toUpperCase()}`),
};

/** All ways in which a service quotes what it was sent. */
const spellingsOf = (clientSecret: string) => {
	const secrets = [clientSecret, API_KEY, PASSWORD, derivedFrom(clientSecret)];
	const inBase64 = [...secrets, `clerk:${PASSWORD}`].flatMap((secret) => [
		Buffer.from(secret).toString('base64'),
		Buffer.from(secret).toString('base64url'),
	]);
	const plain = [...secrets, ...inBase64, pair('latin1')].map((text) => text.replace(/=+$/, ''));
	return [
		...plain.flatMap((text) => [text, encodeURIComponent(text), inJson(text)]),
		...plain.map((text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase())),
		...plain.map((text) => text.replaceAll('/', '\\/')),
		inJson(PASSWORD).replace('ä', '\\u00e4'),
		...Object.values(escapedAsIn).flatMap((escape) => plain.map(escape)),
		`Basic ${pair('utf8')}`,
		encodeURIComponent(`Basic ${pair('utf8')}`),
	];
};

const CALLS: Record<string, Call> = {
	'Booking → Get Many': ['booking', 'getAll', { output: 'raw', returnAll: true }],
	'Failed Message → Get Many': ['failedMessage', 'getAll', { output: 'simplified' }],
	'Failed Message → Get Many, raw': ['failedMessage', 'getAll', { output: 'raw' }],
	'API → Call': ['api', 'call', { method: 'GET', path: '/things' }],
	'API → Call to webhooks': ['api', 'call', { method: 'GET', path: '/webhooks' }],
	'Bulk Report → Query': ['bulkReport', 'query', { method: 'GET', path: '/data/visits' }],
	'Bulk Report → Request': ['bulkReport', 'request', { body: { dataSet: 'visits' } }],
	'Webhook → Get Many': ['webhook', 'getAll'],
	'Webhook → Check': ['webhook', 'check'],
};

describe('what a venue quotes of our secrets', () => {
	let node: ActionNode;

	beforeAll(async () => {
		node = await ActionNode.open();
		await node.engine.updateCredential(node.credential, {
			webhookApiKey: API_KEY,
			webhookUsername: 'clerk',
			webhookPassword: PASSWORD,
		});
	});
	afterAll(async () => await node.close());

	/** Which of them a text contains. */
	const shownIn = (text: string) =>
		spellingsOf(node.venue.credentials.clientSecret).filter(
			(secret) => text.includes(secret) || text.includes(inJson(secret)),
		);

	it.each(Object.entries(CALLS))(
		'is in no item of %s [security: no message, item or list]',
		async (_, call) => {
			const spelled = spellingsOf(node.venue.credentials.clientSecret);
			const detail = spelled.map((secret) => `<${secret}>`).join(' ');
			const record = {
				...{ uniqueId: 'M-1', webhookId: 7, url: 'https://n8n.example/x', status: 'Failed' },
				history: [{ status: 'Attempt1Failed', createdDate: '2026-11-21T10:00:00Z', detail }],
				note: { [`field ${API_KEY}`]: detail },
				venue: 'the record’s own',
			};
			const body = JSON.stringify([record]);
			node.venue.faults.clear();
			for (const endpoint of ['GET /**', 'POST /reporting/bulk']) {
				node.venue.faults.on(endpoint, { kind: 'answer', status: 200, body });
			}
			const items = await node.items(...call);
			expect(items).toHaveLength(1);
			expect(shownIn(JSON.stringify(items))).toEqual([]);
		},
	);

	it('is in no message', async () => {
		for (const secret of spellingsOf(node.venue.credentials.clientSecret)) {
			const body = JSON.stringify({ message: `You sent <${secret}>` });
			node.venue.faults.clear();
			node.venue.faults.on('* /**', { kind: 'answer', status: 400, body });
			const { message, description } = await node.errorOf('booking', 'get', {
				bookingId: { mode: 'id', value: '1' },
			});
			expect(message).toContain('You sent <');
			expect(shownIn(JSON.stringify([message, description]))).toEqual([]);
		}
	});

	const HINTING: Record<string, Call> = {
		...CALLS,
		'Failed Message → Recover': ['failedMessage', 'recover', { output: 'raw' }],
		'Booking → Get Many, Whole Bookings': [
			'booking',
			'getAll',
			{ output: 'raw', returnAll: true, options: { wholeBookings: 'always' } },
		],
		'API → Call, All Pages': [
			'api',
			'call',
			{ method: 'GET', path: '/things', options: { allPages: true } },
		],
	};

	it.each(Object.entries(HINTING))('is in no hint and no log line of %s', async (_, call) => {
		node.engine.output.forget();
		const told: unknown[] = [];
		const { clientSecret } = node.venue.credentials;
		const secrets = [clientSecret, API_KEY, PASSWORD, derivedFrom(clientSecret), pair('utf8')];
		for (const secret of secrets) {
			const record = {
				...{ uniqueId: secret, webhookId: secret, url: `https://n8n.example/${secret}` },
				...{ webhookType: secret, webhookEventType: secret, status: 'Failed' },
				history: [{ status: 'Attempt7Failed', createdDate: '2026-11-21T10:00:00Z' }],
			};
			const body = JSON.stringify({ items: [record], total: 9, next: `/things?page=${secret}` });
			node.venue.faults.clear();
			for (const endpoint of [
				'GET /bookings',
				'GET /webhooks',
				'GET /webhooks/**',
				'GET /things',
			]) {
				node.venue.faults.on(endpoint, { kind: 'answer', status: 200, body });
			}
			node.venue.faults.on('GET /bookings/**', { kind: 'answer', status: 404 });
			told.push((await node.execute(call)).hints);
		}
		expect(shownIn(JSON.stringify([told, node.engine.output.lines]))).toEqual([]);
	});

	it('is in no label and no value of From List', async () => {
		const spelled = spellingsOf(node.venue.credentials.clientSecret);
		const listed = spelled.map((secret, index) => ({
			uniqueId: `${index} ${secret}`,
			webhookId: index,
			number: `<${secret}>`,
			url: `https://x.example/${secret}`,
		}));
		for (let first = 0; first < listed.length; first += 50) {
			const records = listed.slice(first, first + 50);
			const body = JSON.stringify(records);
			node.venue.faults.clear();
			node.venue.faults.on('GET /**', { kind: 'answer', status: 200, body });
			for (const method of ['searchBookings', 'searchWebhooks']) {
				const search = {
					node: VenuePlatform,
					method,
					credentials: { venuePlatformApi: node.credential },
				};
				const { results } = await node.whileTimeMoves(node.engine.listSearch(search));
				expect(results).toHaveLength(records.length);
				expect(shownIn(JSON.stringify(results))).toEqual([]);
			}
		}
	});

	it.each([40, 60, 75, 155, 158, 495])(
		'is not shown in part where a text is cut off (%i)',
		async (before) => {
			const { clientSecret } = node.venue.credentials;
			for (const secret of [
				clientSecret,
				API_KEY,
				PASSWORD,
				derivedFrom(clientSecret),
				pair('utf8'),
			]) {
				const detail = 'x'.repeat(before) + secret + 'y'.repeat(600);
				const record = {
					uniqueId: '1',
					webhookId: 1,
					number: detail,
					status: 'Failed',
					history: [{ createdDate: '2026-11-21T10:00:00Z', detail }],
				};
				node.venue.faults.clear();
				node.venue.faults.on('GET /**', {
					kind: 'answer',
					status: 200,
					body: JSON.stringify([record]),
				});
				const search = {
					node: VenuePlatform,
					method: 'searchBookings',
					credentials: { venuePlatformApi: node.credential },
				};
				const { results } = await node.whileTimeMoves(node.engine.listSearch(search));
				const items = [
					await node.items('booking', 'getAll', { output: 'simplified' }),
					await node.items('failedMessage', 'getAll', { output: 'simplified' }),
				];
				node.venue.faults.clear();
				node.venue.faults.on('* /**', {
					kind: 'answer',
					status: 400,
					body: JSON.stringify({ message: detail }),
				});
				const told = await node.errorOf('booking', 'getAll', { output: 'raw' });
				for (const shown of [results, items, told.message])
					expect(JSON.stringify(shown)).not.toContain(secret.slice(0, 6));
			}
		},
	);

	it('and Include Venue leaves a field “venue” of the record alone', async () => {
		const body = JSON.stringify([{ uniqueId: '1', venue: { id: 7 } }, { uniqueId: '2' }]);
		node.venue.faults.clear();
		node.venue.faults.on('GET /**', { kind: 'answer', status: 200, body });
		const options = { includeVenue: true };
		const [own, added] = await node.items('booking', 'getAll', { output: 'raw', options });
		expect(own.venue).toEqual({ id: 7 });
		expect(typeof added.venue).toBe('string');
	});
});
