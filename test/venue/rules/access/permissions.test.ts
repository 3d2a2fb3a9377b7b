import { SCOPES, startVenue, type Scope, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';

const configuration = {
	url: 'https://n8n.example/webhook',
	enabled: true,
	webhooks: { booking: { events: ['Created'] } },
};

const NO_BODY = undefined;

const ENDPOINTS: Array<[Scope, string, string, unknown]> = [
	['Webhook_Create', 'POST', '/webhooks', configuration],
	['Webhook_Get', 'GET', '/webhooks', NO_BODY],
	['Webhook_Update', 'PUT', '/webhooks/1001', configuration],
	['Webhook_GetFailedMessages', 'GET', '/webhooks/messages/failed', NO_BODY],
	['Booking_Get', 'GET', '/bookings', NO_BODY],
	['Booking_Get', 'GET', '/bookings/BKG-000001', NO_BODY],
];

describe('permissions', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue();
		venue.bookings.seed(1);
		caller = callerOf(venue);
		await caller.call('POST', '/webhooks', configuration);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	it.each(ENDPOINTS)(
		'4 / 5.8: without %s, %s %s yields 403 with message "Invalid scope"',
		async (scope, method, path, body) => {
			const others = SCOPES.filter((other) => other !== scope);
			const without = venue.addCredentials({ scopes: others });
			const only = venue.addCredentials({ scopes: [scope] });
			const forbidden = await caller.call(method, path, body, without);
			expect(forbidden.status).toBe(403);
			expect(forbidden.data).toEqual({ Message: 'Invalid scope' });
			expect((await caller.call(method, path, body, only)).status).toBe(200);
		},
	);

	it.each([
		['message', { Message: 'Invalid scope' }],
		['text', 'Invalid scope'],
		['empty', ''],
	] as const)('7: a 403 may have another body: here %s', async (forbidden, body) => {
		venue.vary({ forbidden });
		venue.clients.setScopes(venue.credentials.clientId, []);
		const { status, data } = await caller.call('GET', '/bookings');
		expect(status).toBe(403);
		expect(data).toEqual(body);
	});

	it.each(['disabled key', 'decommissioned venue', 'staff API not enabled'] as const)(
		'7: a %s yields 403 although the client has all scopes',
		async (reason) => {
			venue.clients.block(venue.credentials.clientId, reason);
			const { status, data } = await caller.call('GET', '/bookings');
			expect(status).toBe(403);
			expect(data).toEqual({ Message: reason });
			expect((await caller.requestToken()).status).toBe(403);
			venue.clients.unblock(venue.credentials.clientId);
			expect((await caller.call('GET', '/bookings')).status).toBe(200);
		},
	);

	it.each([
		['none', undefined],
		['another scheme', 'Basic YTpi'],
		['an unknown token', 'Bearer unknown'],
	])('4: a call needs a bearer token (%s)', async (_, authorization) => {
		const { status } = await caller.send({
			method: 'GET',
			url: '/bookings',
			headers: { accept: 'application/json', ...(authorization && { authorization }) },
		});
		expect(status).toBe(401);
	});

	it('4: requests carry Accept: application/json', async () => {
		const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
		const { status } = await caller.send({
			method: 'GET',
			url: '/bookings',
			headers: { accept: '*/*', authorization: `Bearer ${accessToken}` },
		});
		expect(status).toBe(400);
	});

	it('4: JSON request bodies use Content-Type: application/json', async () => {
		const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
		const { status } = await caller.send({
			method: 'POST',
			url: '/webhooks',
			data: JSON.stringify(configuration),
			headers: {
				accept: 'application/json',
				authorization: `Bearer ${accessToken}`,
				'content-type': 'text/plain',
			},
		});
		expect(status).toBe(400);
	});

	it('4: all paths are relative to the base address, and exactly as shown', async () => {
		for (const path of ['/', '//bookings', '/bookings/', '/Bookings', '/tickets']) {
			const { status, data } = await caller.send({
				method: 'GET',
				url: venue.baseUrl + path,
				headers: {
					accept: 'application/json',
					authorization: `Bearer ${venue.tokens.issue(venue.credentials.clientId).accessToken}`,
				},
			});
			expect([path, status, data]).toEqual([path, 404, '']);
		}
	});

	it('1: the base address may end with a path', async () => {
		const below = await startVenue({ basePath: '/api/v2' });
		const other = callerOf(below);
		expect(below.baseUrl).toMatch(/\/api\/v2$/);
		expect((await other.requestToken()).status).toBe(200);
		expect(below.count('POST /token')).toBe(1);
		const outside = await other.send({
			method: 'POST',
			url: new URL('/token', below.baseUrl).href,
		});
		expect(outside.status).toBe(404);
		other.close();
		await below.stop();
	});
});
