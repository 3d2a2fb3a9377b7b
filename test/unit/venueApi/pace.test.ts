import * as fc from 'fast-check';

import { Pace, PausedUntil, Turn } from '../../../nodes/venueApi/pacing/pace';
import { WaitCanceled } from '../../../nodes/venueApi/retry/wait';
import { VirtualClock } from '../support/virtualClock';

const MINUTE = 60_000;

interface Job {
	calls: number;
	startsAfter: number;
	pauseBetween: number;
	/** Until the venue counts the call, and until its answer is here. */
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

async function run(pace: Pace, clock: VirtualClock, limit: number, jobs: Job[]): Promise<number[]> {
	const arrivals: number[] = [];
	const runJob = async (job: Job) => {
		await clock.wait(job.startsAfter);
		for (let call = 0; call < job.calls; call++) {
			const turn = (await pace.turn({ limit, notAfter: Infinity })) as Turn;
			await clock.wait(job.there);
			arrivals.push(clock.now());
			await clock.wait(job.back);
			pace.finished(turn);
			pace.accepted(turn);
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

describe('the pace of calls to the venue', () => {
	it('never lets more than the limit arrive in any 60 seconds, whatever the network does', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 40 }),
				fc.array(job, { minLength: 1, maxLength: 6 }),
				async (limit, jobs) => {
					const clock = new VirtualClock();
					const arrivals = await run(new Pace(clock), clock, limit, jobs);
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
		const arrivals = await run(new Pace(clock), clock, 600, eight);
		const minutes = (arrivals[arrivals.length - 1] - arrivals[0]) / MINUTE;
		expect(arrivals.length / minutes).toBeGreaterThanOrEqual(0.97 * 600);
	});

	it('keeps no small job waiting behind a big one for long', async () => {
		const clock = new VirtualClock();
		const pace = new Pace(clock);
		const big = { calls: 500, startsAfter: 0, pauseBetween: 0, there: 5, back: 5 };
		const start = clock.now();
		let small = Infinity;
		const smallJob = async () => {
			await clock.wait(30_000);
			const turn = (await pace.turn({ limit: 600, notAfter: Infinity })) as Turn;
			pace.finished(turn);
			small = clock.now() - start - 30_000;
		};
		await clock.until(
			Promise.all([
				smallJob(),
				(async () => {
					for (let call = 0; call < big.calls; call++) {
						const turn = (await pace.turn({ limit: 600, notAfter: Infinity })) as Turn;
						await clock.wait(10);
						pace.finished(turn);
					}
				})(),
			]),
		);
		expect(small).toBeLessThanOrEqual(1_000);
	});

	it.each([600, 120, 20])('does not slow a burst of 20 calls at %i a minute', async (limit) => {
		const clock = new VirtualClock();
		const pace = new Pace(clock);
		const start = clock.now();
		await clock.until(
			Promise.all(
				Array.from({ length: 20 }, async () => await pace.turn({ limit, notAfter: Infinity })),
			),
		);
		expect(clock.now()).toBe(start);
	});

	it('serves those who wait in the order in which they came', async () => {
		const clock = new VirtualClock();
		const pace = new Pace(clock);
		const served: number[] = [];
		const callers = Array.from({ length: 30 }, async (_, caller) => {
			const turn = (await pace.turn({ limit: 5, notAfter: Infinity })) as Turn;
			served.push(caller);
			pace.finished(turn);
		});
		await clock.until(Promise.all(callers));
		expect(served).toEqual(callers.map((_, caller) => caller));
	});

	describe('after a 429', () => {
		const refuse = async (clock: VirtualClock, pace: Pace, retryAfterMs: number) => {
			await clock.until(clock.wait(1));
			const turn = (await clock.until(pace.turn({ limit: 600, notAfter: Infinity }))) as Turn;
			pace.finished(turn);
			pace.refused(turn, retryAfterMs);
		};

		it('everybody waits, not only the call that was refused', async () => {
			const clock = new VirtualClock();
			const pace = new Pace(clock);
			const start = clock.now();
			await refuse(clock, pace, 60_000);
			await clock.until(pace.turn({ limit: 600, notAfter: Infinity }));
			expect(clock.now()).toBeGreaterThanOrEqual(start + 60_000);
		});

		it('a call that cannot wait so long learns at once from when on it works', async () => {
			const clock = new VirtualClock();
			const pace = new Pace(clock);
			await refuse(clock, pace, 60_000);
			const answer = await pace.turn({ limit: 600, notAfter: clock.now() + 59_999 });
			expect(answer).toEqual(new PausedUntil(clock.now() + 60_000, 'rateLimit'));
		});

		it('the pause doubles while the venue keeps refusing, and starts over after a success', async () => {
			const clock = new VirtualClock();
			const pace = new Pace(clock);
			const pauses: number[] = [];
			for (let round = 0; round < 3; round++) {
				await clock.until(clock.wait(1));
				const turn = (await clock.until(pace.turn({ limit: 600, notAfter: Infinity }))) as Turn;
				await clock.until(clock.wait(1));
				pace.finished(turn);
				pace.refused(turn, 10_000);
				const stop = (await pace.turn({ limit: 600, notAfter: 0 })) as PausedUntil;
				pauses.push(stop.time - clock.now());
			}
			expect(pauses).toEqual([10_000, 20_000, 40_000]);

			const turn = (await clock.until(pace.turn({ limit: 600, notAfter: Infinity }))) as Turn;
			await clock.until(clock.wait(1));
			pace.finished(turn);
			pace.accepted(turn);
			await refuse(clock, pace, 10_000);
			const stop = (await pace.turn({ limit: 600, notAfter: 0 })) as PausedUntil;
			expect(stop.time - clock.now()).toBe(10_000);
		});

		it('parallel calls that are refused together count as one refusal', async () => {
			const clock = new VirtualClock();
			const pace = new Pace(clock);
			const turns = (await Promise.all(
				Array.from({ length: 8 }, async () => await pace.turn({ limit: 600, notAfter: Infinity })),
			)) as Turn[];
			await clock.until(clock.wait(50));
			turns.forEach((turn) => {
				pace.finished(turn);
				pace.refused(turn, 60_000);
			});
			const stop = (await pace.turn({ limit: 600, notAfter: 0 })) as PausedUntil;
			expect(stop.time - clock.now()).toBe(60_000);
		});

		it('adapts to what others leave of the limit, and wins it back in quiet minutes', async () => {
			const clock = new VirtualClock();
			const pace = new Pace(clock);
			const countIn = async (ms: number) => {
				const end = clock.now() + ms;
				let count = 0;
				for (;;) {
					const turn = (await clock.until(pace.turn({ limit: 600, notAfter: Infinity }))) as Turn;
					pace.finished(turn);
					if (clock.now() >= end) return count;
					count++;
				}
			};
			for (let call = 0; call < 200; call++) {
				const turn = (await clock.until(pace.turn({ limit: 600, notAfter: Infinity }))) as Turn;
				pace.finished(turn);
			}
			await refuse(clock, pace, 60_000);
			await clock.until(clock.wait(60_000));
			expect(await countIn(MINUTE)).toBeLessThanOrEqual(200);
			await clock.until(clock.wait(20 * MINUTE));
			expect(await countIn(MINUTE)).toBeGreaterThanOrEqual(580);
		});
	});

	it('cancelling frees the caller at once, wherever in the line it stands', async () => {
		const clock = new VirtualClock();
		const pace = new Pace(clock);
		const first = (await pace.turn({ limit: 1, notAfter: Infinity })) as Turn;
		const cancel = new AbortController();
		const waiting = [1, 2, 3].map(
			async () => await pace.turn({ limit: 1, notAfter: Infinity, signal: cancel.signal }),
		);
		const other = pace.turn({ limit: 1, notAfter: Infinity });
		cancel.abort();
		const results = await Promise.allSettled(waiting);
		results.forEach((result) => {
			expect(result).toEqual({ status: 'rejected', reason: expect.any(WaitCanceled) });
		});
		pace.finished(first);
		expect(await clock.until(other)).toBeInstanceOf(Turn);
	});
});
