import { getEventListeners } from 'node:events';

import { Queue, untilCanceled, wait } from '../../../../nodes/venueApi/pacing/waiting';

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('waiting', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const hasEnded = async (promise: Promise<unknown>, afterMs: number) => {
		const ended = jest.fn();
		promise.then(ended, ended);
		await jest.advanceTimersByTimeAsync(afterMs);
		return ended.mock.calls.length > 0;
	};

	it.each([
		['that can be canceled', new AbortController().signal],
		['that cannot', undefined],
	])('%s ends when the time is over', async (_, signal) => {
		const waiting = wait(1_000, signal);
		expect(await hasEnded(waiting, 999)).toBe(false);
		expect(await hasEnded(waiting, 1)).toBe(true);
	});

	it('ends when the execution is canceled, and leaves no timer', async () => {
		const execution = new AbortController();
		const waiting = wait(1_000, execution.signal);
		expect(await hasEnded(waiting, 10)).toBe(false);
		execution.abort();
		expect(await hasEnded(waiting, 0)).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
		expect(await hasEnded(wait(1_000, execution.signal), 0)).toBe(true);
	});

	it('stops listening to its execution, in n8n 1 as well', async () => {
		jest.doMock('n8n-workflow', () =>
			jest.requireActual<object>('n8n-core-1/node_modules/n8n-workflow/dist/cjs/utils'),
		);
		await jest.isolateModulesAsync(async () => {
			const inN8n1 = await import('../../../../nodes/venueApi/pacing/waiting');
			const { signal } = new AbortController();
			expect(await hasEnded(inN8n1.wait(1_000, signal), 1_000)).toBe(true);
			expect(listenersOf(signal)).toBe(0);
		});
		jest.dontMock('n8n-workflow');
	});
});

describe('work that may be canceled', () => {
	it('returns its result, or throws its error', async () => {
		const { signal } = new AbortController();
		expect(await untilCanceled(async () => await Promise.resolve(1), signal)).toBe(1);
		const broken = async () => await Promise.reject(new Error('broken'));
		await expect(untilCanceled(broken, signal)).rejects.toThrow('broken');
		expect(listenersOf(signal)).toBe(0);
	});

	it('is left alone after a cancel, and not begun afterwards', async () => {
		const execution = new AbortController();
		const work = jest.fn(async () => await new Promise<number>(() => {}));
		const result = untilCanceled(work, execution.signal);
		execution.abort();
		expect(await result).toBeUndefined();
		expect(listenersOf(execution.signal)).toBe(0);
		expect(await untilCanceled(work, execution.signal)).toBeUndefined();
		expect(work).toHaveBeenCalledTimes(1);
	});
});

describe('the queue of calls', () => {
	type Call = { queuedAt: number; deadline?: number; signal?: AbortSignal };

	const lineOf = (...calls: Call[]) => {
		const line = new Queue<Call, string>();
		const results = calls.map(async (call) => await line.add(call, 'canceled'));
		return { line, results };
	};

	it('has the calls that a user waits for first, then the others in order of arrival', () => {
		const calls = [
			{ queuedAt: 3 },
			{ queuedAt: 1 },
			{ queuedAt: 5, deadline: 9 },
			{ queuedAt: 4, deadline: 99 },
			{ queuedAt: 2 },
			{ queuedAt: 2, deadline: undefined },
		];
		const { line } = lineOf(...calls);
		expect(line.all().map(({ options }) => options)).toEqual(
			[3, 2, 1, 4, 5, 0].map((at) => calls[at]),
		);
		expect(line.first()).toBe(line.all()[0]);
		expect(line.nextDeadline()).toBe(10);
		expect(lineOf({ queuedAt: 1 }).line.nextDeadline()).toBe(Infinity);
	});

	it('drops a canceled call, and only that one', async () => {
		const execution = new AbortController();
		const { line, results } = lineOf(
			{ queuedAt: 1 },
			{ queuedAt: 2, signal: execution.signal },
			{ queuedAt: 3 },
		);
		execution.abort();
		expect(await results[1]).toBe('canceled');
		expect(line.all().map(({ options }) => options.queuedAt)).toEqual([1, 3]);
	});

	it('gives a call one result, and stops listening to its execution', async () => {
		const execution = new AbortController();
		const { line, results } = lineOf(
			{ queuedAt: 1, signal: execution.signal },
			{ queuedAt: 2 },
			{ queuedAt: 3 },
		);
		const call = line.first();
		call?.end('sent');
		call?.end('again');
		expect(call?.isWaiting).toBe(false);
		expect(await results[0]).toBe('sent');
		expect(line.all()).toHaveLength(2);
		expect(listenersOf(execution.signal)).toBe(0);
	});
});
