import axios from 'axios';
import type { JsonObject } from '../../json';
import { startConnectedVenue, type ConnectedVenue } from '../support/connectedVenue';

const DAY = 24 * 3_600_000;
const HALF_A_YEAR = { startDate: '2024-11-15', endDate: '2025-05-01' };

interface Part extends JsonObject {
	preSignedUrls: string[];
	sequenceNumber: number;
	sequenceTotal: number;
}

describe('exports of the live profile', () => {
	let venue: ConnectedVenue['venue'];
	let caller: ConnectedVenue['caller'];
	let receiver: ConnectedVenue['receiver'];
	let close: ConnectedVenue['close'];

	const open = async (exportFiles: object = {}) => {
		const connected = await startConnectedVenue({
			profile: 'live',
			timeZone: 'America/New_York',
			variations: { exportFiles },
		});
		({ venue, caller, receiver, close } = connected);
		return connected;
	};

	const subscribe = async () =>
		await caller.call('POST', '/webhooks', {
			url: 'https://n8n.example/webhook/1',
			enabled: true,
			authentication: { apiKey: 'key' },
			webhooks: { bulkExport: { events: ['Created'] } },
		});

	const request = async (body: object) => await caller.call('POST', '/reporting/bulk', body);

	const parts = async (): Promise<Part[]> => {
		await subscribe();
		const requested = await request({ exportType: 'BookingItems', ...HALF_A_YEAR });
		expect([requested.status, requested.data]).toEqual([200, '']);
		await venue.clock.advance(120_000);
		return receiver.received.map(({ body: { data } }) => data as Part);
	};

	afterEach(() => close());

	const fetch = async (url: string, headers = {}) =>
		await axios.get<unknown>(url, { headers, validateStatus: () => true, proxy: false });

	const addRows = () =>
		venue.reports.add('/data/bookingitems', [
			{ bookingItemId: '1', bookingModifiedDate: '2024-11-15T04:59:59Z' },
			{ bookingItemId: '2', bookingModifiedDate: '2024-11-15T05:00:00Z' },
			{ bookingItemId: '3', bookingModifiedDate: '2025-04-30' },
			{ bookingItemId: '4', bookingModifiedDate: '2025-05-01' },
		]);

	it('one event for each calendar month, with the files on a host of their own', async () => {
		await open({ order: 'asNumbered' });
		addRows();
		const events = await parts();
		expect(events.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(new Set(events.map(({ processId }) => processId)).size).toBe(1);
		expect(events[1]).toEqual({
			venueId: 3001,
			preSignedUrls: [],
			exportType: 'BookingItems',
			processId: events[0].processId,
			sequenceNumber: 2,
			sequenceTotal: 6,
		});
		const files = [...events[0].preSignedUrls, ...events[5].preSignedUrls];
		expect(files.some((url) => url.startsWith(venue.baseUrl))).toBe(false);
		const ids: unknown[] = [];
		for (const url of files) {
			const { data } = await fetch(url);
			ids.push(...(data as JsonObject[]).map(({ bookingItemId }) => bookingItemId));
		}
		expect(ids).toEqual(['2', '3']);
	});

	it('the file host notes what it is sent, refuses a token, and forgets after five days', async () => {
		await open();
		addRows();
		const [url] = (await parts()).flatMap(({ preSignedUrls }) => preSignedUrls);
		expect((await fetch(url, { authorization: 'Bearer x' })).status).toBe(400);
		expect((await fetch(url.slice(0, -1))).status).toBe(403);
		expect((await fetch(url)).status).toBe(200);
		await venue.clock.advance(5 * DAY);
		expect(await fetch(url)).toMatchObject({ status: 403, data: expect.stringMatching(/expired/) });
		const seen = venue.fileHost.requests.map(({ headers, status }) => [
			status,
			headers.authorization,
		]);
		expect(seen).toEqual([
			[400, 'Bearer x'],
			[403, undefined],
			[200, undefined],
			[403, undefined],
		]);
	});

	it('need a webhook, a known type, and dates of which the end is later', async () => {
		await open();
		const body = { exportType: 'Tickets', startDate: '2025-01-01', endDate: '2025-01-02' };
		expect((await request(body)).status).toBe(400);
		await subscribe();
		for (const wrong of [
			{ exportType: 'Visits' },
			{ startDate: '01/02/2025' },
			{ endDate: '2025-01-01' },
			{ endDate: undefined },
		]) {
			expect((await request({ ...body, ...wrong })).status).toBe(400);
		}
		expect((await request(body)).status).toBe(200);
		expect((await request(body)).status).toBe(429);
	});
});
