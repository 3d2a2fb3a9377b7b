import type { DeliveryAuth } from './deliveryAuth';

/**
 * To read a credential, n8n 2 builds an expression isolate, which costs nearly as much as the rest of
 * a delivery. So a delivery waits for it only after a longer pause. After a shorter one it is believed
 * by what was read before, and the credential is read anew when the delivery has been answered.
 */
const BELIEVED_MS = 5 * 60_000;
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
		if (isShown(this.believed(trigger))) return true;
		const reading = this.readings.get(trigger);
		if (reading && isShown(await resultOf(reading))) return true;
		return isShown(await this.read(trigger, read));
	}

	/** For the next delivery. A credential that is gone or has changed counts from then on. */
	async renew(trigger: string, read: Read): Promise<void> {
		if (this.ageOf(trigger) < FRESH_MS || this.readings.has(trigger)) return;
		await resultOf(this.read(trigger, read));
	}

	private believed(trigger: string): DeliveryAuth | undefined {
		const age = this.ageOf(trigger);
		return age >= 0 && age < BELIEVED_MS ? this.cached.get(trigger)?.auth : undefined;
	}

	private ageOf(trigger: string): number {
		return Date.now() - (this.cached.get(trigger)?.readAt ?? -Infinity);
	}

	private async read(trigger: string, read: Read): Promise<DeliveryAuth | undefined> {
		const reading = read();
		this.readings.set(trigger, reading);
		try {
			const auth = await resultOf(reading);
			if (auth) this.cached.set(trigger, { auth, readAt: Date.now() });
			else this.cached.delete(trigger);
			return await reading;
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
