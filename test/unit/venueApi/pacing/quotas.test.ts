import { steadyClock } from '../../../../nodes/venueApi/pacing/steadyClock';
import type { Permit } from '../../../../nodes/venueApi/pacing/rateLimiter';
import { RetryBudget, type Quota, quotaOf } from '../../../../nodes/venueApi/pacing/quotas';

const MINUTE = 60_000;

let hosts = 0;

/** The whole process shares limits, so each test has its own host. */
const newHost = () => `https://venue-${++hosts}.example`;

const at = (baseUrl: string, path: string, clientId = 'one', requestsPerMinute = 600) =>
	quotaOf(path, { baseUrl, clientId, requestsPerMinute });

const inLine = (patienceMs: number) => ({
	queuedAt: steadyClock.now(),
	patienceMs,
	isUrgent: false,
});

async function call(surface: Quota): Promise<Permit> {
	const acquired = await surface.acquire(inLine(Infinity));
	const { permit } = acquired as { permit: Permit };
	permit.release();
	return permit;
}

/** How long a call has to wait; 0 if it may go. */
async function pauseOf(surface: Quota): Promise<number> {
	const acquired = await surface.acquire(inLine(0));
	if ('pause' in acquired) return acquired.pause.until - steadyClock.now();
	(acquired as { permit: Permit }).permit.release();
	return 0;
}

const asksFor = (retryAfterMs: number) => ({ reason: 'rateLimit' as const, retryAfterMs });

const callsIn = async (surface: Quota, ms: number) => {
	let calls = 0;
	let isOver = false;
	const count = async () => {
		while (!isOver) {
			(await call(surface)).processed();
			calls++;
		}
	};
	void count();
	await jest.advanceTimersByTimeAsync(ms);
	isOver = true;
	return calls;
};

