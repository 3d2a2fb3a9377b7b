import type { DueTimer } from '../../venue/timerQueue';
import { dateThatTells, type VirtualTime } from './virtualTime';

const real = {
	Date,
	setTimeout,
	clearTimeout,
	setInterval,
	clearInterval,
	random: Math.random,
	timeout: AbortSignal.timeout,
	performanceNow: performance.now,
};

/** What `setTimeout` returns in Node.js, as far as code uses it. */
class Timer {
	private due: DueTimer;

	constructor(
		private readonly time: VirtualTime,
		private readonly ms: number,
		private readonly ring: () => void,
		private readonly isRepeated: boolean,
	) {
		this.due = this.start();
	}

	private start(): DueTimer {
		return this.time.after(this.ms, () => {
			if (this.isRepeated) this.due = this.start();
			this.ring();
		});
	}

	stop(): void {
		this.time.cancel(this.due);
	}

	refresh(): this {
		this.stop();
		this.due = this.start();
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	hasRef(): boolean {
		return true;
	}
}

/**
 * From now on, this whole process runs in virtual time and with our random numbers. Returns a
 * function that undoes this.
 */
export function enter(time: VirtualTime, random: () => number): () => void {
	const set = (isRepeated: boolean) =>
		((ring: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
			new Timer(time, ms, () => ring(...given), isRepeated)) as unknown as typeof setTimeout;
	const clear = (timer: unknown) => {
		if (timer instanceof Timer) timer.stop();
	};
	globalThis.Date = dateThatTells(() => time.now());
	globalThis.setTimeout = set(false);
	globalThis.setInterval = set(true) as unknown as typeof setInterval;
	globalThis.clearTimeout = clear as typeof clearTimeout;
	globalThis.clearInterval = clear as typeof clearInterval;
	Math.random = random;
	AbortSignal.timeout = (ms) => {
		const controller = new AbortController();
		time.after(ms, () => controller.abort(new DOMException('Timed out', 'TimeoutError')));
		return controller.signal;
	};
	const startedAt = time.now();
	performance.now = () => time.now() - startedAt;
	return leave;
}

function leave(): void {
	globalThis.Date = real.Date;
	globalThis.setTimeout = real.setTimeout;
	globalThis.setInterval = real.setInterval;
	globalThis.clearTimeout = real.clearTimeout;
	globalThis.clearInterval = real.clearInterval;
	Math.random = real.random;
	AbortSignal.timeout = real.timeout;
	performance.now = real.performanceNow;
}
