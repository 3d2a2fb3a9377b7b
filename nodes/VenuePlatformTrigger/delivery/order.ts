import type { IWebhookFunctions } from 'n8n-workflow';

/** The parts of a response that show what n8n has done with a delivery. */
export type DeliveryResponse = Pick<
	ReturnType<IWebhookFunctions['getResponseObject']>,
	'closed' | 'once' | 'statusCode' | 'writableEnded'
>;

/** A venue waits ten seconds for its answer, and the credential may have to be read first. */
const LONGEST_DELIVERY_WAIT_MS = 7_000;

/** Deliveries that share a key enter n8n one after the other. */
export class DeliveryOrder {
	private readonly underWay = new Map<string, Promise<void>>();

	/**
	 * Waits for its turn, and returns what ends it. Undefined if the deliveries before this one take
	 * too long or the sender hangs up: it will send this again.
	 */
	async enter(keys: string[], response: DeliveryResponse): Promise<(() => void) | undefined> {
		let patience: DeliveryPatience | undefined;
		for (let other = this.ahead(keys); other; other = this.ahead(keys)) {
			patience ??= new DeliveryPatience(response);
			if (!(await patience.waitFor(other))) return undefined;
		}
		// Nothing is awaited since the last check: all who waited wake up together, and one is first.
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		for (const key of keys) this.underWay.set(key, ended);
		return () => {
			for (const key of keys) this.underWay.delete(key);
			end();
		};
	}

	private ahead(keys: string[]): Promise<void> | undefined {
		return keys.map((key) => this.underWay.get(key)).find((ended) => ended !== undefined);
	}
}

/** How long a delivery can wait while its sender keeps the connection open. */
class DeliveryPatience {
	private readonly timeout = AbortSignal.timeout(LONGEST_DELIVERY_WAIT_MS);
	private readonly end: Promise<void>;

	constructor(private readonly response: DeliveryResponse) {
		this.end = new Promise((resolve) => {
			response.once('close', resolve);
			this.timeout.addEventListener('abort', () => resolve(), { once: true });
		});
	}

	/** Returns false at once if waiting has become pointless: then the turn before may still be under way. */
	async waitFor(other: Promise<void>): Promise<boolean> {
		if (this.response.closed || this.timeout.aborted) return false;
		await Promise.race([other, this.end]);
		return true;
	}
}
