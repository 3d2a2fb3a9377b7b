import type { SimulatedVenue } from '../venue';
import { passTime, whileTimeMoves } from './harness/time';
import { TimedN8n } from './support/timedN8n';

const MINUTE = 60_000;

describe('a venue that gives the same token for as long as it lasts', () => {
	let n8n: TimedN8n;
	let venue: SimulatedVenue;

	beforeEach(async () => {
		n8n = await TimedN8n.open({ newToken: (clientId) => `token-of-${clientId}` });
		({ venue } = n8n);
	});

	afterEach(async () => await n8n.close());

	const getBookings = async () => await whileTimeMoves(n8n.call('/bookings'));

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
		const { engine, credential } = n8n;
		const test = engine.testCredential('venuePlatformApi', await engine.readCredential(credential));
		expect(await whileTimeMoves(test)).toMatchObject({ status: 'OK' });
		expect(venue.count('POST /token')).toBe(2);
	});
});
