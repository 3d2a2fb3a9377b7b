import { getEventListeners } from 'node:events';

import * as fc from 'fast-check';

import {
	ResponseMemory,
	LARGEST_RESPONSE_MEMORY,
} from '../../../../nodes/venueApi/pacing/responseMemory';

const MEGABYTE = 2 ** 20;

const take = async (responseMemory: ResponseMemory, cost: number) =>
	await responseMemory.take(cost, Infinity);

/** Whether the promise is still pending after a few rounds of microtasks. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
	const pending = Symbol('pending');
	const turns = Array.from({ length: 20 }).reduce<Promise<unknown>>(
		async (before) => await before,
		Promise.resolve(pending),
	);
	return (await Promise.race([promise, turns])) === pending;
}

describe('the memory for answers', () => {
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick'] }));
	afterEach(() => jest.useRealTimers());

	it('has one limit for all answers of an execution', async () => {
		const responseMemory = new ResponseMemory();
		expect(await take(responseMemory, LARGEST_RESPONSE_MEMORY - 1)).toBe('taken');
		expect(await take(responseMemory, 2)).toBe('tooLarge');
		responseMemory.giveBack(2);
		expect(await take(responseMemory, 1)).toBe('taken');
	});

	it('lets the largest execution continue, and others wait until it is done', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		let second: Promise<unknown> = Promise.resolve();
		const third = other.during(async () => {
			await largest.during(async () => {
				expect(await take(largest, 510 * MEGABYTE)).toBe('taken');
				second = take(other, 10 * MEGABYTE);
				expect(await isPending(second)).toBe(true);
				expect(await take(largest, 120 * MEGABYTE)).toBe('taken');
				expect(await isPending(second)).toBe(true);
			});
			expect(await second).toBe('taken');
			return await take(other, 400 * MEGABYTE);
		});
		expect(await third).toBe('taken');
	});

	it('makes an execution wait for half a minute at most, until its deadline or until it is canceled', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		await largest.during(async () => {
			await take(largest, LARGEST_RESPONSE_MEMORY);
			const crowded = other.during(async () => await take(other, 10 * MEGABYTE));
			await jest.advanceTimersByTimeAsync(29_000);
			expect(await isPending(crowded)).toBe(true);
			await jest.advanceTimersByTimeAsync(1_000);
			expect(await crowded).toBe('crowded');
			other.giveBack(10 * MEGABYTE);

			const ends = other.take(10 * MEGABYTE, performance.now() + 5_000);
			await jest.advanceTimersByTimeAsync(5_000);
			expect(await ends).toBe('crowded');
			other.giveBack(10 * MEGABYTE);

			const cancel = new AbortController();
			const canceled = other.take(10 * MEGABYTE, Infinity, cancel.signal);
			cancel.abort();
			expect(await canceled).toBe('crowded');
		});
		expect(jest.getTimerCount()).toBe(0);
	});

	it('runs short when all executions together use more than 512 MB', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		await largest.during(async () => {
			await take(largest, 502 * MEGABYTE);
			await other.during(async () => {
				expect(await take(other, 10 * MEGABYTE)).toBe('taken');
				const waiting = take(other, 1);
				expect(await isPending(waiting)).toBe(true);
				largest.giveBack(1);
				expect(await waiting).toBe('taken');
			});
		});
	});

	it('counts what an execution has read until its last answer is processed', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		let endFirst = () => {};
		const first = largest.during(
			async () => await new Promise<void>((resolve) => (endFirst = resolve)),
		);
		await largest.during(async () => await take(largest, LARGEST_RESPONSE_MEMORY));
		await other.during(async () => {
			const waiting = take(other, 10 * MEGABYTE);
			expect(await isPending(waiting)).toBe(true);
			endFirst();
			await first;
			expect(await waiting).toBe('taken');
		});
	});

	it('keeps no canceled execution waiting, and leaves no listener', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		const execution = new AbortController();
		await largest.during(async () => {
			await take(largest, LARGEST_RESPONSE_MEMORY);
			await other.during(async () => {
				const waiting = other.take(10 * MEGABYTE, Infinity, execution.signal);
				expect(await isPending(waiting)).toBe(true);
				other.giveBack(9 * MEGABYTE);
				expect(await waiting).toBe('taken');
				expect(getEventListeners(execution.signal, 'abort')).toHaveLength(0);
				execution.abort();
				expect(await other.take(9 * MEGABYTE, Infinity, execution.signal)).toBe('crowded');
			});
		});
	});

	it('is always there for a small answer', async () => {
		const [largest, other] = [new ResponseMemory(), new ResponseMemory()];
		await largest.during(async () => {
			await take(largest, LARGEST_RESPONSE_MEMORY);
			expect(await other.during(async () => await take(other, 2 * MEGABYTE))).toBe('taken');
		});
	});

	it('is given to every execution in the end, however many there are', async () => {
		const megabytes = fc.integer({ min: 1, max: LARGEST_RESPONSE_MEMORY / MEGABYTE });
		await fc.assert(
			fc.asyncProperty(fc.array(megabytes, { minLength: 2, maxLength: 12 }), async (sizes) => {
				const verdicts = await Promise.all(
					sizes.map(async (size) => {
						const responseMemory = new ResponseMemory();
						return await responseMemory.during(async () => {
							for (let taken = 0; taken < size; taken++) {
								const verdict = await take(responseMemory, MEGABYTE);
								if (verdict !== 'taken') return verdict;
							}
							return 'taken';
						});
					}),
				);
				expect(verdicts).toEqual(sizes.map(() => 'taken'));
			}),
		);
	});
});
