import type { IWebhookFunctions } from 'n8n-workflow';

/** The answer to a delivery, as far as it tells what n8n has done with it. */
export type DeliveryResponse = Pick<
	ReturnType<IWebhookFunctions['getResponseObject']>,
	'closed' | 'once' | 'statusCode' | 'writableEnded'
>;

/** Who waits for whom: deliveries that have a key in common enter n8n one after the other. */
export class DeliveryOrder {
	private readonly underWay = new Map<string, Promise<void>>();

	/** The end of a delivery that has to be waited for. Asked anew after each wait: others wait, too. */
	ahead(keys: string[]): Promise<void> | undefined {
		return keys.map((key) => this.underWay.get(key)).find((settled) => settled !== undefined);
	}

	/** From now on the others wait until this one is settled. */
	enter(keys: string[], settled: Promise<void>): void {
		for (const key of keys) this.underWay.set(key, settled);
		void settled.then(() => {
			for (const key of keys) this.underWay.delete(key);
		});
	}
}

/** After this long the sender may no longer wait; it will try again. */
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