describe('what the venue counts as one', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }));
	afterEach(() => jest.useRealTimers());

	it('is each set of credentials for exports and reports', async () => {
		const host = newHost();
		const data = at(host, '/data/bookings');
		data.limited(await call(data), asksFor(MINUTE));
		for (const path of ['/data/bookings', '/reporting/bulk', '/reporting', '/DATA/x']) {
			expect(await pauseOf(at(host, path))).toBe(MINUTE);
		}
		for (const path of ['/bookings', '/database', '/my/data/x']) {
			expect(await pauseOf(at(host, path))).toBe(0);
		}
		expect(await pauseOf(at(host, '/data/bookings', 'two'))).toBe(0);
		expect(await pauseOf(at(newHost(), '/data/bookings'))).toBe(0);
	});

	it('is the internet address for everything else', async () => {
		const host = newHost();
		const rest = at(`${host}/first`, '/bookings');
		rest.limited(await call(rest), asksFor(MINUTE));
		expect(await pauseOf(at(`${host}/first`, '/webhooks'))).toBe(MINUTE);
		expect(await pauseOf(at(`${host}/second`, '/bookings', 'two'))).toBe(MINUTE);
		expect(await pauseOf(at(`${host}/first`, '/data/bookings'))).toBe(0);
		expect(await pauseOf(at(newHost(), '/bookings'))).toBe(0);
	});

	it('is one set of credentials if a pause is longer than the limit explains', async () => {
		const host = newHost();
		const rest = at(host, '/bookings');
		rest.limited(await call(rest), asksFor(5 * MINUTE));
		expect(await pauseOf(at(host, '/bookings'))).toBe(5 * MINUTE);
		expect(await pauseOf(at(host, '/bookings', 'two'))).toBe(MINUTE);
	});

	it('is not the internet address each time that a call looks whether a long pause still applies', async () => {
		const host = newHost();
		const [one, two] = [at(host, '/bookings'), at(host, '/bookings', 'two')];
		one.limited(await call(one), asksFor(24 * 60 * MINUTE));
		await jest.advanceTimersByTimeAsync(10 * MINUTE);
		(await call(two)).processed();
		const look = (await one.acquire({ ...inLine(0), mayLook: true })) as { permit: Permit };
		one.limited(look.permit, asksFor(24 * 60 * MINUTE));
		look.permit.release();
		expect(await pauseOf(one)).toBe(24 * 60 * MINUTE);
		expect(await pauseOf(two)).toBe(0);
	});

	it('is the internet address if a pause is a second longer than the limit explains', async () => {
		const host = newHost();
		const rest = at(host, '/bookings');
		rest.limited(await call(rest), asksFor(MINUTE + 1_000));
		expect(await pauseOf(at(host, '/bookings', 'two'))).toBe(MINUTE + 1_000);
		await jest.advanceTimersByTimeAsync(MINUTE + 1_000);
		// Others use the address, so a share of the limit is left to them.
		expect(await callsIn(rest, 2 * MINUTE)).toBeLessThan(2 * 300 + 40);
	});

	it.each(['/bookings', '/data/bookings'])(
		'is one set of credentials if %s is down for maintenance',
		async (path) => {
			const host = newHost();
			const surface = at(host, path);
			expect(surface.outageSince).toBeUndefined();
			const began = steadyClock.now();
			surface.pause(await call(surface), asksFor(3 * MINUTE));
			expect(await pauseOf(at(host, path))).toBe(3 * MINUTE);
			expect(await pauseOf(at(host, path, 'two'))).toBe(0);
			expect(surface.outageSince).toBe(began);

			jest.advanceTimersByTime(3 * MINUTE);
			(await call(surface)).processed();
			expect(surface.outageSince).toBeUndefined();
		},
	);

	it('is one set of credentials if a pause may have nothing to do with the limit', async () => {
		const host = newHost();
		at(host, '/bookings').postpone(asksFor(2 * MINUTE));
		expect(await pauseOf(at(host, '/bookings'))).toBe(2 * MINUTE);
		expect(await pauseOf(at(host, '/bookings', 'two'))).toBe(0);
	});

	it.each([
		['/bookings', 600, 591],
		['/bookings', 60, 59],
		['/bookings', 1, 1],
		['/data/bookings', 600, 118],
		['/data/bookings', 60, 59],
	])('%s with %s requests a minute gets %s of them', async (path, requestsPerMinute, most) => {
		const surface = at(newHost(), path, 'one', requestsPerMinute);
		let calls = 0;
		const count = async () => {
			for (;;) {
				(await call(surface)).processed();
				calls++;
			}
		};
		void count();
		await jest.advanceTimersByTimeAsync(MINUTE - 1);
		expect(calls).toBeLessThanOrEqual(most);
		expect(calls).toBeGreaterThanOrEqual(Math.floor(most * 0.97));
	});

	it('is called at the full rate, minute after minute', async () => {
		const calls = await callsIn(at(newHost(), '/bookings', 'one', 60), 5 * MINUTE);
		expect(calls).toBeGreaterThan(4.8 * 59);
		expect(calls).toBeLessThanOrEqual(5 * 59);
	});

	it('is called at the pace of each credential, also of two with one Client ID', async () => {
		const host = newHost();
		// Both move the time, so two minutes pass.
		const [fast, slow] = await Promise.all([
			callsIn(at(host, '/bookings', 'one', 600), MINUTE),
			callsIn(at(host, '/bookings', 'one', 30), MINUTE),
		]);
		expect(fast).toBeGreaterThan(0.9 * 2 * 560);
		expect(slow).toBeGreaterThan(0.9 * 2 * 29);
		expect(slow).toBeLessThanOrEqual(2 * 29);
	});

	it('leaves half of the limit to others after a 429 that the limit explains', async () => {
		const rest = at(newHost(), '/bookings');
		rest.limited(await call(rest), asksFor(MINUTE));
		await jest.advanceTimersByTimeAsync(MINUTE);
		const calls = await callsIn(rest, 2 * MINUTE);
		expect(calls).toBeGreaterThan(2 * 250);
		expect(calls).toBeLessThan(2 * 300 + 40);
	});

	it('lets the next call test a pause if there was no token for the first', async () => {
		const surface = at(newHost(), '/data/bookings');
		const look = async () => {
			const acquired = await surface.acquire({ ...inLine(0), mayLook: true });
			return 'permit' in acquired ? acquired.permit : undefined;
		};
		surface.pause(await call(surface), asksFor(60 * MINUTE));
		jest.advanceTimersByTime(10 * MINUTE);
		const first = (await look())!;
		first.notSent();
		first.release();
		jest.advanceTimersByTime(1_000);
		const second = (await look())!;
		second.release();
		jest.advanceTimersByTime(1_000);
		expect(await look()).toBeUndefined();
	});

	it('has its own budget of retries', () => {
		const host = newHost();
		const { retryBudget } = at(host, '/bookings');
		while (retryBudget.spend());
		expect(at(host, '/webhooks').retryBudget.spend()).toBe(false);
		expect(at(host, '/bookings', 'two').retryBudget.spend()).toBe(true);
		expect(at(host, '/data/bookings').retryBudget.spend()).toBe(true);
	});
});

describe('a budget of retries', () => {
	const spendAll = (budget: RetryBudget) => {
		let spent = 0;
		while (budget.spend()) spent++;
		return spent;
	};

	it('has 100 at first, and one more for each answered call', () => {
		const budget = new RetryBudget();
		expect(spendAll(budget)).toBe(100);
		budget.earn();
		budget.earn();
		expect(spendAll(budget)).toBe(2);
	});

	it('never has more than 100', () => {
		const budget = new RetryBudget();
		for (let call = 0; call < 500; call++) budget.earn();
		expect(spendAll(budget)).toBe(100);
	});
});
