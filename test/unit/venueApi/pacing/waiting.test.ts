import { getEventListeners } from 'node:events';

import { untilCanceled, wait } from '../../../../nodes/venueApi/pacing/waiting';

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
