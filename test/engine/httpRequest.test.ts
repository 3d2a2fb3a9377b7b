import { startVenue, type SimulatedVenue } from '../venue';
import { startEngine, type Engine, type SavedCredential } from './harness/engine';
import { letTheDateRun, moveTheDate, stopTheDate } from './support/date';
import { PlainRequest } from './support/PlainRequest.node';

const MINUTE = 60_000;

/** n8n hands a credential every failed answer of these nodes, as if each were a 401. */
describe('the credential in n8n’s HTTP Request node', () => {
	let venue: SimulatedVenue;
	let engine: Engine;
	let credential: SavedCredential;

	beforeEach(async () => {
		stopTheDate(Date.UTC(2026, 10, 21, 12));
		venue = await startVenue();
		venue.bookings.seed(3);
		engine = await startEngine();
		credential = await engine.saveCredential('venuePlatformApi', {
			baseUrl: venue.baseUrl,
			...venue.credentials,
		});
	});

	afterEach(async () => {
		letTheDateRun();
		await engine.stop();
		await venue.stop();
	});

	const send = async (method = 'GET', path = '/bookings', base = venue.baseUrl) =>
		await engine.execute({
			node: PlainRequest,
			parameters: { method, url: `${base}${path}` },
			credentials: { venuePlatformApi: credential },
		});

	const fail = (endpoint: string, status: number, body = '') =>
		venue.faults.on(endpoint, { kind: 'answer', status, body });

	it.each([404, 409, 429, 500])(
		'%i: the answer is shown, a POST arrives once, no token is requested',
		async (status) => {
			await send();
			moveTheDate(2 * MINUTE);
			venue.forgetRequests();
			fail('POST /webhooks', status, '{"Message":"what the venue says"}');
			fail('GET /bookings', status);

			const { error } = await send('POST', '/webhooks');
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(JSON.stringify(error)).toContain('what the venue says');
			expect(await send()).toMatchObject({ status: 'error', error: { httpCode: String(status) } });
			expect(venue.count('POST /webhooks')).toBe(1);
			expect(venue.count('GET /bookings')).toBe(1);
			expect(venue.count('POST /token')).toBe(0);
		},
	);

	it('a stream of unanswered look-ups: at most six checks of the token a minute', async () => {
		await send();
		venue.forgetRequests();
		for (let second = 0; second < 180; second++) {
			expect(await send('GET', '/bookings/none')).toMatchObject({ error: { httpCode: '404' } });
			moveTheDate(1_000);
		}
		expect(venue.count('GET /bookings/{uniqueId}')).toBe(180);
		expect(venue.count('GET /webhooks')).toBeLessThanOrEqual(18);
		expect(venue.count('POST /token')).toBe(0);
	});

	it.each(['expired', 'revoked'])('a token that is %s is renewed', async (how) => {
		await send();
		if (how === 'revoked') venue.tokens.revokeAll();
		else moveTheDate(25 * 60 * MINUTE);
		venue.forgetRequests();
		const runs = await Promise.all(Array.from({ length: 20 }, async () => await send()));
		expect(runs.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(venue.count('POST /token')).toBe(1);
	});

	it('a POST that the venue may have done is not sent again, though the token has ended', async () => {
		await send();
		venue.tokens.revokeAll();
		venue.forgetRequests();
		fail('POST /webhooks', 500);
		expect(await send('POST', '/webhooks')).toMatchObject({ error: { httpCode: '500' } });
		expect(venue.count('POST /webhooks')).toBe(1);
		expect(venue.count('POST /token')).toBe(0);

		expect(await send()).toMatchObject({ status: 'success' });
		expect(venue.count('POST /token')).toBe(1);
	});

	it('a venue that does not answer the check either: the first answer is shown', async () => {
		await send();
		fail('GET /bookings', 500);
		venue.faults.on('GET /webhooks', { kind: 'resetAfterRead' });
		venue.forgetRequests();
		expect(await send()).toMatchObject({ error: { httpCode: '500' } });
		expect(venue.count('POST /token')).toBe(0);
	});

	it('another host gets nothing, and the venue no question about it', async () => {
		await send();
		venue.forgetRequests();
		const { error } = await send('GET', '/bookings', 'http://localhost:9');
		expect(error?.message).toMatch(/for 127\.0\.0\.1:\d+ only/);
		expect(venue.requests).toEqual([]);
	});
});
