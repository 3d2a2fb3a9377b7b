import { startVenue, type SimulatedVenue, type VenueOptions } from '../../index';
import { callerOf } from '../support/caller';

const MINUTE = 60_000;

describe('access tokens', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	const open = async (options: VenueOptions = {}) => {
		const start = Date.UTC(2025, 0, 1);
		venue = await startVenue({ now: () => start, ...options });
		caller = callerOf(venue);
	};

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const statusesOf = async (requests: number) => {
		const statuses: number[] = [];
		for (let sent = 0; sent < requests; sent++) statuses.push((await caller.requestToken()).status);
		return statuses;
	};

	it('2.2 / 5.2: a token request is answered with access_token, token_type and expires_in', async () => {
		await open();
		const { status, data } = await caller.requestToken();
		expect(status).toBe(200);
		expect(data).toEqual({
			access_token: expect.any(String),
			token_type: 'Bearer',
			expires_in: 86_400,
		});
	});

	it('2.2: expires_in "may change, so the consumer reads it from each response"', async () => {
		await open({ tokenLifetimeSeconds: 120 });
		expect((await caller.requestToken()).data).toMatchObject({ expires_in: 120 });
		venue.tokens.setLifetime(5);
		expect((await caller.requestToken()).data).toMatchObject({ expires_in: 5 });
	});

	it('5.2: a token request must be JSON', async () => {
		await open();
		const { clientId, clientSecret } = venue.credentials;
		const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret });
		const { status, data } = await caller.send({ method: 'POST', url: '/token', data: form });
		expect(status).toBe(400);
		expect(data).toEqual({ Message: expect.stringContaining('client_id') });
	});

	it.each([400, 401, 403] as const)(
		'the status of a wrong secret is not shown: here %i',
		async (wrongSecretStatus) => {
			await open({ variations: { wrongSecretStatus } });
			const wrong = { ...venue.credentials, clientSecret: 'wrong' };
			expect((await caller.requestToken(wrong)).status).toBe(wrongSecretStatus);
			expect(venue.tokens.issued).toEqual([]);
		},
	);

	it('3.2: an expired token is answered with 401, exactly when its lifetime ends', async () => {
		await open({ tokenLifetimeSeconds: 120 });
		const call = caller.signed(venue.tokens.issue(venue.credentials.clientId).accessToken);
		await venue.clock.advance(2 * MINUTE - 1);
		expect((await call('GET', '/bookings')).status).toBe(200);
		await venue.clock.advance(1);
		expect((await call('GET', '/bookings')).status).toBe(401);
	});

	it.each([
		['empty', ''],
		['text', 'Unauthorized'],
		['json', { Message: expect.any(String) }],
	] as const)('7: the body of a 401 is not shown: here %s', async (unauthorized, body) => {
		await open({ variations: { unauthorized } });
		const call = caller.signed(venue.tokens.issue(venue.credentials.clientId).accessToken);
		venue.tokens.revokeAll();
		const { status, data } = await call('GET', '/bookings');
		expect(status).toBe(401);
		expect(data).toEqual(body);
	});

	it('8: 60 token requests a minute per IP address, then 429 for 5 minutes', async () => {
		await open();
		expect(await statusesOf(60)).toEqual(Array<number>(60).fill(200));
		const throttled = await caller.requestToken();
		expect(throttled.status).toBe(429);
		expect(throttled.data).toBe('Too many requests');
		expect(throttled.headers).toMatchObject({ 'retry-after': '300' });
		expect(throttled.headers['content-type']).toMatch(/^text\/plain/);
		await venue.clock.advance(5 * MINUTE - 1);
		expect(await statusesOf(1)).toEqual([429]);
		await venue.clock.advance(1);
		expect(await statusesOf(1)).toEqual([200]);
	});

	it.each([
		['minute', '60'],
		['absent', undefined],
		['date', 'Wed, 01 Jan 2025 00:05:00 GMT'],
	] as const)('8: Retry-After of the 5 minutes is not shown: here %s', async (kind, header) => {
		await open({ variations: { tokenRetryAfter: kind } });
		venue.limits.consume('token', 61);
		expect((await caller.requestToken()).headers['retry-after']).toBe(header);
	});
});
