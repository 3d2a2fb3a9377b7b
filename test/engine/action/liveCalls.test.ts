import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ActionNode, VenuePlatformTool } from './support/actionNode';

const VISIT = '2026-12-01';

/** The known calls at a venue that has all of them, and at one that has none. */
describe('API → Call with a known call at a live venue', () => {
	let node: ActionNode;

	beforeEach(async () => {
		node = await ActionNode.open({ profile: 'live' });
		node.venue.records.put('signedWaivers', 12, { signedWaiverId: 12, isValid: true });
		node.venue.records.put('giftCards', '0012', { balance: 35.5 });
		await node.venue.bookings.create({ customer: { name: 'Grace Hopper', phone: '555' } });
	});
	afterEach(async () => await node.close());

	const call = async (knownCall: string, given: INodeParameters = {}) =>
		await node.items('api', 'call', { knownCall, ...given });
	const known = (uniqueId: unknown) => node.venue.bookings.find(String(uniqueId));

	const READING: Array<[string, INodeParameters, IDataObject]> = [
		['getGuest', { guestId: 5001 }, { firstName: 'Grace', lastName: 'Hopper', phone: '555' }],
		['getProducts', {}, { parentProductId: '300', parentProductName: 'Games' }],
		['getSignedWaiver', { signedWaiverId: 12 }, { isValid: true }],
		['getVenueDetails', {}, { ianaTimeZone: 'Europe/London', currency: 'GBP' }],
		[
			'getAvailability',
			{ day: VISIT, productIds: '301, 302' },
			{ products: [{ id: '301' }, { id: '302' }], sessions: [{ date: VISIT }, { date: VISIT }] },
		],
		['getGiftCardBalance', { giftCardNumber: '0012' }, { balance: 35.5 }],
	];

	it.each(READING)('%s %j returns what the venue has', async (knownCall, given, shown) => {
		expect(await call(knownCall, given)).toMatchObject([shown]);
	});

	it.each(READING)('%s %j does so for an AI agent', async (knownCall, given, shown) => {
		const { items } = await node.execute(['api', 'call', { knownCall, ...given }], {
			node: VenuePlatformTool,
		});
		expect(items[0].map(({ json }) => json)).toMatchObject([shown]);
	});

	const created = async () => {
		const callBody = JSON.stringify({
			externalId: 'web-1',
			customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.test', phone: '1' },
			items: [{ productId: 302, quantity: 2, bookingDate: VISIT, startTime: '15:00' }],
		});
		const [{ uniqueId }] = await call('createBooking', { callBody });
		return String(uniqueId);
	};

	it('a booking is created, changed and canceled, each with one request', async () => {
		const bookingUniqueId = await created();
		expect(known(bookingUniqueId)).toMatchObject({ externalId: 'web-1', name: 'Ada Lovelace' });
		const callBody = JSON.stringify({ comments: 'Window seat', newItems: [], idsToRemove: [] });
		expect(await call('changeBooking', { bookingUniqueId, callBody })).toEqual([{ success: true }]);
		expect(known(bookingUniqueId)).toMatchObject({ comments: 'Window seat' });
		const cancel = JSON.stringify({ issueRefund: false });
		await call('cancelBooking', { bookingUniqueId, callBody: cancel });
		expect(known(bookingUniqueId)).toMatchObject({ status: 'Cancelled' });
		const sent = node.venue.requests.filter(({ path }) => path.startsWith('/bookings'));
		expect(sent.map(({ method, status }) => [method, status])).toEqual([
			['POST', 201],
			['PUT', 200],
			['POST', 200],
		]);
	});

	it('a change keeps what its example or an expression leaves empty', async () => {
		const bookingUniqueId = await created();
		const callBody =
			'={"name": "{{ $json.none }}", "comments": "", "newItems": [], "idsToRemove": [10000]}';
		await call('changeBooking', { bookingUniqueId, callBody });
		expect(known(bookingUniqueId)).toMatchObject({ name: 'Ada Lovelace', items: [] });
	});

	it('tickets are redeemed, and a second time the venue’s own words are shown', async () => {
		const callBody = JSON.stringify({ tickets: [{ ticketId: '1000001-1' }] });
		expect(await call('redeemTickets', { callBody })).toEqual([{ success: true }]);
		const again = await node.errorOf('api', 'call', { knownCall: 'redeemTickets', callBody });
		expect(again.message).toContain('The ticket was used before');
	});

	it('capacity is blocked', async () => {
		const callBody = JSON.stringify({
			resourceId: 7,
			blockoutCapacity: 3,
			date: VISIT,
			blockEntireDay: true,
		});
		expect(await call('blockCapacity', { callBody })).toEqual([{ resourceCapacityBlockId: 5001 }]);
	});

	it.each<[string, INodeParameters]>([
		['blockCapacity', {}],
		['cancelBooking', { bookingUniqueId: 'created' }],
		['changeBooking', { bookingUniqueId: 'created' }],
		['createBooking', {}],
		['redeemTickets', {}],
	])('the example that %s starts with has the fields that the venue reads', async (name, given) => {
		const ids = 'bookingUniqueId' in given ? { bookingUniqueId: await created() } : {};
		const { message, description } = await node
			.execute(['api', 'call', { knownCall: name, ...ids }])
			.then(({ error }) => error ?? { message: '', description: '' });
		// The values are examples, so a venue may not know the product, the ticket or the customer.
		expect(`${message} ${description}`).not.toMatch(/required|not valid|Expected/i);
	});

	it('a refusal is not taken for a stopped execution, even if the venue says “canceled”', async () => {
		const told = await node.errorOf('api', 'call', {
			knownCall: 'cancelBooking',
			bookingUniqueId: 'BKG-000001',
			callBody: '{"issueRefund": false}',
		});
		expect(`${told.message} ${told.description}`).toContain(
			'Only bookings that were made by the API can be cancelled here',
		);
	});

	it.each([
		...READING,
		['blockCapacity', {}, {}] as const,
		['cancelBooking', { bookingUniqueId: 'BKG-000001' }, {}] as const,
		['changeBooking', { bookingUniqueId: 'BKG-000001' }, {}] as const,
		['createBooking', {}, {}] as const,
		['redeemTickets', {}, {}] as const,
	])('%s %j says so where the venue does not offer it', async (knownCall, given) => {
		node.venue.vary({ operations: 'documented' });
		const told = await node.errorOf('api', 'call', { knownCall, ...given });
		expect(told.message).toMatch(/^The venue has nothing for “[\w ]+”$/);
		expect(told.description).toMatch(/this venue does not offer the call/);
	});
});
