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

const DAY = '2026-11-20';

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
			const values = [...hostileIds, ...fc.sample(anyId, { numRuns: 50, seed: 1 })];
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
			.sample(anyId, { numRuns: 50, seed: 2 })
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
		const anyPath = fc.sample(anyId, { numRuns: 50, seed: 3 }).map((path) => `/${String(path)}`);
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
		['Contains Text', 'booking', 'getAll', { filters: { containsText: VALUE } }],
		[
			'In Fields',
			'booking',
			'getAll',
			{ filters: { containsText: 'a', inFields: VALUE }, options: { wholeBookings: 'never' } },
		],
		['Visit From', 'booking', 'getAll', { filters: { visitFrom: VALUE } }],
		['Visit Field', 'booking', 'getAll', { filters: { visitFrom: DAY, visitField: VALUE } }],
		['Venue Time Zone', 'booking', 'getAll', { options: { venueTimeZone: VALUE } }],
		['Sort', 'booking', 'getAll', { options: { sort: VALUE } }],
		['Get Whole Bookings', 'booking', 'getAll', { options: { wholeBookings: VALUE } }],
		['Include Venue', 'booking', 'getAll', { options: { includeVenue: VALUE } }],
		['Events', 'webhook', 'create', { url: RECEIVER, events: VALUE }],
		['API Key', 'webhook', 'create', { url: RECEIVER, events, options: { apiKey: VALUE } }],
		['Topics', 'failedMessage', 'getAll', { filters: { topics: VALUE } }],
		['Minimum Attempt', 'failedMessage', 'getAll', { filters: { minimumAttempt: VALUE } }],
		['Webhook', 'failedMessage', 'getAll', { filters: { webhookId: VALUE } }],
		['Since', 'failedMessage', 'recover', { since: VALUE }],
		['Safety Margin', 'failedMessage', 'recover', { options: { safetyMarginMinutes: VALUE } }],
		[
			'Other Topics',
			'failedMessage',
			'recover',
			{
				since: DAY,
				options: { otherTopics: { topics: [{ topic: VALUE, path: VALUE, dateParameter: VALUE }] } },
			},
		],
		['Event', 'webhook', 'getSampleEvent', { event: VALUE }],
		['Method', 'bulkReport', 'query', { path: '/data/visits', method: VALUE }],
		['All Pages', 'bulkReport', 'query', { path: '/data/visits', options: { paging: VALUE } }],
		['Addresses', 'bulkReport', 'getFiles', { addresses: VALUE }],
		['Method', 'api', 'call', { path: '/customers', method: VALUE }],
		['Scope', 'api', 'call', { path: '/customers', options: { scope: VALUE } }],
		['Response Format', 'api', 'call', { path: '/customers', options: { responseFormat: VALUE } }],
		[
			'Put Output File in Field',
			'api',
			'call',
			{ path: '/customers', options: { responseFormat: 'file', binaryProperty: VALUE } },
		],
		['Call', 'api', 'call', { knownCall: VALUE }],
	])('%s of %s %s causes at most a few calls and no unreadable message', async (_, ...call) => {
		await fillIn(call, hostileValues, () => expect(calls().length).toBeLessThanOrEqual(4));
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
