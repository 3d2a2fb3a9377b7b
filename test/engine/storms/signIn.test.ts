import type { SimulatedVenue } from '../../venue';
import type { Engine, SavedCredential } from '../harness/engine';
import { letTheClockRun, passTime, stopTheClock, whileTimeMoves } from '../harness/time';
import { connectN8n } from '../support/connectedN8n';
import { VenueCaller } from '../support/VenueCaller.node';

const MINUTE = 60_000;

describe('a venue whose sign-in response is incomplete', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeEach(async () => {
		stopTheClock(Date.UTC(2026, 10, 21, 12));
		({ venue, engine, credential } = await connectN8n());
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
		await venue.stop();
	});

	it('is asked again after a minute', async () => {
		const call = async () =>
			await whileTimeMoves(
				engine.execute({
					node: VenueCaller,
					parameters: { method: 'GET', path: '/bookings' },
					credentials: { venuePlatformApi: credential },
				}),
			);
		venue.faults.on('POST /token', { kind: 'answer', status: 200, body: '{"access_token": "abc' });
		expect((await call()).error?.message).toMatch(/sign-in does not work at the moment/);
		venue.faults.clear();
		await passTime(MINUTE);
		expect((await call()).status).toBe('success');
	});
});
