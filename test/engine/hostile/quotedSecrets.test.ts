import { ActionNode } from '../action/support/actionNode';

type Call = Parameters<ActionNode['execute']>[0];

const PASSWORD = 'päss word/0815?';
const API_KEY = 'a-webhook-key-0815';
const pair = (encoding: 'utf8' | 'latin1') =>
	Buffer.from(`clerk:${PASSWORD}`, encoding).toString('base64');

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

	it.each(Object.entries(CALLS))('is in no item of %s', async (_, call) => {
		const { clientSecret } = node.venue.credentials;
		const spelled = [
			clientSecret,
			API_KEY,
			PASSWORD,
			encodeURIComponent(PASSWORD),
			encodeURIComponent(PASSWORD).toLowerCase(),
			JSON.stringify(PASSWORD).replace('ä', '\\u00e4').slice(1, -1),
			pair('utf8'),
			pair('latin1'),
			encodeURIComponent(pair('utf8')),
		];
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
		const text = JSON.stringify(items);
		expect(items).toHaveLength(1);
		for (const secret of spelled) {
			expect(text).not.toContain(secret);
			expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
		}
	});

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
