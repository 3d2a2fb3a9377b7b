import type { INodeParameters } from 'n8n-workflow';

import { furnish, OPERATIONS, parametersOf } from '../../unit/action/support/operations';
import { ActionNode, byId, itemsOf } from './support/actionNode';

const RECEIVER = 'https://receiver.example/events';

/** An expression, or an agent, may give text where the panel has a switch or a number. */
describe('a value from an expression', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
		node.venue.bookings.seed(60);
	});
	afterEach(async () => await node.close());

	it.each([
		['true', 60],
		[' TRUE ', 60],
		['={{ 1 }}', 60],
		['false', 50],
		['={{ 0 }}', 50],
	])(
		'is read as intended for Return All: %p [agents: text are understood]',
		async (returnAll, count) => {
			expect(await node.items('booking', 'getAll', { returnAll })).toHaveLength(count);
		},
	);

	it.each([
		['3', 3],
		['={{ 2.7 }}', 2],
		[1, 1],
	])('is read as intended for Limit: %p', async (limit, count) => {
		expect(await node.items('booking', 'getAll', { limit })).toHaveLength(count);
	});

	it.each<[string, boolean]>([
		['true', true],
		['={{ "false" }}', false],
	])('is read as intended for Enabled of a webhook: %p', async (enabled, expected) => {
		const events = ['Booking.Created'];
		await node.items('webhook', 'create', { url: RECEIVER, events, enabled });
		const [{ webhookId, configuration }] = node.venue.webhooks.all();
		expect(configuration.enabled).toBe(expected);
		const updateFields = { enabled: String(!expected), apiKey: 'a-key' };
		await node.items('webhook', 'update', { webhookId: byId(webhookId), updateFields });
		expect(node.venue.webhooks.find(webhookId)?.configuration.enabled).toBe(!expected);
	});

	it.each(['\u200BBKG-000001', ' BKG-000001\u200E\n'])(
		'is the ID that the user sees, as it was copied from a chat: %j',
		async (bookingId) => {
			const [{ uniqueId }] = await node.items('booking', 'get', { bookingId: byId(bookingId) });
			expect(uniqueId).toBe('BKG-000001');
		},
	);

	it.each<[string, string, (date: string) => INodeParameters, object]>([
		[
			'booking',
			'getAll',
			(date) => ({ filters: { modifiedFromDate: date } }),
			{ modifiedFromDate: '2026-12-31T05:00:00.000Z' },
		],
		['booking', 'getAll', (date) => ({ filters: { visitFrom: date, visitField: 'visit' } }), {}],
		[
			'bulkReport',
			'query',
			(date) => ({ path: '/data/visits', options: { dateRange: { from: date } } }),
			{ startDate: '2026-12-31', endDate: '2026-12-31' },
		],
	])(
		'says how to read the date of a sheet, for %s %s',
		async (resource, operation, with_, sent) => {
			const items = itemsOf({ date: '31/12/2026' });
			const run = async (date: string) =>
				await node.execute([resource, operation, with_(date)], { items });
			const { error } = await run('={{ $json.date }}');
			expect(node.venue.requests).toEqual([]);
			const [advised] = /\{\{ DateTime.*?\}\}/.exec(error?.description ?? '') ?? [''];
			expect(advised).not.toBe('');
			await run(`=${advised}`);
			expect(node.venue.requests[1].query).toEqual(sent);
		},
	);

	const unreadable: Array<[string, string, string, INodeParameters]> = [
		['Return All', 'booking', 'getAll', { returnAll: 'perhaps' }],
		['Limit', 'booking', 'getAll', { limit: 'ten' }],
		['Limit', 'failedMessage', 'getAll', { limit: '={{ 0 }}' }],
		['Limit', 'webhook', 'getAll', { limit: '={{ [5] }}' }],
		['Include Venue', 'booking', 'getAll', { options: { includeVenue: 'if you like' } }],
		['Minimum Attempt', 'failedMessage', 'getAll', { filters: { minimumAttempt: 'five' } }],
		['Only Given Up', 'failedMessage', 'getAll', { filters: { onlyFinal: 'mostly' } }],
		['Modified From Date', 'booking', 'getAll', { filters: { modifiedFromDate: '={{ 10 }}' } }],
		['Since', 'failedMessage', 'recover', { since: '10:30' }],
		['Body', 'bulkReport', 'request', { body: '={{ $json.body }}' }],
		['Body', 'bulkReport', 'requestRevenueActivity', { body: '={{ null }}' }],
		[
			'Safety Margin (Minutes)',
			'failedMessage',
			'recover',
			{ options: { safetyMarginMinutes: '-5' } },
		],
		[
			'Enabled',
			'webhook',
			'create',
			{ url: RECEIVER, events: ['Booking.Created'], enabled: 'on Mondays' },
		],
	];

	it.each(unreadable)(
		'is reported with the label %s if %s %s cannot read it: %j [guideline: Labels in messages]',
		async (label, ...call) => {
			const { message, description } = await node.errorOf(...call);
			expect(message).toMatch(new RegExp(`^“${label.replace(/[()]/g, '\\$&')}” (is |must be )`));
			expect(description).not.toBe('');
			expect(node.venue.requests).toEqual([]);
		},
	);

	it('Include Venue adds the credential’s name to the items of any operation [api 1]', async () => {
		furnish(node.venue);
		for (const row of OPERATIONS) {
			const parameters = parametersOf(row, node.venue);
			const options = { ...(parameters.options as object), includeVenue: true };
			const items = await node.items(...row.name, { ...parameters, options });
			// A field of the record with this name stays.
			const shown = row.item.venue ?? node.credential.name;
			expect([...new Set(items.map(({ venue }) => venue))]).toEqual([shown]);
		}
		const [plain] = await node.items('booking', 'getAll');
		expect(plain).not.toHaveProperty('venue');
	});
});
