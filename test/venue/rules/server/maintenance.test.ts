import { startVenue, type Maintenance, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';
import { until } from '../support/until';

const START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

describe('maintenance and latency', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		venue = await startVenue({ now: () => START, ...options });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const statusOf = async (path: string) => (await caller.call('GET', path)).status;

	it('7: maintenance has the text that it is given', async () => {
		await open();
		venue.startMaintenance({ text: 'Back at noon — danke für Ihre Geduld' });
		const { status, headers, data } = await caller.call('GET', '/data/sales');
		expect([status, data]).toEqual([503, 'Back at noon — danke für Ihre Geduld']);
		expect(headers['content-type']).toMatch(/^text\/plain/);
		expect(headers).not.toHaveProperty('retry-after');
	});

	it.each<[Maintenance['retryAfter'], string, string]>([
		['soon', 'soon', 'soon'],
		['-5', '-5', '-5'],
		['Wednesday, 01-Jan-25 00:01:30 GMT', ...pair('Wednesday, 01-Jan-25 00:01:30 GMT')],
		[{ left: 'seconds' }, '90', '60'],
		[{ left: 'decimal' }, '90.0', '60.0'],
		[{ left: 'date' }, ...pair('Wed, 01 Jan 2025 00:01:30 GMT')],
		[{ left: 'isoDate' }, ...pair('2025-01-01T00:01:30.000Z')],
	])('7: Retry-After may have any form: %j', async (retryAfter, atFirst, halfAMinuteLater) => {
		await open();
		venue.startMaintenance({ retryAfter, forSeconds: 90 });
		const header = async () =>
			(await caller.call('GET', '/data/sales')).headers['retry-after'] as string;
		expect(await header()).toBe(atFirst);
		await venue.clock.advance(MINUTE / 2);
		expect(await header()).toBe(halfAMinuteLater);
	});

	it('maintenance ends by itself, to the millisecond', async () => {
		await open();
		venue.startMaintenance({ forSeconds: 15 });
		await venue.clock.advance(14_999);
		expect(await statusOf('/data/sales')).toBe(503);
		await venue.clock.advance(1);
		expect(await statusOf('/data/sales')).toBe(200);
	});

	it('maintenance concerns the Data API, or the surfaces that a test names', async () => {
		await open();
		venue.startMaintenance();
		expect([await statusOf('/data/sales'), await statusOf('/bookings')]).toEqual([503, 200]);
		venue.startMaintenance({ surfaces: ['rest', 'token'] });
		expect([await statusOf('/data/sales'), await statusOf('/bookings')]).toEqual([200, 503]);
		expect((await caller.requestToken()).status).toBe(503);
		venue.endMaintenance();
		expect((await caller.requestToken()).status).toBe(200);
	});

	it('every answer takes the latency of the venue, plus the delay of a fault', async () => {
		await open({ latencyMs: 500 });
		venue.faults.on('GET /webhooks', { kind: 'delay', ms: 200 });
		const settled: string[] = [];
		const calls = ['/bookings', '/webhooks', '/unknown'].map(async (path) => {
			await statusOf(path);
			settled.push(path);
		});
		await until(() => venue.requests.length === 3 && venue.inFlight === 0);
		await venue.clock.advance(499);
		expect(settled).toEqual([]);
		await venue.clock.advance(1);
		await until(() => settled.length >= 2);
		expect(settled).not.toContain('/webhooks');
		await venue.clock.advance(200);
		await Promise.all(calls);
		venue.setLatency(0);
		expect(await statusOf('/bookings')).toBe(200);
	});
});

function pair(text: string): [string, string] {
	return [text, text];
}
