import { startVenue, type ClientCredentials, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';

describe('several venues at one address', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;
	let castle: ClientCredentials;

	beforeEach(async () => {
		venue = await startVenue({ now: () => Date.UTC(2025, 0, 1) });
		caller = callerOf(venue);
		castle = venue.addVenue('castle');
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const get = (path: string, as?: ClientCredentials) => caller.call('GET', path, undefined, as);

	it('5.7: each set of credentials sees its own venue only, and ids of another one return 404', async () => {
		venue.accounts.castle.bookings.seed(2);
		expect((await get('/bookings', castle)).data).toEqual(venue.accounts.castle.bookings.all());
		expect((await get('/bookings')).data).toEqual([]);
		expect((await get('/bookings/BKG-000001', castle)).status).toBe(200);
		expect((await get('/bookings/BKG-000001')).status).toBe(404);
		expect(venue.requests.map(({ account }) => account)).toEqual([
			'castle',
			'harbor',
			'castle',
			'harbor',
		]);
	});

	it('8: they share the REST limit of the address, whichever of them uses it up', async () => {
		venue.limits.set('rest', { requests: 4 });
		for (const as of [castle, undefined, castle, undefined]) {
			expect((await get('/bookings', as)).status).toBe(200);
		}
		expect((await get('/bookings', castle)).status).toBe(429);
		expect((await get('/bookings')).status).toBe(429);
	});

	it('8: each has its own data limit, which all credentials of the venue share', async () => {
		venue.limits.set('data', { requests: 2 });
		const again = venue.addCredentials({ venue: 'castle' });
		expect((await get('/data/sales', castle)).status).toBe(200);
		expect((await get('/data/sales', again)).status).toBe(200);
		expect((await get('/data/sales', again)).status).toBe(429);
		expect((await get('/data/sales', castle)).status).toBe(429);
		expect((await get('/data/sales')).status).toBe(200);
	});

	it('8: an export of one does not block the same export of another', async () => {
		const request = async (as?: ClientCredentials) =>
			(await caller.call('POST', '/reporting/bulk', { dataSet: 'visits' }, as)).status;
		expect([await request(castle), await request(castle), await request()]).toEqual([
			202, 429, 202,
		]);
	});

	it('can be added in any number, but each name only once', () => {
		venue.addVenue('tower');
		expect(Object.keys(venue.accounts)).toEqual(['harbor', 'castle', 'tower']);
		expect(() => venue.addVenue('castle')).toThrow('already');
	});
});
