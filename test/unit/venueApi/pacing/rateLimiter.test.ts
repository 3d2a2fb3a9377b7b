import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';

import {
	type Acquired,
	type AcquireOptions,
	Lane,
	type Permit,
	RateLimiter,
} from '../../../../nodes/venueApi/pacing/rateLimiter';
import type { Quota } from '../../../../nodes/venueApi/pacing/quotas';
import { VirtualClock } from '../../support/virtualClock';
import { credentialAt } from './support/credentialAt';

const MINUTE = 60_000;

interface Job {
	calls: number;
	startsAfter: number;
	pauseBetween: number;
	/** How long until the venue counts the call, and from then to the response. */
	there: number;
	back: number;
}

const job: fc.Arbitrary<Job> = fc.record({
	calls: fc.integer({ min: 1, max: 60 }),
	startsAfter: fc.integer({ min: 0, max: 90_000 }),
	pauseBetween: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_000 })),
	there: fc.integer({ min: 0, max: 3_000 }),
	back: fc.integer({ min: 0, max: 3_000 }),
});

/** Waits in the order of the calls, for as long as it takes. */
const patient = { queuedAt: 0, patienceMs: Infinity, isUrgent: false };

async function permitOf(acquired: Promise<Acquired>): Promise<Permit> {
	return ((await acquired) as { permit: Permit }).permit;
}

async function run(limiter: Quota, clock: VirtualClock, jobs: Job[]): Promise<number[]> {
	const arrivals: number[] = [];
	const runJob = async (job: Job) => {
		await clock.wait(job.startsAfter);
		for (let call = 0; call < job.calls; call++) {
			const permit = await permitOf(limiter.acquire(patient));
			await clock.wait(job.there);
			arrivals.push(clock.now());
			await clock.wait(job.back);
			permit.processed();
			permit.release();
			await clock.wait(job.pauseBetween);
		}
	};
	await clock.until(Promise.all(jobs.map(runJob)));
	return arrivals.sort((a, b) => a - b);
}

function mostInAnyMinute(arrivals: number[]): number {
	let first = 0;
	return arrivals.reduce((most, arrival, index) => {
		while (arrivals[first] <= arrival - MINUTE) first++;
		return Math.max(most, index - first + 1);
	}, 0);
}

