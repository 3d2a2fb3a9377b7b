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

	it('what it does not have or allow is refused', async () => {
		venue.bookings.seed(1);
		expect((await call('GET', '/guests/1')).status).toBe(404);
		expect((await call('GET', '/signed-waivers/13')).status).toBe(404);
		expect((await call('GET', '/products?ProductCategory=Food')).data).toEqual([]);
		const giftCard = { giftCardNumber: '13' };
		expect((await call('POST', '/giftcards/balance', giftCard)).status).toBe(409);
		const block = { resourceId: 7, blockoutCapacity: 3, date: '2025-07-01' };
		expect((await call('POST', '/capacity-reservation/block', block)).status).toBe(400);
		// The API has not made this booking.
		const cancel = await call('POST', '/bookings/BKG-000001/cancel', { issueRefund: false });
		expect(cancel.status).toBe(403);
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

	it('are not there in a profile that follows the document alone', async () => {
		const plain = await startVenue();
		const other = callerOf(plain);
		expect((await other.call('GET', '/products')).status).toBe(404);
		expect((await other.call('POST', '/bookings', {})).status).toBe(405);
		other.close();
		await plain.stop();
	});
});
