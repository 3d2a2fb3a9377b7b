import { setTimeout as realDelay } from 'node:timers/promises';
import { HttpTraffic } from './realTime/httpTraffic';
import { isRealWorkUnderWay } from './realTime/realWork';

const MINUTE = 60_000;

/** Sockets and the event loop use these; faking them would stop the real traffic. */
const real = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
] as const;

/** After this many turns of the event loop without any change there is nothing to do. */
const quietTurns = 4;

/**
 * A server may have delayed its answer until a later time, so the clock moves on after a little real
 * time. What is still on its way through a busy kernel gets more of it.
 */
const quietTurnsInTraffic = 12;
const quietTurnsOnTheWire = 60;
const quietMsInTraffic = 2;

let traffic: HttpTraffic | undefined;

/**
 * Stops the clock: Date, setTimeout and setInterval obey the test. Everything in this process,
 * including the simulated venue, has the same clock.
 */
export function stopTheClock(now: Date | number = Date.UTC(2026, 10, 21, 12)): void {
	jest.useFakeTimers({ now, doNotFake: [...real] });
	traffic ??= new HttpTraffic();
}

export function letTheClockRun(): void {
	jest.useRealTimers();
	traffic?.stopWatching();
	traffic = undefined;
}

/**
 * Waits for the promise while time moves. Everything that can be done now, including real requests,
 * is done first; only then does the clock jump to the next timer.
 */
export async function whileTimeMoves<T>(
	promise: Promise<T>,
	{ atMost = 14 * 24 * 60 * MINUTE }: { atMost?: number } = {},
): Promise<T> {
	const latest = Date.now() + atMost;
	let settled = false;
	const settle = () => (settled = true);
	promise.then(settle, settle);

	for (;;) {
		await untilNothingHappens(() => settled);
		if (settled) return await promise;
		if (jest.getTimerCount() === 0)
			throw new Error('This waits for something that no timer brings');
		if (Date.now() > latest) throw new Error(`This did not end within ${atMost} ms of moved time`);
		jest.advanceTimersToNextTimer();
	}
}

/** Moves the clock by this much. What becomes due on the way runs in its turn. */
export async function passTime(ms: number): Promise<void> {
	await whileTimeMoves(new Promise((resolve) => setTimeout(resolve, ms)), { atMost: ms });
}

async function untilNothingHappens(enough: () => boolean) {
	if (traffic === undefined) throw new Error('The clock runs: stop it first, with stopTheClock()');
	let quiet = 0;
	let turnsOfRealWork = 0;
	let progress = traffic.progress();
	while (quiet < turnsThatAreQuiet(traffic)) {
		if (traffic.isUnderWay && quiet > quietTurns && quiet % 4 === 0)
			await realDelay(quietMsInTraffic);
		await new Promise((resolve) => setImmediate(resolve));
		if (enough()) return;
		const now = traffic.progress();
		quiet = now === progress && !isRealWorkUnderWay() ? quiet + 1 : 0;
		// Another process needs the processor more than this loop.
		if (isRealWorkUnderWay() && ++turnsOfRealWork > 100) await realDelay(1);
		progress = now;
	}
}

function turnsThatAreQuiet({ isUnderWay, isOnTheWire }: HttpTraffic) {
	if (isOnTheWire) return quietTurnsOnTheWire;
	return isUnderWay ? quietTurnsInTraffic : quietTurns;
}
