import type { INodeExecutionData } from 'n8n-workflow';

import type { SimulatedVenue } from '../../venue';
import type { Engine, SavedCredential } from '../harness/engine';
import { letTheClockRun, stopTheClock, whileTimeMoves } from '../harness/time';
import { connectN8n } from '../support/connectedN8n';
import { VenueCaller } from '../support/VenueCaller.node';

jest.setTimeout(240_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LOOK_UPS = 200;
const DAY = 24 * 60 * MINUTE;
let noon = Date.UTC(2026, 10, 21, 12);

describe('credentials of several venues at one address', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let busy: SavedCredential;
	let slow: SavedCredential;

	beforeEach(async () => {
		noon += DAY;
		stopTheClock(noon);
		({ venue, engine, credential: busy } = await connectN8n());
		const neighbor = {
			baseUrl: venue.baseUrl,
			...venue.addVenue('neighbor'),
			requestsPerMinute: 30,
		};
		slow = await engine.saveCredential('venuePlatformApi', neighbor);
	});

	afterEach(async () => {
		letTheClockRun();
		await engine.stop();
		await venue.stop();
	});

	const calls = async (count: number, credential: SavedCredential) => {
		const items: INodeExecutionData[] = Array.from({ length: count }, () => ({ json: {} }));
		const begun = Date.now();
		const { status } = await engine.execute({
			node: VenueCaller,
			parameters: { path: '/bookings' },
			items,
			credentials: { venuePlatformApi: credential },
		});
		expect(status).toBe('success');
		return Date.now() - begun;
	};

	it('are as fast next to a slow one as alone, and the slow one only waits for its own limit', async () => {
		const alone = await whileTimeMoves(calls(LOOK_UPS, busy));
		await whileTimeMoves(new Promise((resolve) => setTimeout(resolve, 3 * MINUTE)));
		let isDone = false;
		const waits: number[] = [];
		const beside = async () => {
			while (!isDone) waits.push(await calls(1, slow));
		};
		const together = async () => {
			const took = await calls(LOOK_UPS, busy);
			isDone = true;
			return took;
		};
		const [took] = await whileTimeMoves(Promise.all([together(), beside()]));
		expect(alone / took).toBeGreaterThanOrEqual(0.95);
		// After a burst of 20, its other nine calls are spread over the rest of the minute.
		expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE / 9 + 2 * SECOND);
		expect(venue.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});
