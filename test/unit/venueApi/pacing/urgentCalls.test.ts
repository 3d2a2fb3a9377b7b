import { RateLimiter } from '../../../../nodes/venueApi/pacing/rateLimiter';
import { VirtualClock } from '../../support/virtualClock';
import { credentialAt } from './support/credentialAt';

it('an urgent call is told at its deadline that the minute is full', async () => {
	const clock = new VirtualClock();
	const limiter = credentialAt(new RateLimiter(1, clock));
	const first = await clock.until(limiter.acquire({ arrivedAt: 0, patienceMs: Infinity }));
	if (!('permit' in first)) throw new Error('The first call does not wait');
	limiter.release(first.permit);

	const startedAt = clock.now();
	const call = { arrivedAt: startedAt, patienceMs: 12_000 };
	const told = await clock.until(limiter.acquire({ ...call, deadline: startedAt + 12_000 }));
	expect(told).toEqual({ unsent: 1 });
	expect(clock.now() - startedAt).toBeLessThan(13_000);
});

describe('an urgent call behind one that waits at the address', () => {
	async function withFullAddress(patienceMs: number, pauseMs?: number) {
		const clock = new VirtualClock();
		const address = new RateLimiter(1, clock);
		const other = credentialAt(address);
		const first = await clock.until(other.acquire({ arrivedAt: 0, patienceMs: Infinity }));
		if (!('permit' in first)) throw new Error('The first call does not wait');
		other.release(first.permit);
		const asked = { reason: 'maintenance', retryAfterMs: pauseMs ?? 0 } as const;
		if (pauseMs !== undefined) address.pause(address.gate, first.permit, asked);

		const own = credentialAt(address);
		void own.acquire({ arrivedAt: 0, patienceMs: Infinity });
		const startedAt = clock.now();
		const told = await clock.until(
			own.acquire({
				...{ arrivedAt: startedAt, patienceMs },
				deadline: startedAt + patienceMs,
			}),
		);
		return { told, tookMs: clock.now() - startedAt };
	}

	it('is told at its deadline that the minute is full', async () => {
		const { told, tookMs } = await withFullAddress(12_000);
		expect(told).toEqual({ unsent: 1 });
		expect(tookMs).toBeLessThan(13_000);
	});

	it('is told at once of a pause of the address that is longer than its patience', async () => {
		const { told, tookMs } = await withFullAddress(12_000, 60_000);
		expect(told).toMatchObject({ pause: { reason: 'maintenance' } });
		expect(tookMs).toBe(0);
	});
});
