import type { DeliveryResponse } from './deliveryResponse';

/** After this long nobody knows whether the sender still waits; it will try again. */
const LONGEST_WAIT_MS = 30_000;

/** The end of what can be waited for while a sender holds the line. */
export class Patience {
	readonly end: Promise<void>;
	private readonly timeout = AbortSignal.timeout(LONGEST_WAIT_MS);

	constructor(private readonly response: DeliveryResponse) {
		this.end = new Promise((resolve) => {
			response.once('close', resolve);
			this.timeout.addEventListener('abort', () => resolve(), { once: true });
		});
	}

	get isOver(): boolean {
		return this.response.closed || this.timeout.aborted;
	}
}
