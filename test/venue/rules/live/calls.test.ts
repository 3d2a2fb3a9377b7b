import { startVenue, type SimulatedVenue } from '../../index';
import type { JsonObject } from '../../json';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 5, 10, 12);

describe('other calls of the live profile', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue({ profile: 'live', now: () => START });
		caller = callerOf(venue);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const call = async (method: string, path: string, body?: object) => {
		const { status, data } = await caller.call(method, path, body);
		return { status, data: data as JsonObject };
	};
	const bookingOf = async (id: unknown) => (await call('GET', `/bookings/${String(id)}`)).data;

	const customer = {
		firstName: 'Ada',
		lastName: 'Lovelace',
		email: 'ada@example.test',
		phone: '1',
	};
	const item = { productId: 302, quantity: 2, bookingDate: '2025-07-01', startTime: '15:00' };
	const book = async (more: object = {}) =>
		await call('POST', '/bookings', { externalId: 'web-1', customer, items: [item], ...more });

	it('a guest follows from a booking, by the ID of its customer', async () => {
		await venue.bookings.create({ customer: { name: 'Grace B. Hopper', phone: '555' } });
		const { customerId, ...booking } = await bookingOf('BKG-000001');
		expect(JSON.stringify(booking)).not.toContain('555');
		expect((await call('GET', `/guests/${String(customerId)}`)).data).toMatchObject({
			firstName: 'Grace',
			lastName: 'B. Hopper',
			phone: '555',
			acceptMarketing: false,
		});
		expect((await call('GET', '/guests/1')).status).toBe(404);
	});

	it('products are below their parents, with IDs that are text', async () => {
		const { data } = await call('GET', '/products');
		expect(data).toMatchObject([
			{ parentProductId: '300', products: [{ id: '301', name: 'Laser Tag' }, {}, {}, {}] },
		]);
		expect((await call('GET', '/products?ProductCategory=Food')).data).toEqual([]);
	});

	it('availability is for a day, and counts what is booked', async () => {
		await book();
		const query = 'Date=2025-07-01&ProductIds=302';
		expect((await call('GET', `/product-availability?${query}`)).data).toMatchObject([
			{
				products: [{ id: '302' }],
				sessions: [
					{ startTime: '10:00', capacityRemaining: 30 },
					{ startTime: '15:00', capacityRemaining: 28 },
				],
			},
		]);
		expect((await call('GET', '/product-availability?date=2025-07-01')).status).toBe(400);
		expect((await call('GET', '/product-availability?Date=2025-07-01&ProductIds=9')).data).toEqual(
			[],
		);
	});

	it('waivers and gift cards are those that a test has put', async () => {
		venue.records.put('signedWaivers', 12, { signedWaiverId: 12, isValid: true });
		venue.records.put('giftCards', '0012', { balance: 35.5 });
		expect((await call('GET', '/signed-waivers/12')).data).toMatchObject({ isValid: true });
		expect((await call('GET', '/signed-waivers/13')).status).toBe(404);
		const balance = async (giftCardNumber: string) =>
			await call('POST', '/giftcards/balance', { giftCardNumber });
		expect((await balance('0012')).data).toEqual({ giftCardNumber: '0012', balance: 35.5 });
		expect((await balance('13')).status).toBe(409);
	});

	it('the venue has a time zone and a currency', async () => {
		expect((await call('GET', '/venues/me')).data).toMatchObject({
			name: 'harbor',
			ianaTimeZone: 'Europe/London',
			currency: 'GBP',
		});
	});

	it('a booking is made, changed and canceled; two requests make two', async () => {
		const { status, data } = await book({ comments: 'Window seat' });
		expect(status).toBe(201);
		expect(Object.keys(data)).toEqual(['bookingReference', 'uniqueId']);
		expect((await book()).data.uniqueId).not.toBe(data.uniqueId);
		const path = `/bookings/${String(data.uniqueId)}`;
		expect(await bookingOf(data.uniqueId)).toMatchObject({
			externalId: 'web-1',
			name: 'Ada Lovelace',
			comments: 'Window seat',
			items: [
				{ productId: 302, quantity: 2, bookingDate: '2025-07-01', sessionStartTime: '15:00' },
			],
		});
		const { items } = (await bookingOf(data.uniqueId)) as { items: JsonObject[] };
		const changed = await call('PUT', path, {
			name: 'Party',
			metadata: { from: 'web' },
			newItems: [{ ...item, productId: 301 }],
			idsToRemove: [items[0].bookingItemId],
		});
		expect(changed).toEqual({ status: 200, data: '' });
		expect(await bookingOf(data.uniqueId)).toMatchObject({
			name: 'Party',
			comments: 'Window seat',
			metadata: { from: 'web' },
			items: [{ productId: 301 }],
		});
		expect((await call('POST', `${path}/cancel`, { issueRefund: true })).status).toBe(400);
		expect((await call('POST', `${path}/cancel`, { issueRefund: false })).status).toBe(200);
		expect(await bookingOf(data.uniqueId)).toMatchObject({ status: 'Cancelled' });
	});

	it('only what the API has made can be canceled, and the reason is a JSON string', async () => {
		venue.bookings.seed(1);
		const refused = await call('POST', '/bookings/BKG-000001/cancel', { issueRefund: false });
		expect(refused).toEqual({ status: 403, data: expect.stringContaining('canceled') });
	});

	it('what is wrong or unknown is refused', async () => {
		for (const wrong of [{ items: [] }, { customer: {} }, { externalId: undefined }]) {
			expect((await book(wrong)).status).toBe(400);
		}
		const conflict = await book({ items: [{ ...item, productId: 7 }] });
		expect(conflict.status).toBe(409);
		expect(conflict.data).toEqual({ errors: [{ message: expect.any(String) }] });
		expect((await call('PUT', '/bookings/none', {})).status).toBe(404);
		expect(venue.bookings.all()).toEqual([]);
	});

	it('a ticket is redeemed once', async () => {
		await venue.bookings.create();
		const redeem = async (...ids: string[]) =>
			await call('POST', '/redemptions', { tickets: ids.map((ticketId) => ({ ticketId })) });
		expect((await redeem('1000001-1', '1000001-9')).status).toBe(409);
		expect((await redeem('1000001-1', '1000001-2')).status).toBe(200);
		expect((await redeem('1000001-2')).status).toBe(409);
		const { items } = (await bookingOf('BKG-000001')) as {
			items: Array<{ tickets: JsonObject[] }>;
		};
		expect(items[0].tickets.map(({ redeemed }) => redeemed)).toEqual([true, true]);
		expect((await redeem()).status).toBe(400);
	});

	it('capacity is blocked for hours or a day', async () => {
		const block = { resourceId: 7, blockoutCapacity: 3, date: '2025-07-01' };
		const path = '/capacity-reservation/block';
		expect((await call('POST', path, block)).status).toBe(400);
		expect((await call('POST', path, { ...block, blockEntireDay: true })).data).toEqual({
			resourceCapacityBlockId: 5001,
		});
		expect(venue.records.capacityBlocks).toMatchObject([block]);
	});

	it('are not there in a profile that follows the document alone', async () => {
		const plain = await startVenue();
		const other = callerOf(plain);
		expect((await other.call('GET', '/products')).status).toBe(404);
		expect((await other.call('POST', '/bookings', {})).status).toBe(405);
		other.close();
		await plain.stop();
	});
});