describe('the limiter of calls to the venue', () => {
	it('never lets more than the limit arrive in any 60 seconds, whatever the network does', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 40 }),
				fc.array(job, { minLength: 1, maxLength: 6 }),
				async (limit, jobs) => {
					const clock = new VirtualClock();
					const arrivals = await run(credentialAt(new RateLimiter(limit, { clock })), clock, jobs);
					expect(arrivals).toHaveLength(jobs.reduce((sum, { calls }) => sum + calls, 0));
					expect(mostInAnyMinute(arrivals)).toBeLessThanOrEqual(limit);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('runs eight big jobs at no less than 97 % of the limit', async () => {
		const clock = new VirtualClock();
		const eight = Array.from({ length: 8 }, () => ({
			calls: 250,
			startsAfter: 0,
			pauseBetween: 0,
			there: 20,
			back: 20,
		}));
		const arrivals = await run(credentialAt(new RateLimiter(600, { clock })), clock, eight);
		const minutes = (arrivals[arrivals.length - 1] - arrivals[0]) / MINUTE;
		expect(arrivals.length / minutes).toBeGreaterThanOrEqual(0.97 * 600);
	});

	it('does not keep a small job waiting for long behind a big one', async () => {
		const clock = new VirtualClock();
		const limiter = credentialAt(new RateLimiter(600, { clock }));
		const big = { calls: 500, startsAfter: 0, pauseBetween: 0, there: 5, back: 5 };
		const start = clock.now();
		let small = Infinity;
		const smallJob = async () => {
			await clock.wait(30_000);
			const permit = await permitOf(limiter.acquire(patient));
			permit.release();
			small = clock.now() - start - 30_000;
		};
		await clock.until(
			Promise.all([
				smallJob(),
				(async () => {
					for (let call = 0; call < big.calls; call++) {
						const permit = await permitOf(limiter.acquire(patient));
						await clock.wait(10);
						permit.release();
					}
				})(),
			]),
		);
		expect(small).toBeLessThanOrEqual(1_000);
	});

	it.each([600, 120, 20])('does not slow a burst of 20 calls at %i a minute', async (limit) => {
		const clock = new VirtualClock();
		const limiter = credentialAt(new RateLimiter(limit, { clock }));
		const start = clock.now();
		await clock.until(
			Promise.all(Array.from({ length: 20 }, async () => await limiter.acquire(patient))),
		);
		expect(clock.now()).toBe(start);
	});

	it('keeps to the limit of a credential, and never exceeds that of the venue', async () => {
		const clock = new VirtualClock();
		const venue = new RateLimiter(20, { clock });
		const [wide, narrow] = [credentialAt(venue, 600), credentialAt(venue, 3)];
		const letThrough = async (calls: number, credential: Quota) => {
			const acquiring = Array.from({ length: calls }, async () => {
				const permit = await permitOf(credential.acquire(patient));
				permit.release();
			});
			await clock.until(Promise.all(acquiring));
			return clock.now();
		};
		const start = clock.now();
		expect(await letThrough(18, wide)).toBe(start);
		expect(await letThrough(2, narrow)).toBe(start);
		expect(await letThrough(1, wide)).toBeGreaterThan(start + MINUTE);

		await clock.until(clock.wait(10 * MINUTE));
		const later = clock.now();
		expect(await letThrough(3, narrow)).toBe(later);
		expect(await letThrough(1, narrow)).toBeGreaterThan(later + MINUTE);
	});

	it('serves waiting calls in the order in which they came', async () => {
		const clock = new VirtualClock();
		const limiter = credentialAt(new RateLimiter(5, { clock }));
		const served: number[] = [];
		const callers = Array.from({ length: 30 }, async (_, caller) => {
			const permit = await permitOf(limiter.acquire(patient));
			served.push(caller);
			permit.release();
		});
		await clock.until(Promise.all(callers));
		expect(served).toEqual(callers.map((_, caller) => caller));
	});

	describe('after a 429', () => {
		const refuse = async (clock: VirtualClock, limiter: Quota, retryAfterMs: number) => {
			await clock.until(clock.wait(1));
			const permit = await clock.until(permitOf(limiter.acquire(patient)));
			limiter.limited(permit, { reason: 'rateLimit', retryAfterMs });
			permit.release();
		};

		it('a call that cannot wait that long learns at once when the pause ends', async () => {
			const clock = new VirtualClock();
			const limiter = credentialAt(new RateLimiter(600, { clock }));
			await refuse(clock, limiter, 60_000);
			const answer = await limiter.acquire({
				queuedAt: clock.now(),
				patienceMs: 59_999,
				isUrgent: false,
			});
			expect(answer).toMatchObject({ pause: { until: clock.now() + 60_000, reason: 'rateLimit' } });
		});

		it('a waiting call keeps its patience, and a rejected call keeps its place in the queue', async () => {
			const clock = new VirtualClock();
			const limiter = credentialAt(new RateLimiter(1, { clock }));
			const call = { ...patient, queuedAt: clock.now(), patienceMs: 2 * MINUTE };
			const first = await clock.until(permitOf(limiter.acquire(call)));
			const waiting = limiter.acquire({ ...call, queuedAt: call.queuedAt + 1 });
			await clock.until(clock.wait(10 * MINUTE));
			limiter.limited(first, { reason: 'rateLimit', retryAfterMs: MINUTE });
			first.release();
			const again = limiter.acquire({ ...call, giveUpAt: clock.now() + call.patienceMs });
			const served: string[] = [];
			const serve = async (name: string, acquiring: Promise<Acquired>) => {
				const permit = await permitOf(acquiring);
				served.push(name);
				permit.processed();
				permit.release();
			};
			await clock.until(Promise.all([serve('waiting', waiting), serve('again', again)]));
			expect(served).toEqual(['again', 'waiting']);
		});

		it('a few calls show nothing about what others use', async () => {
			const clock = new VirtualClock();
			const limiter = credentialAt(new RateLimiter(600, { clock }));
			for (let round = 0; round < 2; round++) {
				await refuse(clock, limiter, 5_000);
				await clock.until(clock.wait(5_000));
			}
			const waits: number[] = [];
			for (let second = 0; second < 180; second++) {
				const from = clock.now();
				const permit = await clock.until(permitOf(limiter.acquire(patient)));
				permit.processed();
				permit.release();
				// Two calls a second exceed the tenth that is left to a process with hardly any calls.
				waits.push(clock.now() - from);
				await clock.until(clock.wait(500));
			}
			expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
		});

		it('one call tries, and a small job goes at once when it is answered', async () => {
			const clock = new VirtualClock();
			const limiter = credentialAt(new RateLimiter(600, { clock }));
			await refuse(clock, limiter, 5_000);
			const acquire = async () => await permitOf(limiter.acquire(patient));
			const first = acquire();
			let through = 0;
			for (let call = 0; call < 20; call++) void acquire().then(() => through++);
			const permit = await clock.until(first);
			await clock.until(clock.wait(100));
			expect(through).toBe(0);
			permit.processed();
			permit.release();
			await clock.until(clock.wait(1));
			expect(through).toBe(20);
		});

		it('the limiter adapts to what others leave of the limit, and wins it back in quiet minutes', async () => {
			const clock = new VirtualClock();
			const limiter = credentialAt(new RateLimiter(600, { clock }));
			const answeredCall = async () => {
				const permit = await clock.until(permitOf(limiter.acquire(patient)));
				permit.processed();
				permit.release();
			};
			const countIn = async (ms: number) => {
				const end = clock.now() + ms;
				let count = 0;
				for (;;) {
					await answeredCall();
					if (clock.now() >= end) return count;
					count++;
				}
			};
			// The first 429 shows that there are others, the second one how much they use.
			for (let round = 0; round < 2; round++) {
				for (let call = 0; call < 200; call++) {
					await answeredCall();
				}
				await refuse(clock, limiter, 60_000);
			}
			await clock.until(clock.wait(60_000));
			// 97 % of what was used until the second 429, plus the burst.
			expect(await countIn(MINUTE)).toBeLessThanOrEqual(194 + 20);
			await clock.until(clock.wait(25 * MINUTE));
			expect(await countIn(MINUTE)).toBeGreaterThanOrEqual(580);
		});
	});

	it('a cancel ends all waiting calls of an execution at once, and no others', async () => {
		const clock = new VirtualClock();
		const limiter = credentialAt(new RateLimiter(1, { clock }));
		const first = await permitOf(limiter.acquire(patient));
		const cancel = new AbortController();
		const waiting = [1, 2, 3].map(
			async () => await limiter.acquire({ ...patient, signal: cancel.signal }),
		);
		const other = limiter.acquire(patient);
		cancel.abort();
		const results = await Promise.all(waiting);
		results.forEach((result) => {
			expect(result).toEqual({ canceled: true });
		});
		first.release();
		expect(await clock.until(other)).toHaveProperty('permit');
	});
});

