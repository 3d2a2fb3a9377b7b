import { startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import type { JsonObject } from '../../json';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 5, 10, 12);
const DAY = 24 * 3_600_000;

describe('reports of the live profile', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		venue = await startVenue({
			profile: 'live',
			timeZone: 'Europe/London',
			now: () => START,
			...options,
		});
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const get = async (path: string, query: string) => await caller.call('GET', `${path}?${query}`);
	const TODAY = 'startDate=2025-06-10&endDate=2025-06-11';
	const revenue = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ recordDate: '2025-06-10', id: String(index) }));

	it('come by page, with the envelope of the live service', async () => {
		await open();
		venue.reports.add(
			'/data/customers',
			Array.from({ length: 230 }, (_, index) => ({
				customerId: String(index),
				modifiedDate: '2025-06-10T23:30:00+01:00',
			})),
		);
		const { data } = await get('/data/customers', TODAY);
		const { items, ...page } = data as JsonObject & { items: JsonObject[] };
		expect(page).toEqual({ currentPage: 1, totalPages: 3, totalItems: 230, itemsPerpage: 100 });
		expect(items).toHaveLength(100);
		const last = (await get('/data/customers', `${TODAY}&pageNumber=3`)).data as JsonObject;
		expect(last.items).toHaveLength(30);
		expect((await get('/data/customers', `${TODAY}&pageSize=9999`)).data).toMatchObject({
			itemsPerpage: 500,
			totalPages: 1,
		});
	});

	it('revenue entries have 100 on a page, whatever is asked for', async () => {
		await open();
		venue.reports.add('/reporting/revenue-entries', revenue(120));
		const { data } = await get('/reporting/revenue-entries', `${TODAY}&pageSize=500`);
		expect(data).toMatchObject({ totalPages: 2, itemsPerpage: 100 });
	});

	it('some come as a bare list, page by page', async () => {
		await open();
		const rows = Array.from({ length: 130 }, () => ({ modifiedDate: '2025-06-10' }));
		venue.reports.add('/data/giftcards', rows);
		expect((await get('/data/giftcards', TODAY)).data).toHaveLength(100);
		expect((await get('/data/giftcards', `${TODAY}&pageNumber=2`)).data).toHaveLength(30);
	});

	it('give at most a day, up to the day after', async () => {
		await open();
		venue.reports.add('/reporting/revenue-entries', revenue(1));
		const path = '/reporting/revenue-entries';
		expect((await get(path, 'startDate=2025-06-10&endDate=2025-06-12')).status).toBe(400);
		expect((await get(path, 'startDate=2025-06-11&endDate=2025-06-10')).status).toBe(400);
		expect((await get(path, 'startDate=2025-06-10')).status).toBe(400);
		expect((await get(path, 'startDate=June&endDate=2025-06-11')).status).toBe(400);
		const sameDay = await get(path, 'startDate=2025-06-10&endDate=2025-06-10');
		expect(sameDay.data).toMatchObject({ totalItems: 0 });
	});

	it('may expect the day itself as the end', async () => {
		await open({ variations: { reports: { endIs: 'sameDay' } } });
		venue.reports.add('/reporting/revenue-entries', revenue(1));
		const path = '/reporting/revenue-entries';
		expect((await get(path, TODAY)).status).toBe(400);
		const { data } = await get(path, 'startDate=2025-06-10&endDate=2025-06-10');
		expect(data).toMatchObject({ totalItems: 1 });
	});

	it('/data/bookingitems is the change feed, also of what the search hides', async () => {
		await open();
		venue.bookings.seed(3, { secondsAgo: (2 * DAY) / 1000 });
		await venue.bookings.cancel('BKG-000001');
		await venue.bookings.delete('BKG-000002');
		const { data } = await get('/data/bookingitems', TODAY);
		expect((data as { items: JsonObject[] }).items).toMatchObject([
			{ bookingUniqueId: 'BKG-000001', bookingStatus: 'Cancelled', bookingItemId: '11' },
			{ bookingUniqueId: 'BKG-000002', bookingStatus: 'Deleted', productId: '303' },
		]);
	});

	it.each([
		['/data/tickets', { ticketId: '1000001-1' }],
		['/data/bookingpayments', { bookingPaymentId: '10' }],
		['/reporting/revenue-entries', { fundsReceived: 29.9 }],
	])('%s follows from the bookings', async (path, row) => {
		await open();
		await venue.bookings.create();
		const { data } = await get(path, TODAY);
		expect((data as { items: JsonObject[] }).items[0]).toMatchObject(row);
	});

	it('/data/products has no days', async () => {
		await open();
		expect((await get('/data/products', '')).data).toMatchObject({ totalItems: 4 });
		expect((await get('/data/visits', TODAY)).status).toBe(404);
	});
});
