import { startVenue, type Fault, type SimulatedVenue } from '../../index';
import { callerOf } from '../support/caller';
import { until } from '../support/until';

describe('several faults at a time', () => {
	let venue: SimulatedVenue;
	let caller: ReturnType<typeof callerOf>;

	beforeEach(async () => {
		venue = await startVenue({ now: () => Date.UTC(2025, 0, 1) });
		venue.bookings.seed(3);
		caller = callerOf(venue);
	});

	afterEach(async () => {
		caller.close();
		await venue.stop();
	});

	const answer = (status: number): Fault => ({ kind: 'answer', status });
	const statusesOf = async (calls: number, as = venue.credentials) => {
		const statuses: number[] = [];
		for (let sent = 0; sent < calls; sent++) {
			statuses.push((await caller.call('GET', '/bookings', undefined, as)).status);
		}
		return statuses;
	};

	it('can be in one plan and affect the same call', async () => {
		venue.faults.on(
			'GET /bookings',
			[{ kind: 'wrongContentType' }, { kind: 'delay', ms: 4000 }, { kind: 'truncatedJson' }],
			{ times: 1 },
		);
		const late = caller.call('GET', '/bookings');
		await until(() => venue.count('GET /bookings') === 1 && venue.inFlight === 0);
		await venue.clock.advance(4000);
		const { headers, data } = await late;
		expect(headers['content-type']).toBe('text/html');
		expect(() => JSON.parse(data as string)).toThrow(SyntaxError);
		expect(venue.requests[0]).toMatchObject({
			fault: 'wrongContentType',
			faults: ['wrongContentType', 'delay', 'truncatedJson'],
		});
		expect(await statusesOf(1)).toEqual([200]);
	});

	it('can come from several plans, each with its own count', async () => {
		venue.faults.on('GET /bookings', answer(500), { times: 2 });
		venue.faults.on('* /**', { kind: 'wrongContentType' }, { times: 1, after: 1, together: true });
		const types: unknown[] = [];
		for (let sent = 0; sent < 3; sent++) {
			const { status, headers } = await caller.call('GET', '/bookings');
			types.push([status, headers['content-type']]);
		}
		expect(types).toEqual([
			[500, undefined],
			[500, 'text/html'],
			[200, 'application/json; charset=utf-8'],
		]);
	});

	it('have a probability and a seed, and the same seed affects the same calls', async () => {
		const run = async (seed: number) => {
			venue.faults.clear();
			venue.faults.on('GET /bookings', answer(503), { probability: 0.3, seed });
			return await statusesOf(100);
		};
		const first = await run(7);
		expect(await run(7)).toEqual(first);
		expect(await run(8)).not.toEqual(first);
		const hits = first.filter((status) => status === 503).length;
		expect(hits).toBeGreaterThan(15);
		expect(hits).toBeLessThan(45);
	});

	it('do not count calls that are spared at random', async () => {
		venue.faults.on('GET /bookings', answer(503), { probability: 0.5, times: 5 });
		const statuses = await statusesOf(50);
		expect(statuses.filter((status) => status === 503)).toHaveLength(5);
	});

	it('can affect one set of credentials only, with a count of its own', async () => {
		const other = venue.addCredentials();
		const { clientId } = other;
		venue.faults.on('GET /bookings', answer(500), { clientId, times: 1 });
		venue.faults.on('GET /bookings', answer(502), { times: 1 });
		expect(await statusesOf(2)).toEqual([502, 200]);
		expect(await statusesOf(2, other)).toEqual([500, 200]);
	});

	it('can affect one set of credentials at POST /token, where only the body identifies it', async () => {
		const other = venue.addCredentials();
		const { clientId } = other;
		venue.faults.on('POST /token', answer(500), { clientId });
		expect((await caller.requestToken()).status).toBe(200);
		expect((await caller.requestToken(other)).status).toBe(500);
		venue.faults.clear();
		venue.faults.on('POST /token', { kind: 'resetBeforeRead' }, { clientId });
		expect((await caller.requestToken()).status).toBe(200);
		const issued = venue.tokens.issued.length;
		await expect(caller.requestToken(other)).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(venue.tokens.issued).toHaveLength(issued);
	});

	it('affect credentials whose token is no longer valid, too', async () => {
		const { accessToken } = venue.tokens.issue(venue.credentials.clientId);
		venue.tokens.revokeAll();
		venue.faults.on('GET /bookings', answer(500), { clientId: venue.credentials.clientId });
		expect((await caller.signed(accessToken)('GET', '/bookings')).status).toBe(500);
		expect((await caller.signed('unknown')('GET', '/bookings')).status).toBe(401);
	});
});
