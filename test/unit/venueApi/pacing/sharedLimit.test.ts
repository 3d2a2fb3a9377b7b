import {
	type Acquired,
	type AcquireOptions,
	type Permit,
	RateLimiter,
} from '../../../../nodes/venueApi/pacing/rateLimiter';
import { WINDOW_MS } from '../../../../nodes/venueApi/pacing/pace';
import type { Quota } from '../../../../nodes/venueApi/pacing/quotas';
import { VirtualClock } from '../../support/virtualClock';
import { credentialAt } from './support/credentialAt';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const maintenance = (retryAfterMs: number) => ({ reason: 'maintenance' as const, retryAfterMs });

/** Credentials that share the limit of one internet address. */
function sharing(perMinute: number, owners = 2) {
	const clock = new VirtualClock();
	const address = new RateLimiter(perMinute, { clock });
	const own = Array.from({ length: owners }, () => credentialAt(address));
	const acquire = async (limiter: Quota, call: Partial<AcquireOptions> = {}) =>
		await limiter.acquire({
			queuedAt: clock.now(),
			patienceMs: Infinity,
			isUrgent: false,
			...call,
		});
	/** In virtual time, and for an hour at most. */
	const soon = async (work: Promise<Acquired>) =>
		await clock.until(
			Promise.race([work, clock.wait(HOUR).then(() => 'not within an hour' as const)]),
		);
	const permitOf = async (limiter: Quota, call?: Partial<AcquireOptions>) => {
		const acquired = await soon(acquire(limiter, call));
		if (acquired === 'not within an hour' || !('permit' in acquired)) {
			throw new Error(`There is no permit: ${JSON.stringify(acquired)}`);
		}
		return acquired.permit;
	};
	/** A call that is answered at once. */
	const call = async (limiter: Quota) => {
		const permit = await permitOf(limiter);
		permit.processed();
		permit.release();
		return permit;
	};
	const pauseAll = (permit: Permit, ms: number) => permit.pause(address.gate, maintenance(ms));
	return { clock, pauseAll, own, acquire, soon, permitOf, call };
}

