import type { INodeParameters } from 'n8n-workflow';

import {
	furnish,
	named,
	OPERATIONS,
	parametersOf,
	sampleOf,
} from '../../unit/action/support/operations';
import { ActionNode, byId, itemsOf } from './support/actionNode';

const RECEIVER = 'https://receiver.example/events';

/** The files of an export are elsewhere, and that server must not learn the token. */
const CALLS = OPERATIONS.filter(({ name: [, operation] }) => operation !== 'getFiles');

/** The rows of section 4 of the API document. */
describe('section 4, endpoints', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(30);
	});
	afterEach(async () => await node.close());

	const stored = () => node.venue.webhooks.all()[0];
	const create = async (fields: INodeParameters = {}) =>
		await node.items('webhook', 'create', {
			url: RECEIVER,
			events: ['Booking.Created'],
			options: { apiKey: 'a-key' },
			...fields,
		});

	it('POST /token: once for all items, with the credentials in the body and no authorization [api 1; 2.1; 4 POST /token; 5.2]', async () => {
		const booking = { bookingId: byId('BKG-000001') };
		await node.execute(['booking', 'get', booking], { items: itemsOf({}, {}, {}) });
		const [token, ...others] = node.venue.requestsTo('POST /token');
		expect(others).toEqual([]);
		const { clientId, clientSecret } = node.venue.credentials;
		expect(token.body).toEqual({ client_id: clientId, client_secret: clientSecret });
		expect(token.headers.authorization).toBeUndefined();
		expect(token.headers['content-type']).toMatch(/^application\/json/);
	});

	it('POST /webhooks creates what was entered [api 2.3; 4 POST /webhooks]', async () => {
		await create({ events: ['Booking.Created', 'Booking.Updated', 'SignedWaiver.Created'] });
		expect(stored().configuration).toEqual({
			url: RECEIVER,
			enabled: true,
			authentication: { apiKey: 'a-key' },
			webhooks: {
				booking: { events: ['Created', 'Updated'] },
				signedWaiver: { events: ['Created'] },
			},
		});
	});

	it('GET /webhooks lists the configurations [api 4 GET /webhooks]', async () => {
		await create();
		await create({ url: `${RECEIVER}/2` });
		const items = await node.items('webhook', 'getAll', { returnAll: true });
		expect(items.map(({ url }) => url)).toEqual([RECEIVER, `${RECEIVER}/2`]);
	});

	it('PUT /webhooks/{webhookId} updates in place [api 4 PUT /webhooks/{webhookId}]', async () => {
		await create();
		const { webhookId } = stored();
		const updateFields = { url: `${RECEIVER}/moved`, apiKey: 'another key' };
		await node.items('webhook', 'update', { webhookId: byId(webhookId), updateFields });
		expect(node.venue.webhooks.all()).toEqual([
			{ webhookId, configuration: expect.objectContaining({ url: `${RECEIVER}/moved` }) },
		]);
	});

	it('GET /webhooks/messages/failed lists the failed messages [api 2.5; 4 GET /webhooks/messages/failed]', async () => {
		node.venue.messages.addFailed({ attempts: 2, httpResponseStatus: 503, detail: 'Closed' });
		const [record] = await node.items('failedMessage', 'getAll', { output: 'raw' });
		expect(record).toEqual(node.venue.failedMessages[0]);
	});

	it('GET /bookings without a query lists all bookings [api 1; 4 GET /bookings]', async () => {
		const items = await node.items('booking', 'getAll', { returnAll: true });
		expect(items).toEqual(node.venue.bookings.all());
		expect(node.venue.requestsTo('GET /bookings')[0].query).toEqual({});
	});

	it('GET /bookings with modifiedFromDate lists those changed since [api 4 GET /bookings]', async () => {
		const modifiedFromDate = new Date(node.start - 10 * 60_000).toISOString();
		const filters = { modifiedFromDate };
		const items = await node.items('booking', 'getAll', { returnAll: true, filters });
		expect(items).toHaveLength(11);
		expect(node.venue.requestsTo('GET /bookings')[0].query).toEqual({ modifiedFromDate });
	});

	it('GET /bookings/{uniqueId} gets a booking, whatever characters its ID has [api 4 GET /bookings/{uniqueId}]', async () => {
		const uniqueId = 'BKG/000010 ü?';
		const [item] = await node.items('booking', 'get', { bookingId: byId(uniqueId) });
		expect(item).toEqual(node.venue.bookings.find(uniqueId));
	});

	it('POST /reporting/bulk sends the body [api 4 POST /reporting/bulk]', async () => {
		const body = { dataSet: 'visits', days: [1, 2] };
		await node.items('bulkReport', 'request', { body: JSON.stringify(body) });
		expect(node.venue.requestsTo('POST /reporting/bulk')[0].body).toEqual(body);
	});

	it('POST /reporting/bulk/revenue-activity sends the body [api 4 POST /reporting/bulk/revenue-activity]', async () => {
		const body = { from: '2026-11-01' };
		await node.items('bulkReport', 'requestRevenueActivity', { body });
		expect(node.venue.requestsTo('POST /reporting/bulk/revenue-activity')[0].body).toEqual(body);
	});

	it.each(['GET', 'DELETE', 'PATCH', 'POST', 'PUT'])(
		'various /data/* and /reporting/*: %s with path, query and body [api 4 various /data/* and /reporting/*]',
		async (method) => {
			const body = ['GET', 'DELETE'].includes(method) ? null : { name: 'Visits' };
			for (const path of ['/data/visits/café', '/reporting/sales']) {
				const [answer] = await node.items('bulkReport', 'query', {
					method,
					path,
					options: { queryParameters: { day: '2026-11-21' }, ...(body ? { body } : {}) },
				});
				expect(answer).toMatchObject({
					method,
					path: encodeURI(path),
					query: { day: '2026-11-21' },
					body,
				});
			}
		},
	);
});

describe('each operation', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		furnish(node.venue);
	});
	afterEach(async () => await node.close());

	it.each(named(OPERATIONS))('%s %s returns what its row says', async (...[, , row]) => {
		const items = await node.items(...row.name, parametersOf(row, node.venue));
		expect(items).toEqual([expect.objectContaining(row.item)]);
	});

	/** The document shows no response to the request of an export; the sample is a live service's. */
	const DOCUMENTED = OPERATIONS.filter(({ name: [, one] }) => !one.startsWith('request'));

	it.each(named(DOCUMENTED))('%s %s returns the fields of its sample', async (...[, , row]) => {
		const [item] = await node.items(...row.name, parametersOf(row, node.venue));
		expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(sampleOf(row))));
	});

	it.each(named(CALLS))(
		'%s %s carries the token and accepts JSON [api 2.2; 5.3]',
		async (...[, , row]) => {
			await node.items(...row.name, parametersOf(row, node.venue));
			const [, ...calls] = node.venue.requests;
			expect(calls).not.toEqual([]);
			const { accessToken } = node.venue.tokens.issued[0];
			for (const { headers } of calls) {
				expect(headers.authorization).toBe(`Bearer ${accessToken}`);
				expect(headers.accept).toBe('application/json');
			}
		},
	);
});
