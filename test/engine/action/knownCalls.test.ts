import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../venue';
import { ActionNode, itemsOf, VenuePlatformTool } from './support/actionNode';

const JSON_TYPE = { 'content-type': 'application/json' };

type Row = [knownCall: string, given: INodeParameters, endpoint: string, sent: object];

const READING: Row[] = [
	['getGuest', { guestId: 'G/7' }, 'GET /guests/G%2F7', {}],
	['getProducts', {}, 'GET /products', {}],
	['getSignedWaiver', { signedWaiverId: '12' }, 'GET /signed-waivers/12', {}],
	['getVenueDetails', {}, 'GET /venues/me', {}],
	[
		'getAvailability',
		{ day: '2026-06-01', productIds: '1, 2' },
		'GET /product-availability',
		{ query: { Date: '2026-06-01', ProductIds: '1,2' } },
	],
	[
		'getGiftCardBalance',
		{ giftCardNumber: '0012' },
		'POST /giftcards/balance',
		{ body: { giftCardNumber: '0012' } },
	],
];

const BODY = { name: 'Ada', items: [{ productId: 7 }] };
const callBody = JSON.stringify(BODY);
const bookingUniqueId = 'BKG-1';

const CHANGING: Row[] = [
	['createBooking', { callBody }, 'POST /bookings', { body: BODY }],
	['changeBooking', { callBody, bookingUniqueId }, 'PUT /bookings/BKG-1', { body: BODY }],
	['cancelBooking', { callBody, bookingUniqueId }, 'POST /bookings/BKG-1/cancel', { body: BODY }],
	[
		'cancelBooking',
		{ callBody: '{}', bookingUniqueId },
		'POST /bookings/BKG-1/cancel',
		{ body: {} },
	],
	['redeemTickets', { callBody }, 'POST /redemptions', { body: BODY }],
	['blockCapacity', { callBody }, 'POST /capacity-reservation/block', { body: BODY }],
];

