import { RateLimiter } from '../../../../nodes/venueApi/pacing/rateLimiter';
import { VirtualClock } from '../../support/virtualClock';

it('whoever looks on is told at the end of the patience, also in a minute that is full', async () => {
	const clock = new VirtualClock();
	const limiter = new RateLimiter(clock);
	const first = await clock.until(limiter.acquire({ limit: 1, notAfter: Infinity }));
	if (!('permit' in first)) throw new Error('The first call does not wait');
	limiter.release(first.permit);

	const startedAt = clock.now();
	const notAfter = startedAt + 12_000;
	const told = await clock.until(limiter.acquire({ limit: 1, notAfter, isUrgent: true }));
	expect(told).toEqual({ isCrowded: true });
	expect(clock.now() - startedAt).toBeLessThan(13_000);
});
