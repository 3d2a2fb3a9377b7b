import type { Clock } from '../../../nodes/venueApi/pacing/steadyClock';

interface Timer {
	at: number;
	ring: () => void;
}

/** Time that passes only when nobody has anything left to do. */
export class VirtualClock implements Clock {
	private time: number;
	private timers: Timer[] = [];

	constructor(startAt = 1_700_000_000_000) {
		this.time = startAt;
	}

	now(): number {
		return this.time;
	}

	dateOf(time: number): Date {
		return new Date(time);
	}

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = { at: this.time + ms, ring: resolve };
			this.timers.push(timer);
			signal?.addEventListener('abort', () => {
				this.timers = this.timers.filter((other) => other !== timer);
				resolve();
			});
		});
	}

	/** Lets time pass until the work is done. */
	async until<T>(work: Promise<T>): Promise<T> {
		let isDone = false;
		const done = work.finally(() => {
			isDone = true;
		});
		done.catch(() => undefined);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (isDone) return await done;
			const next = this.timers.reduce<Timer | undefined>(
				(first, timer) => (first && first.at <= timer.at ? first : timer),
				undefined,
			);
			if (!next) throw new Error('nobody waits, and the work is not done');
			this.time = Math.max(this.time, next.at);
			const due = this.timers.filter((timer) => timer.at <= this.time);
			this.timers = this.timers.filter((timer) => timer.at > this.time);
			due.sort((a, b) => a.at - b.at).forEach((timer) => timer.ring());
		}
	}
}