describe('a limit that several credentials share', () => {
	it('has a place again one window after the response to a call', async () => {
		const { clock, own, call } = sharing(2);
		await call(own[0]);
		await call(own[1]);
		const answeredAt = clock.now();
		await call(own[0]);
		expect(clock.now() - answeredAt).toBe(WINDOW_MS);
	});

	it('counts a call under way against the others, too', async () => {
		const { clock, own, acquire, permitOf, soon } = sharing(1);
		const permit = await permitOf(own[0]);
		const waiting = acquire(own[1]);
		await clock.until(clock.wait(10 * MINUTE));
		const answeredAt = clock.now();
		permit.release();
		expect(await soon(waiting)).toHaveProperty('permit');
		expect(clock.now() - answeredAt).toBeGreaterThanOrEqual(WINDOW_MS);
		expect(clock.now() - answeredAt).toBeLessThan(WINDOW_MS + 2 * SECOND);
	});

	it('is shared in turns, however many calls one of them has', async () => {
		const { clock, own, acquire } = sharing(20);
		const served: number[] = [];
		const send = async (owner: number) => {
			const acquired = await acquire(own[owner]);
			served.push(owner);
			(acquired as { permit: Permit }).permit.release();
		};
		const many = Array.from({ length: 60 }, async () => await send(0));
		const few = Array.from({ length: 5 }, async () => await send(1));
		await clock.until(Promise.all([...many, ...few]));
		// The burst is over at once, then they take turns.
		expect(served.slice(20, 30)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
		expect(served).toHaveLength(65);
	});

	it('loses no place to a call that was canceled in its queue', async () => {
		const { clock, own, acquire, call } = sharing(1);
		await call(own[0]);
		const answeredAt = clock.now();
		const execution = new AbortController();
		const canceled = acquire(own[0], { signal: execution.signal });
		await clock.until(clock.wait(SECOND));
		execution.abort();
		expect(await canceled).toEqual({ canceled: true });
		await call(own[1]);
		expect(clock.now() - answeredAt).toBe(WINDOW_MS);
	});

	it('is not used by a call whose own venue has asked for a pause in the meantime', async () => {
		const { clock, own, acquire, call, soon } = sharing(2);
		const first = await call(own[0]);
		await call(own[1]);
		const waiting = acquire(own[0]);
		await clock.until(clock.wait(SECOND));
		own[0].pause(first, maintenance(3 * MINUTE));
		const pausedAt = clock.now();
		expect(await soon(waiting)).toMatchObject({ permit: { sentAt: pausedAt + 3 * MINUTE } });
	});

	it('is there for the others while the venue of the first in its queue asks for a pause', async () => {
		const { clock, own, acquire, call, permitOf } = sharing(1);
		const first = await call(own[0]);
		const answeredAt = clock.now();
		void acquire(own[0]);
		await clock.until(clock.wait(SECOND));
		own[0].pause(first, maintenance(30 * MINUTE));
		await permitOf(own[1]);
		expect(clock.now() - answeredAt).toBe(WINDOW_MS);
	});

	it('lets another call test a pause if the first may not depart when it is its turn', async () => {
		const { clock, pauseAll, own, acquire, call, permitOf } = sharing(600);
		const first = await call(own[0]);
		await clock.until(clock.wait(1));
		const pausedAt = clock.now();
		pauseAll(first, 24 * HOUR);
		void acquire(own[0], { mayLook: true });
		await clock.until(clock.wait(SECOND));
		own[0].pause(first, maintenance(12 * HOUR));
		const look = await permitOf(own[1], { mayLook: true });
		expect(look.sentAt - pausedAt).toBeLessThan(11 * MINUTE);
	});

	it('shows a pause at once to a call that cannot wait that long', async () => {
		const { clock, pauseAll, own, acquire, call, soon } = sharing(600);
		const permit = await call(own[0]);
		await clock.until(clock.wait(1));
		pauseAll(permit, 5 * MINUTE);
		const told = await soon(acquire(own[1], { patienceMs: MINUTE }));
		expect(told).toMatchObject({
			pause: { reason: 'maintenance', until: clock.now() + 5 * MINUTE },
		});
	});

	it('shows a pause to a call that is already in its queue', async () => {
		const { clock, pauseAll, own, acquire, call, soon } = sharing(1);
		const permit = await call(own[0]);
		const waiting = acquire(own[0], { patienceMs: MINUTE });
		await clock.until(clock.wait(SECOND));
		const before = clock.now();
		pauseAll(permit, 5 * MINUTE);
		expect(await soon(waiting)).toMatchObject({ pause: { reason: 'maintenance' } });
		expect(clock.now()).toBe(before);
	});

	it('is in an outage for all of them, until a call of one is answered', async () => {
		const { clock, pauseAll, own, call } = sharing(600);
		expect(own[1].outageSince).toBeUndefined();
		const permit = await call(own[0]);
		await clock.until(clock.wait(1));
		pauseAll(permit, 5 * SECOND);
		const beganAt = clock.now();
		expect(own.map(({ outageSince }) => outageSince)).toEqual([beganAt, beganAt]);
		await call(own[0]);
		expect(clock.now() - beganAt).toBe(5 * SECOND);
		expect(own.map(({ outageSince }) => outageSince)).toEqual([undefined, undefined]);
	});
});

describe('a call in the queue of a limit', () => {
	it('does not join it if its execution was canceled before', async () => {
		const { clock, own, acquire, permitOf } = sharing(1);
		const signal = AbortSignal.abort();
		expect(await acquire(own[0], { signal })).toEqual({ canceled: true });
		const startedAt = clock.now();
		expect((await permitOf(own[0])).sentAt).toBe(startedAt);
	});

	it('learns at once of a pause that the venue has told another call', async () => {
		const { clock, own, acquire, call, permitOf, soon } = sharing(600, 3);
		const waits: Array<(limiter: Quota, permit: Permit) => void> = [
			(limiter) => limiter.postpone(maintenance(5 * MINUTE)),
			(limiter, permit) => limiter.pause(permit, maintenance(5 * MINUTE)),
			(limiter, permit) => limiter.limited(permit, maintenance(5 * MINUTE)),
		];
		for (const [index, wait] of waits.entries()) {
			const limiter = own[index];
			for (let number = 0; number < 60; number++) await call(limiter);
			const permit = await permitOf(limiter);
			const waiting = acquire(limiter, { patienceMs: MINUTE });
			await clock.until(clock.wait(1));
			const before = clock.now();
			wait(limiter, permit);
			expect(await soon(waiting)).toMatchObject({ pause: { until: before + 5 * MINUTE } });
			expect(clock.now()).toBe(before);
		}
	});

	it.each([90 * SECOND, HOUR])(
		'reads the words with which the venue asked its own credential to wait, and no others, for %d ms',
		async (retryAfterMs) => {
			const { own, acquire, call, soon } = sharing(600);
			const said = 'Guest Ada was looked up too often';
			own[0].limited(await call(own[0]), { reason: 'rateLimit', retryAfterMs, said });
			const pauseOf = async (limiter: Quota) =>
				await soon(acquire(limiter, { patienceMs: SECOND }));
			expect(await pauseOf(own[0])).toMatchObject({ pause: { reason: 'rateLimit', said } });
			const other = await pauseOf(own[1]);
			expect(other).toMatchObject({ pause: { reason: 'rateLimit' } });
			expect(other).not.toMatchObject({ pause: { said } });
		},
	);

	it('is told a millisecond after its deadline that too many calls are ahead of it', async () => {
		const { clock, own, acquire, call, soon } = sharing(1);
		await call(own[0]);
		void acquire(own[0]);
		const deadline = clock.now() + 10 * SECOND;
		const urgent = { isUrgent: true, patienceMs: 10 * SECOND };
		expect(await soon(acquire(own[0], urgent))).toEqual({ unsent: 1 });
		expect(clock.now()).toBe(deadline + 1);
		const later = acquire(own[0], { isUrgent: true, patienceMs: WINDOW_MS });
		expect(await soon(later)).toHaveProperty('permit');
	});
});
