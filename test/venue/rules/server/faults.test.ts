import { startVenue, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';
import { until } from '../support/until';

const START = Date.UTC(2025, 0, 1);

describe('faults', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue({ now: () => START });
		venue.bookings.seed(3);
		caller = callerOf(venue);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const list = () => caller.call('GET', '/bookings');

	it('can answer with any status, headers and body, a given number of times', async () => {
		const headers = { 'retry-after': '7', 'content-type': 'text/html' };
		const fault = { kind: 'answer', status: 502, headers, body: '<h1>Bad gateway</h1>' } as const;
		venue.faults.on('GET /bookings', fault, { times: 2 });
		const first = await list();
		expect(first.status).toBe(502);
		expect(first.headers).toMatchObject(headers);
		expect(first.data).toBe('<h1>Bad gateway</h1>');
		expect((await caller.call('GET', '/bookings/BKG-000001')).status).toBe(200);
		expect([(await list()).status, (await list()).status]).toEqual([502, 200]);
		expect(venue.requestsTo('GET /bookings').map(({ fault: kind }) => kind)).toEqual([
			'answer',
			'answer',
			undefined,
		]);
	});

	it('of one endpoint happen one after the other, beginning with the nth call', async () => {
		venue.faults.on('* /**', { kind: 'answer', status: 500 }, { times: 1, after: 1 });
		venue.faults.on('* /**', { kind: 'answer', status: 501 }, { times: 1 });
		const statuses: number[] = [];
		for (let sent = 0; sent < 4; sent++) statuses.push((await list()).status);
		expect(statuses).toEqual([200, 500, 501, 200]);
	});

	it('can be cleared, all of them or those of one endpoint', async () => {
		venue.faults.on('GET /bookings', { kind: 'answer', status: 500 });
		venue.faults.on('GET /webhooks', { kind: 'answer', status: 500 });
		venue.faults.clear('GET /bookings');
		expect((await list()).status).toBe(200);
		expect((await caller.call('GET', '/webhooks')).status).toBe(500);
		venue.faults.clear();
		expect((await caller.call('GET', '/webhooks')).status).toBe(200);
	});

	it('can delay an answer until the clock moves, and it does not count as in flight', async () => {
		venue.faults.on('GET /bookings', { kind: 'delay', ms: 5000 });
		let settled = false;
		const answer = list().finally(() => (settled = true));
		while (venue.count('GET /bookings') === 0 || venue.inFlight > 0) await turn();
		expect(settled).toBe(false);
		await venue.clock.advance(5000);
		expect((await answer).status).toBe(200);
	});

	it('can leave a call without an answer', async () => {
		venue.faults.on('GET /bookings', { kind: 'hang' });
		const reset = expect(list()).rejects.toMatchObject({ code: 'ECONNRESET' });
		while (venue.count('GET /bookings') === 0 || venue.inFlight > 0) await turn();
		await venue.stop();
		await reset;
	});

	it('can reset a connection before the request is read: nothing happens', async () => {
		venue.faults.on('POST /webhooks', { kind: 'resetBeforeRead' });
		await expect(caller.call('POST', '/webhooks', webhook)).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		expect(venue.webhooks.all()).toHaveLength(0);
		expect(venue.requestsTo('POST /webhooks')[0]).not.toHaveProperty('status');
	});

	it('can reset a connection after the request is processed: it has happened', async () => {
		venue.faults.on('POST /webhooks', { kind: 'resetAfterRead' });
		await expect(caller.call('POST', '/webhooks', webhook)).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		expect(venue.webhooks.all()).toHaveLength(1);
	});

	it('can send a body that is shorter than announced', async () => {
		venue.faults.on('GET /bookings', { kind: 'truncatedBody' });
		await expect(list()).rejects.toMatchObject({ message: expect.stringMatching(/abort|reset/) });
	});

	it('can cut JSON in the middle', async () => {
		venue.faults.on('GET /bookings', { kind: 'truncatedJson' });
		const { status, data } = await list();
		expect(status).toBe(200);
		expect(() => JSON.parse(data as string)).toThrow(SyntaxError);
	});

	it('can send a good answer with another content type, or without a body', async () => {
		venue.faults.on('GET /bookings', { kind: 'wrongContentType' }, { times: 1 });
		venue.faults.on('GET /bookings', { kind: 'emptyBody' });
		const { status, headers } = await list();
		expect([status, headers['content-type']]).toEqual([200, 'text/html']);
		const empty = await list();
		expect([empty.status, empty.data]).toEqual([200, '']);
	});

	it('can send a body that continues until the client hangs up', async () => {
		venue.faults.on('GET /bookings', { kind: 'endless', begins: '[', goesOn: ' '.repeat(100_000) });
		const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
		const headers = { authorization: `Bearer ${accessToken}` };
		const limited = caller.send({ url: '/bookings', headers, maxContentLength: 10_000_000 });
		await expect(limited).rejects.toThrow('maxContentLength');
		await until(() => venue.inFlight === 0);
	});

	it('can redirect to another host', async () => {
		venue.faults.on('POST /token', { kind: 'redirect', to: 'http://127.0.0.1:9/', status: 307 });
		const { status, headers } = await caller.requestToken();
		expect([status, headers.location]).toEqual([307, 'http://127.0.0.1:9/']);
	});

	const webhook = {
		url: 'https://n8n.example/',
		enabled: true,
		webhooks: { ticket: { events: ['Created'] } },
	};
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