describe('a lane', () => {
	const laneOf = (...calls: Array<Partial<AcquireOptions> & { queuedAt: number }>) => {
		const lane = new Lane(new RateLimiter(600), []);
		const results = calls.map(async (call) => await lane.add({ ...patient, ...call }));
		return { lane, results };
	};

	it('has the calls that a user waits for first, then the others in order of arrival', () => {
		const { lane } = laneOf(
			{ queuedAt: 3 },
			{ queuedAt: 1, patienceMs: 2 },
			{ queuedAt: 5, patienceMs: 4, isUrgent: true },
			{ queuedAt: 4, patienceMs: 95, isUrgent: true },
			{ queuedAt: 2 },
			{ queuedAt: 2, patienceMs: 9 },
		);
		const order = lane.all().map(({ queuedAt, patienceMs }) => [queuedAt, patienceMs]);
		expect(order).toEqual([
			[4, 95],
			[5, 4],
			[1, 2],
			[2, Infinity],
			[2, 9],
			[3, Infinity],
		]);
		expect(lane.first()).toBe(lane.all()[0]);
		expect(lane.nextDeadline()).toBe(10);
		expect(laneOf({ queuedAt: 1, patienceMs: 2 }).lane.nextDeadline()).toBe(Infinity);
	});

	it('drops a canceled call, and only that one', async () => {
		const { signal, abort } = canceling();
		const { lane, results } = laneOf({ queuedAt: 1 }, { queuedAt: 2, signal }, { queuedAt: 3 });
		abort();
		expect(await results[1]).toEqual({ canceled: true });
		expect(lane.all().map(({ queuedAt }) => queuedAt)).toEqual([1, 3]);
	});

	it('gives a call one result, and stops listening to its execution', async () => {
		const { signal } = canceling();
		const { lane, results } = laneOf({ queuedAt: 1, signal }, { queuedAt: 2 }, { queuedAt: 3 });
		const call = lane.first();
		call?.end({ unsent: 1 });
		call?.end({ unsent: 2 });
		expect(await results[0]).toEqual({ unsent: 1 });
		expect(lane.all()).toHaveLength(2);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

function canceling() {
	const execution = new AbortController();
	return { signal: execution.signal, abort: () => execution.abort() };
}
