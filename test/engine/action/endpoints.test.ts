import {
	furnish,
	named,
	OPERATIONS,
	parametersOf,
	sampleOf,
} from '../../unit/action/support/operations';
import { ActionNode, byId, itemsOf } from './support/actionNode';

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

	it('GET /bookings/{uniqueId} gets a booking, whatever characters its ID has [api 4 GET /bookings/{uniqueId}]', async () => {
		const uniqueId = 'BKG/000010 ü?';
		const [item] = await node.items('booking', 'get', { bookingId: byId(uniqueId) });
		expect(item).toEqual(node.venue.bookings.find(uniqueId));
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
