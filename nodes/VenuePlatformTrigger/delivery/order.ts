import type { IWebhookFunctions } from 'n8n-workflow';

/** The parts of a response that show what n8n has done with a delivery. */
export type DeliveryResponse = Pick<
	ReturnType<IWebhookFunctions['getResponseObject']>,
	'closed' | 'once' | 'statusCode' | 'writableEnded'
>;

/** Deliveries that share a key enter n8n one after the other. */
export class DeliveryOrder {
	private readonly underWay = new Map<string, Promise<void>>();

	/** The end of a delivery to wait for. Ask again after each wait, because others were waiting, too. */
	ahead(keys: string[]): Promise<void> | undefined {
		return keys.map((key) => this.underWay.get(key)).find((settled) => settled !== undefined);
	}

	/** From now on, other deliveries with these keys wait until this one is settled. */
	enter(keys: string[], settled: Promise<void>): void {
		for (const key of keys) this.underWay.set(key, settled);
		void settled.then(() => {
			for (const key of keys) this.underWay.delete(key);
		});
	}
}

/** After this time the sender may have hung up; it will try again. */
const LONGEST_WAIT_MS = 30_000;

/** How long a delivery can wait for another one while its sender keeps the connection open. */
export class Patience {
	private timeout?: AbortSignal;
	private end?: Promise<void>;

	constructor(private readonly response: DeliveryResponse) {}

	/** Waits for the other delivery. Returns false at once if waiting has become pointless. */
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