describe('API → Call with a known call', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open();
	});
	afterEach(async () => await node.close());

	const offer = (endpoint: string) =>
		node.venue.undocumented.on(endpoint, { headers: JSON_TYPE, body: '{"found": true}' });

	it.each([...READING, ...CHANGING])('%s %j sends %s', async (knownCall, given, endpoint, sent) => {
		offer(endpoint);
		expect(await node.items('api', 'call', { knownCall, ...given })).toEqual([{ found: true }]);
		const requests = node.venue.requestsTo(endpoint);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject(sent);
	});

	it.each(READING)('%s %j works as a tool', async (knownCall, given, endpoint) => {
		offer(endpoint);
		const { items } = await node.execute(['api', 'call', { knownCall, ...given }], {
			node: VenuePlatformTool,
		});
		expect(items[0].map(({ json }) => json)).toEqual([{ found: true }]);
	});

	it.each(CHANGING)('%s %j is refused as a tool', async (knownCall, given) => {
		const { error } = await node.execute(['api', 'call', { ...given, knownCall }], {
			node: VenuePlatformTool,
		});
		expect(error?.message).toContain('“Call” is not one of its options');
		expect(error?.message).not.toContain('createBooking');
		expect(node.venue.requests).toEqual([]);
	});

	it.each([404, 405, 410])(
		'says what a venue that does not offer it means by %d [troubleshooting: The venue has nothing for]',
		async (status) => {
			node.venue.undocumented.on('GET /guests/7', { status });
			const told = await node.errorOf('api', 'call', { knownCall: 'getGuest', guestId: '7' });
			expect(told.message).toBe('The venue has nothing for “Get Guest”');
			expect(told.description).toMatch(/this venue does not offer the call/);
		},
	);

	it('never sends a change twice, not even by PUT', async () => {
		node.venue.faults.on('PUT /bookings/**', { kind: 'resetAfterRead' });
		const { message } = await node.errorOf('api', 'call', {
			knownCall: 'changeBooking',
			bookingUniqueId,
			callBody,
		});
		expect(message).toMatch(/broke off/);
		expect(node.venue.count('PUT /bookings/**')).toBe(1);
	});

	describe('that only reads, by POST', () => {
		const given = { knownCall: 'getGiftCardBalance', giftCardNumber: '0012' };
		const endpoint = 'POST /giftcards/balance';

		it.each<[string, Fault]>([
			['a gateway', { kind: 'answer', status: 504 }],
			['a reset', { kind: 'resetAfterRead' }],
			['a body that breaks off', { kind: 'truncatedBody' }],
		])('is asked again after %s, like any other that reads', async (_, fault) => {
			offer(endpoint);
			node.venue.faults.on(endpoint, fault, { times: 2 });
			expect(await node.items('api', 'call', given)).toEqual([{ found: true }]);
			expect(node.venue.count(endpoint)).toBe(3);
		});

		it('is not said to have been carried out', async () => {
			for (const fault of [{ kind: 'resetAfterRead' }, { kind: 'answer', status: 504 }] as const) {
				node.venue.faults.on(endpoint, fault);
				const { message, description } = await node.errorOf('api', 'call', given);
				expect(`${message} ${description}`).not.toMatch(/carried out|whether this was done/);
				node.venue.faults.clear();
			}
		});
	});

	describe('that a web page answers, with the status of a success', () => {
		const page =
			'<!-- maintenance --><!DOCTYPE html><html><body>Down for maintenance</body></html>';
		const answerWithPage = (endpoint: string) =>
			node.venue.faults.on(endpoint, {
				kind: 'answer',
				status: 200,
				body: page,
				headers: { 'content-type': 'text/html' },
			});

		it('may have been carried out if it changes something', async () => {
			answerWithPage('POST /bookings');
			const told = await node.errorOf('api', 'call', { knownCall: 'createBooking', callBody });
			expect(told.message).toBe('The venue’s answer does not show whether this was done');
			expect(node.venue.count('POST /bookings')).toBe(1);
		});

		it('gives no item if it reads', async () => {
			answerWithPage('GET /products');
			const told = await node.errorOf('api', 'call', { knownCall: 'getProducts' });
			expect(told.message).toContain('is not JSON, so it cannot be used');
			expect(told.description).toMatch(/^A web page came.* Try again/);
			expect(told.description).not.toMatch(/newer version/);
		});

		it.each(['Request', 'Request Revenue Activity'])(
			'does not count as %s of an export',
			async (name) => {
				const operation = name === 'Request' ? 'request' : 'requestRevenueActivity';
				answerWithPage('POST /reporting/**');
				const told = await node.errorOf('bulkReport', operation, { body: { dataSet: 'visits' } });
				expect(told.message).toBe('The venue’s answer does not show whether this was done');
				node.venue.faults.clear();
				await node.items('bulkReport', operation, { body: { dataSet: 'visits' } });
			},
		);
	});

	it('is read as JSON, whatever the venue declares', async () => {
		const body = '{"firstName":"Ada"}';
		node.venue.undocumented.on('GET /guests/7', {
			headers: { 'content-type': 'text/plain' },
			body,
		});
		const items = await node.items('api', 'call', { knownCall: 'getGuest', guestId: '7' });
		expect(items).toEqual([{ firstName: 'Ada' }]);
	});

	it('names a field that is empty, and sends nothing', async () => {
		for (const [parameters, label, advice] of [
			[{ knownCall: 'getGuest', guestId: '={{ "" }}' }, 'Guest ID', /^Enter the ID\.$/],
			[{ knownCall: 'getAvailability', day: 'soon' }, 'Day', /./],
			[{ knownCall: 'createBooking', callBody: '{' }, 'Body', /./],
			// n8n makes a text of the object, also if there is only a blank behind it.
			...['={{ $json }} ', '={"name": "{{ $json }}"}', '={"name": {{ $json }}}'].map(
				(callBody) => [{ knownCall: 'createBooking', callBody }, 'Body', /whole object/] as const,
			),
			...['={{ $json.body }}', '={{ null }}', '={{ "" }}'].map(
				(body) =>
					[
						{ knownCall: 'cancelBooking', bookingUniqueId, callBody: body },
						'Body',
						/ enter \{\}\.$/,
					] as const,
			),
		] as const) {
			const { message, description } = await node.errorOf('api', 'call', parameters);
			expect(message).toContain(`“${label}”`);
			expect(description).toMatch(advice);
		}
		expect(node.venue.requests).toEqual([]);
	});

	it('says how to put a name with quotes into the body, and sends it then [api-access: a text from another step]', async () => {
		offer('POST /bookings');
		const body = (name: string) => ({
			...{ knownCall: 'createBooking', callBody: `={"name": ${name}, "notes": "a"}` },
		});
		const items = itemsOf({ name: 'Ann "Annie" Lee\nx' });
		const refused = await node.execute(['api', 'call', body('"{{ $json.name }}"')], { items });
		const [advised] = /\{\{.*?\}\}/.exec(refused.error?.description ?? '') ?? [''];
		expect(refused.error?.message).toBe('“Body” is not JSON');
		await node.execute(['api', 'call', body(advised)], { items });
		const sent = node.venue.requestsTo('POST /bookings').map((request) => request.body);
		expect(sent).toEqual([{ name: 'Ann "Annie" Lee\nx', notes: 'a' }]);
	});

	it.each([
		['1001, 1002', '1001,1002'],
		['1001 1002,', '1001,1002'],
		['1001; 1002', '1001,1002'],
		['={{ 1001 }}', '1001'],
		['={{ [1001, " 1002 "] }}', '1001,1002'],
		['[1001, "1002"]', '1001,1002'],
		['={{ $json.nothing }}', undefined],
		['[]', undefined],
		['', undefined],
	])('takes product IDs as an expression may give them: %j', async (productIds, sent) => {
		offer('GET /product-availability');
		await node.items('api', 'call', {
			knownCall: 'getAvailability',
			day: '2026-06-01',
			productIds,
		});
		const [{ query }] = node.venue.requestsTo('GET /product-availability');
		expect(query.ProductIds).toBe(sent);
	});

	it.each(['={{ { id: 1001 } }}', '={{ [{ id: 1001 }] }}', '={{ true }}'])(
		'sends no product ID that is none: %s',
		async (productIds) => {
			const given = { knownCall: 'getAvailability', day: '2026-06-01', productIds };
			const { message, description } = await node.errorOf('api', 'call', given);
			expect(message).toBe('“Product IDs” holds something that is not an ID');
			expect(description).toMatch(/such as 1001, 1002\./);
			expect(node.venue.requests).toEqual([]);
		},
	);

	it.each([
		['6034567890123456789', /rounds .* as text/],
		['1001.5', /^Enter the ID\.$/],
		['NaN', /^Enter the ID\.$/],
	])('asks for no ID that n8n has rounded, or that is none: %s', async (number, advice) => {
		const giftCardNumber = `={{ ${number} }}`;
		const given = { knownCall: 'getGiftCardBalance', giftCardNumber };
		const { message, description } = await node.errorOf('api', 'call', given);
		expect(message).toBe('“Gift Card Number” is not an ID');
		expect(description).toMatch(advice);
		expect(node.venue.requests).toEqual([]);
	});

	it('does not send the user to a list that a field does not have', async () => {
		const given = { knownCall: 'getGuest', guestId: '={{ { id: 7 } }}' };
		expect((await node.errorOf('api', 'call', given)).description).toBe('Enter the ID.');
	});

	it('takes the day as it is written, also as midnight, and an instant by the time zone of the workflow', async () => {
		offer('GET /product-availability');
		const days = [
			...['2026-06-01T00:00:00Z', "={{ DateTime.fromISO('2026-06-01').startOf('day') }}"],
			...['2026-06-01T23:30:00', '2026-06-01T12:00:00Z'],
			...['={{ 1780315200000 }}', '={{ 202606012330 }}'],
		];
		for (const day of days) {
			await node.items('api', 'call', { knownCall: 'getAvailability', day });
		}
		const sent = node.venue.requestsTo('GET /product-availability').map(({ query }) => query);
		expect(sent).toEqual(days.map(() => ({ Date: '2026-06-01' })));
	});
});
