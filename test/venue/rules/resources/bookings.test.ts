import { startVenue, type Booking, type ProfileName, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 0, 1);

describe('bookings', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (profile: ProfileName = 'plain') => {
		venue = await startVenue({ profile, now: () => START });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const ids = (bookings: Booking[]) => bookings.map(({ uniqueId }) => uniqueId);
	const get = (path: string) => caller.call('GET', path);

	it('4: GET /bookings lists the bookings of the venue', async () => {
		await open();
		venue.bookings.seed(30);
		const { status, headers, data } = await get('/bookings');
		expect(status).toBe(200);
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
		expect(data).toEqual(venue.bookings.all());
		expect(data).toHaveLength(30);
	});

	it('are the same in every run', async () => {
		await open();
		venue.bookings.seed(12);
		const before = venue.bookings.all();
		caller.close();
		await venue.stop();
		await open();
		venue.bookings.seed(12);
		expect(venue.bookings.all()).toEqual(before);
	});

	it('4: modifiedFromDate "returns bookings changed since that time"', async () => {
		await open();
		venue.bookings.seed(10, { everySeconds: 60 });
		const since = new Date(START - 2 * 60_000).toISOString();
		const recent = await get(`/bookings?modifiedFromDate=${since}`);
		expect(ids(recent.data as Booking[])).toEqual(['BKG-000008', 'BKG-000009', 'BKG/000010 ü?']);
		const offset = since.replace('Z', '%2B00:00');
		expect((await get(`/bookings?modifiedFromDate=${offset}`)).data).toEqual(recent.data);

		await venue.clock.advance(1000);
		await venue.bookings.change('BKG-000001', { guests: 9 });
		const changed = await get(`/bookings?modifiedFromDate=${new Date(START + 1).toISOString()}`);
		expect(changed.data).toEqual([venue.bookings.find('BKG-000001')]);
	});

	it.each(['yesterday', '', '2025-02-30T00:00:00Z', '2025-01-01T00:00:00', '1735689600000'])(
		'7: an invalid date yields 400 with Message (%s)',
		async (date) => {
			await open();
			const { status, data } = await get(`/bookings?modifiedFromDate=${date}`);
			expect(status).toBe(400);
			expect(data).toEqual({ Message: expect.stringContaining('modifiedFromDate') });
		},
	);

	it('4: GET /bookings/{uniqueId} accepts any id, encoded', async () => {
		await open();
		venue.bookings.seed(10);
		for (const { uniqueId } of venue.bookings.all()) {
			const { status, data } = await get(`/bookings/${encodeURIComponent(uniqueId)}`);
			expect(status).toBe(200);
			expect(data).toEqual(venue.bookings.find(uniqueId));
		}
		expect((await get('/bookings/%E0%A4%A')).status).toBe(400);
	});

	it('7: a booking that does not exist for the authorized venue yields 404, empty', async () => {
		await open();
		const { status, data } = await get('/bookings/unknown');
		expect([status, data]).toEqual([404, '']);
	});

	it.each([
		['plain', (list: unknown) => list],
		['items', ({ items }: { items: unknown }) => items],
		['envelope', ({ data, total }: { data: unknown; total: number }) => total === 3 && data],
		['terse', ({ bookings }: { bookings: unknown }) => bookings],
	] as const)('the form of a list is not shown: profile %s', async (profile, listIn) => {
		await open(profile);
		venue.bookings.seed(3);
		const idField = profile === 'items' ? 'id' : 'uniqueId';
		const list = listIn((await get('/bookings')).data) as Array<Record<string, unknown>>;
		expect(list.map((booking) => booking[idField])).toEqual(ids(venue.bookings.all()));
	});

	it('8.5: page sizes are not shown: 20,000 bookings come in one response', async () => {
		await open();
		venue.bookings.seed(20_000, { everySeconds: 1 });
		const { data } = await get('/bookings');
		expect(data).toHaveLength(20_000);
		expect(venue.inFlight).toBe(0);
	}, 30_000);
});
