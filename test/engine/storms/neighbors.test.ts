import type { INodeExecutionData } from 'n8n-workflow';

import type { SavedCredential } from '../harness/engine';
import { whileTimeMoves } from '../harness/time';
import { TimedN8n } from '../support/timedN8n';

jest.setTimeout(240_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LOOK_UPS = 200;

describe('credentials of several venues at one address', () => {
	let n8n: TimedN8n;
	let slow: SavedCredential;

	beforeEach(async () => {
		n8n = await TimedN8n.open();
		const neighbor = n8n.venue.addVenue('neighbor');
		slow = await n8n.saveCredential({ ...neighbor, requestsPerMinute: 30 });
	});
	afterEach(async () => await n8n.close());

	const calls = async (count: number, by?: SavedCredential) => {
		const items: INodeExecutionData[] = Array.from({ length: count }, () => ({ json: {} }));
		const begun = Date.now();
		const { status } = await n8n.call('/bookings', { items, by });
		expect(status).toBe('success');
		return Date.now() - begun;
	};

	it('are as fast next to a slow one as alone, and the slow one only waits for its own limit', async () => {
		const alone = await whileTimeMoves(calls(LOOK_UPS));
		await whileTimeMoves(new Promise((resolve) => setTimeout(resolve, 3 * MINUTE)));
		let isDone = false;
		const waits: number[] = [];
		const beside = async () => {
			while (!isDone) waits.push(await calls(1, slow));
		};
		const together = async () => {
			const took = await calls(LOOK_UPS);
			isDone = true;
			return took;
		};
		const [took] = await whileTimeMoves(Promise.all([together(), beside()]));
		expect(alone / took).toBeGreaterThanOrEqual(0.95);
		// After a burst of 20, its other nine calls are spread over the rest of the minute.
		expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE / 9 + 2 * SECOND);
		expect(n8n.venue.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});
