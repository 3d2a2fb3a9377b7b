import fc from 'fast-check';
import { startVenue, type SimulatedVenue } from '../../index';
import { canonicalJson, type Json } from '../../json';
import { callerOf } from '../support/caller';

const HOUR = 60 * 60_000;
const START = Date.UTC(2025, 0, 1);

describe('the Data API', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue({ now: () => START });
		caller = callerOf(venue);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const post = (path: string, body?: unknown) => caller.call('POST', `/reporting${path}`, body);

	it('8: POST /reporting/bulk accepts one request per data set in about 6 hours', async () => {
		expect((await post('/bulk', { type: 'Bookings', days: 7 })).status).toBe(202);
		const again = await post('/bulk', { days: 7, type: 'Bookings' });
		expect(again.status).toBe(429);
		expect(again.data).toBe('Too many requests');
		expect((await post('/bulk', { type: 'Tickets', days: 7 })).status).toBe(202);
		await venue.clock.advance(6 * HOUR - 1);
		expect((await post('/bulk', { type: 'Bookings', days: 7 })).status).toBe(429);
		await venue.clock.advance(1);
		expect((await post('/bulk', { type: 'Bookings', days: 7 })).status).toBe(202);
	});

	it('a data set is the content of the body, in any order of its names', () => {
		const reordered = (value: Json): Json => {
			if (Array.isArray(value)) return value.map(reordered);
			if (typeof value !== 'object' || value === null) return value;
			const members = Object.entries(value).map(([name, member]) => [name, reordered(member)]);
			return Object.fromEntries(members.reverse()) as Json;
		};
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const json = value as Json;
				expect(canonicalJson(reordered(json))).toBe(canonicalJson(json));
				expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
			}),
		);
	});

	it.each([
		['remaining', '21600'],
		['minute', '60'],
		['absent', undefined],
	] as const)(
		'Retry-After of an export is not shown: here %s',
		async (exportRetryAfter, header) => {
			venue.vary({ exportRetryAfter });
			await post('/bulk', {});
			expect((await post('/bulk', {})).headers['retry-after']).toBe(header);
		},
	);

	it('8: revenue activity is burst-limited, with a cooldown of 24 hours', async () => {
		const statuses: number[] = [];
		for (let sent = 0; sent < 4; sent++) {
			statuses.push((await post('/bulk/revenue-activity', {})).status);
		}
		expect(statuses).toEqual([202, 202, 202, 429]);
		await venue.clock.advance(24 * HOUR - 1);
		expect((await post('/bulk/revenue-activity')).status).toBe(429);
		await venue.clock.advance(1);
		expect((await post('/bulk/revenue-activity')).status).toBe(202);
	});

	it('6.1: BulkExport Created delivers what was requested, some time later', async () => {
		const url = 'https://n8n.example/exports';
		const webhooks = { bulkExport: { events: ['Created'] } };
		await caller.call('POST', '/webhooks', { url, enabled: true, webhooks });
		await post('/bulk', { type: 'Bookings' });
		expect(venue.deliveries).toHaveLength(0);
		await venue.clock.advance(30_000);
		const [message] = venue.messages.all();
		expect(message).toMatchObject({
			type: 'BulkExport',
			eventType: 'Created',
			data: { requested: { type: 'Bookings' } },
		});
	});

	it.each([['120'], [undefined]])(
		'7: 503 with plain text under maintenance (Retry-After: %s), while REST continues',
		async (retryAfter) => {
			venue.startMaintenance(retryAfter);
			const { status, headers, data } = await caller.call('GET', '/data/sales');
			expect(status).toBe(503);
			expect(headers['content-type']).toMatch(/^text\/plain/);
			expect(headers['retry-after']).toBe(retryAfter);
			expect(data).toContain('maintenance');
			expect((await caller.call('GET', '/bookings')).status).toBe(200);
			venue.endMaintenance();
			expect((await caller.call('GET', '/data/sales')).status).toBe(200);
		},
	);

	it('4: any path under /data/ and /reporting/ is answered with the request itself', async () => {
		const { data } = await caller.call('POST', '/data/sales/daily?from=2025-01-01&q=%26', {
			by: 'day',
		});
		expect(data).toEqual({
			venue: 'harbor',
			method: 'POST',
			path: '/data/sales/daily',
			query: { from: '2025-01-01', q: '&' },
			body: { by: 'day' },
		});
	});
});
