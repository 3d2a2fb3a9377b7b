import type { DeliveryAuth } from './deliveryAuth';

/**
 * To read a credential, n8n 2 builds an expression isolate, which costs nearly as much as the rest of
 * a delivery. After a change of the credential, the earlier one is accepted for this long.
 */
const FRESH_MS = 10_000;

type Read = () => Promise<DeliveryAuth | undefined>;

/** What deliveries to the triggers of this process have to show. */
export class AuthCache {
	private readonly cached = new Map<string, { auth: DeliveryAuth; readAt: number }>();

	/** Deliveries at the same time have the credential read once. */
	private readonly readings = new Map<string, Promise<DeliveryAuth | undefined>>();

	/** Says no only after it has read the credential for this delivery. */
	async agree(
		trigger: string,
		isShown: (auth: DeliveryAuth | undefined) => boolean,
		read: Read,
	): Promise<boolean> {
		if (isShown(this.fresh(trigger))) return true;
		const reading = this.readings.get(trigger);
		if (reading && isShown(await resultOf(reading))) return true;
		return isShown(await this.read(trigger, read));
	}

	private fresh(trigger: string): DeliveryAuth | undefined {
		const { auth, readAt } = this.cached.get(trigger) ?? { readAt: -Infinity };
		const age = Date.now() - readAt;
		return age >= 0 && age < FRESH_MS ? auth : undefined;
	}

	private async read(trigger: string, read: Read): Promise<DeliveryAuth | undefined> {
		const reading = read();
		this.readings.set(trigger, reading);
		try {
			const auth = await reading;
			if (auth) this.cached.set(trigger, { auth, readAt: Date.now() });
			return auth;
		} finally {
			if (this.readings.get(trigger) === reading) this.readings.delete(trigger);
		}
	}
}

async function resultOf(reading: Promise<DeliveryAuth | undefined>) {
	try {
		return await reading;
	} catch {
		return undefined;
	}
}
