/**
 * Loaded into n8n before anything else. Its time and its timers run this many times as fast as the
 * machine's. Sockets keep the machine's time.
 */
const factor = Number(process.env.BENCH_TIME_FACTOR);
const begin = Number(process.env.BENCH_TIME_BEGIN);

const realNow = Date.now;
Date.now = () => begin + (realNow() - begin) * factor;

type Timer = (run: () => void, ms?: number, ...more: unknown[]) => unknown;

function quick<T>(timer: T): T {
	const real = timer as unknown as Timer;
	const quicker: Timer = (run, ms = 0, ...more) => real(run, ms / factor, ...more);
	return Object.assign(quicker, timer) as unknown as T;
}

globalThis.setTimeout = quick(setTimeout);
globalThis.setInterval = quick(setInterval);
