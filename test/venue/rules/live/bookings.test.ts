import { startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 5, 10, 12);
const MINUTE = 60_000;

interface Row {
	uniqueId: string;
	createdDate: string;
	status: string;
}

describe('bookings of the live profile', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		venue = await startVenue({ profile: 'live', now: () => START, ...options });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const search = async (query: string) =>
		((await caller.call('GET', `/bookings?${query}`)).data as { bookings: Row[] }).bookings;
	const idsOf = (rows: Row[]) => rows.map(({ uniqueId }) => uniqueId);
	const since = (time: number) => `modifiedFromDate=${new Date(time).toISOString()}`;

	it('are a search, which needs at least one criterion', async () => {
		await open();
		expect((await caller.call('GET', '/bookings')).status).toBe(400);
		expect((await caller.call('GET', '/bookings?page=2')).status).toBe(400);
		expect((await caller.call('GET', '/bookings?keywords=ad')).status).toBe(400);
		for (const query of ['keywords=ada', 'date=2025-06-17', 'productIds=301', 'locationIds=1']) {
			expect((await caller.call('GET', `/bookings?${query}`)).status).toBe(200);
		}
	});

	it('are found by words, day, time, product and location', async () => {
		await open();
		venue.bookings.seed(3);
		const { uniqueId } = (await venue.bookings.create({ customer: { name: 'Grace Hopper' } }))
			.booking;
		expect(idsOf(await search('keywords=hopp'))).toEqual([uniqueId]);
		expect(idsOf(await search('keywords=1000002'))).toEqual(['BKG-000002']);
		expect(await search('date=2025-06-17')).toHaveLength(4);
		expect(await search('date=2025-06-17&startTime=12:58')).toHaveLength(1);
		expect(idsOf(await search('productIds=302,303'))).toEqual(['BKG-000002', 'BKG-000001']);
		expect(await search('locationIds=2')).toEqual([]);
	});

	it('are the 100 newest at most, with no sign of more', async () => {
		await open();
		venue.bookings.seed(250);
		const { data, headers } = await caller.call('GET', `/bookings?${since(0)}`);
		const { bookings, ...rest } = data as { bookings: Row[] };
		expect(rest).toEqual({});
		expect(Object.keys(headers as object).filter((name) => /total|link|page/.test(name))).toEqual(
			[],
		);
		const whole = venue.bookings.all().filter(({ status }) => status !== 'Cancelled');
		expect(idsOf(bookings)).toEqual(
			whole
				.slice(-100)
				.reverse()
				.map(({ uniqueId }) => uniqueId),
		);
	});

	it('newest means created last, so an old booking that changes is not among them', async () => {
		await open({ variations: { bookings: { atMost: 2 } } });
		venue.bookings.seed(4);
		await venue.bookings.change('BKG-000001', { guests: 9 });
		expect(idsOf(await search(since(0)))).toEqual(['BKG-000004', 'BKG-000003']);
		expect(idsOf(await search(since(START)))).toEqual(['BKG-000004', 'BKG-000001']);
	});

	it.each([
		['newestFirst', ['BKG-000003', 'BKG-000002']],
		['oldestFirst', ['BKG-000001', 'BKG-000002']],
		['byId', ['BKG-000001', 'BKG-000002']],
	] as const)('may come in another order: %s', async (order, ids) => {
		await open({ variations: { bookings: { order, atMost: 2 } } });
		venue.bookings.seed(3);
		expect(idsOf(await search(since(0)))).toEqual(ids);
	});

	it('are not listed when they are cancelled, drafts or deleted', async () => {
		await open();
		venue.bookings.seed(3);
		await venue.bookings.cancel('BKG-000001');
		await venue.bookings.change('BKG-000002', { status: 'Draft' });
		await venue.bookings.delete('BKG-000003');
		expect(await search(since(0))).toEqual([]);
		expect((await caller.call('GET', '/bookings/BKG-000001')).data).toMatchObject({
			status: 'Cancelled',
		});
		venue.vary({ bookings: { listed: 'all' } });
		expect(await search(since(0))).toHaveLength(2);
	});

	it('have short rows, in which a change may not show', async () => {
		await open();
		await venue.bookings.create();
		const before = await search(since(0));
		await venue.bookings.change('BKG-000001', { comments: 'Allergic to nuts' });
		expect(await search(since(0))).toEqual(before);
		expect(Object.keys(before[0])).toEqual(
			expect.arrayContaining(
				'bookingReference uniqueId createdDate status name customerId total items'.split(' '),
			),
		);
		expect(before[0]).toMatchObject({
			status: 'PaidFull',
			createdDate: '2025-06-10T12:00:00.0000000Z',
		});
		expect(JSON.stringify(before)).not.toMatch(/payments|tickets|comments|channel/);
		venue.vary({ bookings: { rows: 'whole' } });
		expect(await search(since(0))).toMatchObject([
			{ comments: 'Allergic to nuts', status: 'Paid' },
		]);
	});

	it('rows of the document’s own form can be short, too', async () => {
		await open({ profile: 'plain', variations: { bookings: { rows: 'short' } } });
		venue.bookings.seed(1);
		const { data } = await caller.call('GET', '/bookings');
		const { uniqueId, reference, status, createdDate, modifiedDate, customer, total } =
			venue.bookings.all()[0];
		expect(data).toEqual([
			{ uniqueId, reference, status, createdDate, modifiedDate, customer, total },
		]);
	});

	it('GET /bookings/{id} returns the full record, by uniqueId or bookingReference', async () => {
		await open();
		await venue.bookings.create({ guests: 2, total: 29.9 });
		const { data } = await caller.call('GET', '/bookings/BKG-000001');
		expect((await caller.call('GET', '/bookings/1000001')).data).toEqual(data);
		expect((await caller.call('GET', '/bookings/1000002')).status).toBe(404);
		const session = { sessionStartTime: '13:00', sessionEndTime: '14:00' };
		const item = { quantity: 2, productId: 302, bookingDate: '2025-06-17', ...session, cost: 29.9 };
		expect(data).toMatchObject({
			status: 'Paid',
			customerId: 5001,
			total: 29.9,
			items: [{ ...item, tickets: [{ ticketId: '1000001-1' }, { ticketId: '1000001-2' }] }],
			payments: [{ amount: 29.9 }],
		});
		expect(JSON.stringify(data)).not.toMatch(/modifiedDate|email|guest1@|Escape/);
	});

	it('a booking at the desk has no customer', async () => {
		await open();
		venue.bookings.seed(4);
		expect((await caller.call('GET', '/bookings/BKG-000004')).data).toMatchObject({
			channel: 'Venue',
			customerId: null,
		});
	});

	const HALF_PAST = START - 30 * MINUTE;

	it.each([
		['millisecond', ['BKG-000003']],
		['second', ['BKG-000002', 'BKG-000003']],
		['minute', ['BKG-000002', 'BKG-000003']],
		['hour', ['BKG-000001', 'BKG-000002', 'BKG-000003']],
		['day', ['BKG-000001', 'BKG-000002', 'BKG-000003']],
		['nothing', ['BKG-000000', 'BKG-000001', 'BKG-000002', 'BKG-000003']],
	] as const)('honor `modifiedFromDate` to the %s', async (to, ids) => {
		const bookings = { modifiedFrom: { to, zone: 'asWritten', isExclusive: false }, order: 'byId' };
		await open({
			variations: { bookings: bookings as NonNullable<VenueOptions['variations']>['bookings'] },
		});
		const at = [HALF_PAST - 25 * 60 * MINUTE, HALF_PAST - 5 * MINUTE, HALF_PAST, HALF_PAST + 1];
		at.forEach((time, index) => {
			const modifiedDate = new Date(time).toISOString();
			venue.bookings.put({ uniqueId: `BKG-00000${index}`, modifiedDate });
		});
		expect(idsOf(await search(since(HALF_PAST + 1)))).toEqual(ids);
	});

	it('may leave out what changed at the very date, or read the date as local time', async () => {
		const modifiedFrom = { to: 'millisecond', zone: 'asWritten', isExclusive: true } as const;
		await open({ variations: { bookings: { modifiedFrom } } });
		await venue.bookings.create();
		expect(await search(since(START))).toEqual([]);
		expect(await search(since(START - 1))).toHaveLength(1);
		venue.vary({ bookings: { modifiedFrom: { ...modifiedFrom, zone: 'local' } } });
		expect(await search(since(START + 59 * MINUTE))).toHaveLength(1);
		expect(await search(since(START + 60 * MINUTE))).toEqual([]);
	});
});
