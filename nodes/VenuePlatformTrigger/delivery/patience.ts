import type { DeliveryResponse } from './deliveryResponse';

/** After this long nobody knows whether the sender still waits; it will try again. */
const LONGEST_WAIT_MS = 30_000;

/** How long another delivery can be waited for while a sender holds the line. */
export class Patience {
	private timeout?: AbortSignal;
	private end?: Promise<void>;

	constructor(private readonly response: DeliveryResponse) {}

	/** Waits for the other one. Says no, at once, when waiting is of no use any more. */
	async waitFor(other: Promise<void>): Promise<boolean> {
		const timeout = (this.timeout ??= AbortSignal.timeout(LONGEST_WAIT_MS));
		if (this.response.closed || timeout.aborted) return false;
		this.end ??= new Promise((resolve) => {
			this.response.once('close', resolve);
			timeout.addEventListener('abort', () => resolve(), { once: true });
		});
		await Promise.race([other, this.end]);
		return true;
	}
}
