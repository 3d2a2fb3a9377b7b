import type { Clock } from '../../../nodes/venueApi/pacing/steadyClock';
import { VirtualTime } from '../../simulation/core/virtualTime';

/** The simulations' time as the clock of a rate limiter. */
export class VirtualClock implements Clock {
	private readonly time = new VirtualTime();

	now(): number {
		return this.time.now();
	}

	dateOf(time: number): Date {
		return new Date(time);
	}

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = this.time.after(ms, resolve);
			signal?.addEventListener('abort', () => {
				this.time.cancel(timer);
				resolve();
			});
		});
	}

	async until<T>(work: Promise<T>): Promise<T> {
		return await this.time.until(work);
	}
}
