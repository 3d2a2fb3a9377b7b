import * as fc from 'fast-check';
import type { GenericValue, INodeParameters } from 'n8n-workflow';

import {
	anyId,
	hostileIds,
	hostileJson,
	hostilePaths,
	hostileUrls,
	hostileValues,
} from '../../attacks/inputs';
import { foreignPaths } from '../../attacks/paths';
import { ActionNode, byId, itemsOf } from '../action/support/actionNode';
import { whatMustNotBe } from './whatMustNotBe';

const RECEIVER = 'https://receiver.example/events';
const events = ['Booking.Created'];

/** The agent's value for the field. */
const VALUE = '={{ $json.value }}';

/**
 * An agent that was manipulated, or that is confused, fills in the fields. The token opens the
 * whole API of a venue, so no call may go to another place than the operation's.
 */
describe('fields that an agent fills in', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(3);
		await node.items('webhook', 'create', { url: RECEIVER, events });
	});
	afterEach(async () => await node.close());

	/** The calls except those for tokens. */
	const calls = () => node.venue.requests.filter(({ path }) => path !== '/token');

	/** One call after another. An agent's values arrive through an expression. */
	const fillIn = async (
		[resource, operation, parameters]: [string, string, INodeParameters],
		values: unknown[],
		look: () => void,
	) => {
		for (const value of values) {
			node.venue.forgetRequests();
			const items = itemsOf({ value: value as GenericValue });
			const execution = await node.execute([resource, operation, parameters], { items });
			const said = JSON.stringify(value)?.slice(0, 60);
			expect([said, ...whatMustNotBe(execution)]).toEqual([said]);
			expect(calls().filter(({ headers }) => 'x-forged' in headers)).toEqual([]);
			look();
		}
	};

	const onlyOneBooking = () => {
		for (const { method, path, query } of calls()) {
			expect([method, query]).toEqual(['GET', {}]);
			expect(path).toMatch(/^\/bookings\/[^/?#]+$/);
			// Clients and proxies take encoded dots for a way up.
			expect(new URL(path, 'https://venue.example').pathname).toBe(path);
		}
	};

	it.each([
		['as the whole field', VALUE],
		['typed in', byId(VALUE)],
	])(
		'an ID of a booking, %s, leads to a booking or sends nothing [security: ID stays]',
		async (_, bookingId) => {
			const values = [...hostileIds, ...fc.sample(anyId, { numRuns: 150, seed: 1 })];
			await fillIn(['booking', 'get', { bookingId }], values, onlyOneBooking);
		},
	);

	it('an unknown ID of a webhook changes no webhook', async () => {
		const before = JSON.stringify(node.venue.webhooks.all());
		const parameters = { webhookId: VALUE, updateFields: { enabled: false } };
		await fillIn(['webhook', 'update', parameters], hostileIds, () => {
			const changing = calls().filter(({ method }) => method !== 'GET');
			expect(changing).toEqual([]);
			expect(calls().filter(({ path }) => path !== '/webhooks')).toEqual([]);
		});
		expect(JSON.stringify(node.venue.webhooks.all())).toBe(before);
	});

	it('a path leads into the Data API or sends nothing [agents: cannot redirect]', async () => {
		const anyPath = fc
			.sample(anyId, { numRuns: 150, seed: 2 })
			.map((path) => `/data/${String(path)}`);
		await fillIn(['bulkReport', 'query', { path: VALUE }], [...hostilePaths, ...anyPath], () => {
			for (const { path } of calls()) {
				expect(path).toMatch(/^\/(data|reporting)\/[^?#]+$/);
				const arrivesAt = new URL(decodedAsOftenAsCanBe(path), 'https://venue.example').pathname;
				expect(arrivesAt).toMatch(/^\/(data|reporting)\//);
			}
		});
	});

	it('a path of a call stays below the Base URL and off the token, or sends nothing [api 4 POST /token] [security: cannot redirect]', async () => {
		const anyPath = fc.sample(anyId, { numRuns: 150, seed: 3 }).map((path) => `/${String(path)}`);
		const values = [...hostilePaths, ...foreignPaths, ...anyPath];
		await fillIn(['api', 'call', { path: VALUE }], values, () => {
			const own = node.venue.requests.filter(({ method }) => method === 'GET');
			for (const { path } of own) {
				expect(path).toMatch(/^\/[^/?#][^?#]*$/);
				const { host, pathname } = new URL(
					`/base${decodedAsOftenAsCanBe(path)}`,
					'https://venue.example',
				);
				expect(host).toBe('venue.example');
				expect(pathname).toMatch(/^\/base\/(?!token([/.;:]|$))/i);
			}
		});
	});

	it.each<[string, string, string, INodeParameters]>([
		[
			'Additional Query Parameters',
			'booking',
			'getAll',
			{ filters: { additionalQuery: VALUE }, options: { wholeBookings: 'never' } },
		],
		['Body', 'bulkReport', 'request', { body: VALUE }],
		[
			'Body',
			'bulkReport',
			'query',
			{ path: '/data/visits', method: 'POST', options: { body: VALUE } },
		],
		[
			'Query Parameters',
			'bulkReport',
			'query',
			{ path: '/data/visits', options: { queryParameters: VALUE } },
		],
		['Headers', 'api', 'call', { path: '/customers', options: { headers: VALUE } }],
		['Query Parameters', 'api', 'call', { path: '/x', options: { queryParameters: VALUE } }],
		['Body', 'api', 'call', { path: '/x', method: 'POST', options: { body: VALUE } }],
		[
			'Additional Configuration',
			'webhook',
			'create',
			{ url: RECEIVER, events, options: { additionalConfiguration: VALUE } },
		],
	])('%s of %s %s is JSON, or nothing is sent', async (_, ...call) => {
		await fillIn(call, hostileJson, () => expect(calls().length).toBeLessThanOrEqual(1));
	});

	it('an address that a venue cannot send events to is not sent', async () => {
		const create: [string, string, INodeParameters] = ['webhook', 'create', { url: VALUE, events }];
		await fillIn(create, hostileUrls, () => expect(calls()).toEqual([]));
	});

	it.each<[string, string, string, INodeParameters]>([
		['Limit', 'booking', 'getAll', { limit: VALUE }],
		['Return All', 'booking', 'getAll', { returnAll: VALUE }],
		['Modified From Date', 'booking', 'getAll', { filters: { modifiedFromDate: VALUE } }],
		['Output', 'booking', 'getAll', { output: VALUE }],
		['Fields', 'booking', 'getAll', { output: 'selected', fields: VALUE }],
		['Include Venue', 'booking', 'getAll', { options: { includeVenue: VALUE } }],
		['Events', 'webhook', 'create', { url: RECEIVER, events: VALUE }],
		['API Key', 'webhook', 'create', { url: RECEIVER, events, options: { apiKey: VALUE } }],
		['Topics', 'failedMessage', 'getAll', { filters: { topics: VALUE } }],
		['Minimum Attempt', 'failedMessage', 'getAll', { filters: { minimumAttempt: VALUE } }],
		['Webhook', 'failedMessage', 'getAll', { filters: { webhookId: VALUE } }],
		['Since', 'failedMessage', 'recover', { since: VALUE }],
		['Safety Margin', 'failedMessage', 'recover', { options: { safetyMarginMinutes: VALUE } }],
		['Method', 'bulkReport', 'query', { path: '/data/visits', method: VALUE }],
	])('%s of %s %s causes at most a few calls and no unreadable message', async (_, ...call) => {
		await fillIn(call, hostileValues, () => expect(calls().length).toBeLessThanOrEqual(3));
	});
});

function decodedAsOftenAsCanBe(text: string): string {
	let decoded = text;
	for (let before = ''; before !== decoded; ) {
		before = decoded;
		try {
			decoded = decodeURIComponent(before);
		} catch {
			return before;
		}
	}
	return decoded;
}
