import axios from 'axios';
import { connectVenue, startVenue, type RemoteVenue, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';

const START = Date.UTC(2025, 0, 1);

describe('the control API', () => {
	let venue: SimulatedVenue;
	let remote: RemoteVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue({ now: () => START, basePath: '/api' });
		remote = connectVenue(venue.baseUrl);
		caller = callerOf(venue);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	it('reads values and calls methods like a caller in the same process', async () => {
		expect(await remote.baseUrl()).toBe(venue.baseUrl);
		expect(await remote.credentials.clientId()).toBe(venue.credentials.clientId);
		await remote.bookings.seed(3);
		expect(await remote.bookings.all()).toEqual(venue.bookings.all());
		await remote.clock.advance(60_000);
		expect(await remote.clock.now()).toBe(START + 60_000);
		const { clientId } = await remote.addCredentials({ scopes: ['Booking_Get'] });
		expect(venue.clients.find(clientId)).toMatchObject({ scopes: ['Booking_Get'] });
	});

	it('gives access to faults, limits, tokens, receivers and events', async () => {
		await remote.faults.on('GET /bookings', { kind: 'answer', status: 500 }, { times: 1 });
		expect((await caller.call('GET', '/bookings')).status).toBe(500);
		await remote.tokens.revokeAll();
		expect(venue.tokens.issued).toMatchObject([{ revoked: true }]);
		await remote.limits.consume('rest', 600);
		expect((await caller.call('GET', '/bookings')).status).toBe(429);
		await remote.receivers.map('https://n8n.example', 'http://127.0.0.1:9');
		await remote.messages.addFailed({ attempts: 2 });
		expect(await remote.failedMessages()).toEqual(venue.failedMessages);
		expect(await remote.count('GET /bookings')).toBe(2);
		expect(await remote.requests()).toHaveLength(2);
		expect(await remote.emit({ type: 'Ticket', eventType: 'Created' })).toEqual([]);
	});

	it('appears in no log and counts toward no limit', async () => {
		venue.limits.set('rest', { requests: 1 });
		await remote.inFlight();
		await remote.idle();
		expect(venue.requests).toEqual([]);
		expect((await caller.call('GET', '/bookings')).status).toBe(200);
	});

	it('says what was wrong with a call', async () => {
		await expect(remote.receivers.map('https://n8n.example', 'http://192.0.2.1')).rejects.toThrow(
			'receivers.map: {"message":"http://192.0.2.1 is not on this machine"}',
		);
		await expect(remote.bookings.cancel('unknown')).rejects.toThrow('no booking');
	});

	it.each(['nothing', 'constructor', 'bookings/constructor/constructor', 'toString', ''])(
		'reaches nothing that is not part of the venue (%s)',
		async (path) => {
			const { status } = await axios.post(new URL(`/_venue/${path}`, venue.baseUrl).href, [], {
				validateStatus: () => true,
			});
			expect(status).toBe(404);
		},
	);

	it('reads values by GET, for users with a browser or curl', async () => {
		const { data } = await axios.get<unknown>(
			new URL('/_venue/profile/contentType', venue.baseUrl).href,
		);
		expect(data).toBe('application/json; charset=utf-8');
	});

	it('changes nothing by GET, which a link or an image of any site can send', async () => {
		const { status } = await axios.get(new URL('/_venue/bookings/create', venue.baseUrl).href, {
			validateStatus: () => true,
		});
		expect(status).toBe(405);
		expect(venue.bookings.all()).toEqual([]);
	});

	describe('is only for visitors from this machine', () => {
		/** Every way in: the page, what it shows, a value, and a call. */
		const WAYS = [
			['GET', ''],
			['GET', 'overview'],
			['GET', 'requests'],
			['POST', 'bookings/create'],
		] as const;

		const statuses = async (headers: Record<string, string>) =>
			await Promise.all(
				WAYS.map(async ([method, path]) => {
					const url = new URL(`/_venue/${path}`, venue.baseUrl).href;
					const data = method === 'POST' ? [] : undefined;
					const options = { method, url, headers, data, validateStatus: () => true };
					return (await axios.request({ ...options, proxy: false })).status;
				}),
			);

		const port = () => new URL(venue.baseUrl).port;

		it.each(['127.0.0.1', 'localhost', 'LocalHost', '[::1]'])(
			'whose address is %s',
			async (name) => {
				const host = `${name}:${port()}`;
				expect(await statuses({ host })).toEqual([200, 200, 200, 200]);
				expect(await statuses({ host, origin: `http://${host}` })).toEqual([200, 200, 200, 200]);
				expect(venue.bookings.all()).toHaveLength(2);
			},
		);

		it.each([
			'https://evil.example',
			'http://evil.example',
			'null',
			'',
			'http://localhost',
			'http://localhost:5678',
			'http://127.0.0.1.evil.example',
		])('not a page of %s', async (origin) => {
			expect(await statuses({ origin })).toEqual([403, 403, 403, 403]);
			expect(venue.bookings.all()).toEqual([]);
		});

		it.each([
			'evil.example:PORT',
			'127.0.0.1.evil.example:PORT',
			'localhost.evil.example:PORT',
			'evil.example',
			'0.0.0.0:PORT',
			'127.0.0.1:1',
			'127.0.0.1',
			'localhost',
		])('not a name that was made to lead here: %s', async (name) => {
			const host = name.replace('PORT', port());
			expect(await statuses({ host })).toEqual([403, 403, 403, 403]);
			expect(await statuses({ host, origin: `http://${host}` })).toEqual([403, 403, 403, 403]);
			expect(venue.bookings.all()).toEqual([]);
		});
	});

	it('leaves the service itself open to any name, as the internet is', async () => {
		const url = `${venue.baseUrl}/token`;
		const { clientId, clientSecret } = venue.credentials;
		const headers = { host: 'venue.example', origin: 'https://n8n.example' };
		const body = { client_id: clientId, client_secret: clientSecret };
		expect((await axios.post(url, body, { headers, proxy: false })).status).toBe(200);
	});
});
