import { VenuePlatform } from '../../nodes/VenuePlatform/VenuePlatform.node';
import { startVenue, type SimulatedVenue } from '../venue';
import { startEngine, type Engine, type SavedCredential } from './harness/engine';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from './harness/time';

const MINUTE = 60_000;

describe('a venue that gives the same token for as long as it lasts', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeEach(async () => {
		stopTheClock();
		venue = await startVenue({ newToken: (clientId) => `token-of-${clientId}` });
		venue.bookings.seed(3);
		engine = await startEngine();
		credential = await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
		await venue.stop();
	});

	const getBookings = async () =>
		await whileTimeMoves(
			engine.execute({
				node: VenuePlatform,
				parameters: {
					resource: 'booking',
					operation: 'getAll',
					returnAll: true,
					filters: { modifiedFromDate: '2026-01-01T00:00:00Z' },
					options: { wholeBookings: 'never' },
				},
				credentials: { venuePlatformApi: credential },
			}),
		);

	const rejectEverything = () => {
		venue.faults.on('GET /bookings', { kind: 'answer', status: 401 });
		venue.faults.on('GET /webhooks', { kind: 'answer', status: 401 });
	};

	it('works again as soon as the venue accepts that token again', async () => {
		expect((await getBookings()).status).toBe('success');
		await passTime(60 * MINUTE);
		rejectEverything();
		expect((await getBookings()).error?.message).toMatch(/does not accept/);

		venue.faults.clear();
		await passTime(MINUTE);
		venue.forgetRequests();
		for (let minute = 0; minute < 60; minute++) {
			expect((await getBookings()).status).toBe('success');
			await passTime(MINUTE);
		}
		expect(venue.count('POST /token')).toBeLessThanOrEqual(1);
	});

	it('is asked at most 30 times a day while it rejects that token', async () => {
		expect((await getBookings()).status).toBe('success');
		rejectEverything();
		for (let minute = 0; minute < 24 * 60; minute += 4) {
			expect((await getBookings()).error?.message).toMatch(/does not accept/);
			await passTime(4 * MINUTE);
		}
		expect(venue.count('POST /token')).toBeLessThanOrEqual(31);
	});

	it('passes the test of the credential if that token has ended and is then given again', async () => {
		expect((await getBookings()).status).toBe('success');
		await passTime(60 * MINUTE);
		venue.tokens.revokeAll();
		venue.setLatency(20);
		const test = engine.testCredential('venuePlatformApi', await engine.readCredential(credential));
		expect(await whileTimeMoves(test)).toMatchObject({ status: 'OK' });
		expect(venue.count('POST /token')).toBe(2);
	});
});
