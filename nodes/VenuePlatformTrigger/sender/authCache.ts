import { wait } from '../../venueApi/pacing/waiting';
import type { DeliveryAuth } from './deliveryAuth';

/**
 * For each read of a credential, n8n 2 builds an expression isolate, which costs nearly as much as
 * the rest of a delivery. So a delivery waits for a read only if the last one is five minutes old.
 * After ten seconds, the next read follows the response.
 */
const BELIEVED_MS = 5 * 60_000;
const FRESH_MS = 10_000;

/** All deliveries with wrong keys share one read a second. */
const BETWEEN_READINGS_MS = 1_000;

/** n8n keeps an isolate in memory for each waiting request, so a flood must not wait. */
const MOST_WAITING = 8;

type Auth = DeliveryAuth | undefined;
type Read = () => Promise<Auth>;

/** What deliveries to the triggers of this process have to present. */
export class AuthCache {
	private readonly cached = new Map<string, { auth: DeliveryAuth; readAt: number }>();

	/** Deliveries that arrive together share one read of the credential. */
	private readonly readings = new Map<string, Promise<Auth>>();

	/** The read that has not begun yet, for deliveries that arrived after the last one began. */
	private readonly nextReadings = new Map<string, { auth: Promise<Auth>; waiting: number }>();

	/** When the last read began. */
	private readonly began = new Map<string, number>();

	constructor(private readonly pause: (ms: number) => Promise<void> = wait) {}

	/**
	 * Rejects a delivery only after a read that began after it arrived. In a flood of wrong keys, a
	 * read that is a second old is enough: the venue sends its delivery again.
	 */
	async agree(trigger: string, isShown: (auth: Auth) => boolean, read: Read): Promise<boolean> {
		if (isShown(this.believed(trigger))) return true;
		const reading = this.readings.get(trigger);
		if (reading && isShown(await resultOf(reading))) return true;
		return isShown(await this.readNext(trigger, read));
	}

	/** Reads the credential for the next delivery, which notices if it has changed or is gone. */
	async renew(trigger: string, read: Read): Promise<void> {
		if (this.ageOf(trigger) < FRESH_MS || this.readings.has(trigger)) return;
		await resultOf(this.read(trigger, read));
	}

	private believed(trigger: string): Auth {
		const age = this.ageOf(trigger);
		return age >= 0 && age < BELIEVED_MS ? this.cached.get(trigger)?.auth : undefined;
	}

	private ageOf(trigger: string): number {
		return Date.now() - (this.cached.get(trigger)?.readAt ?? -Infinity);
	}

	private async readNext(trigger: string, read: Read): Promise<Auth> {
		const planned = this.nextReadings.get(trigger);
		if (planned) {
			const known = this.cached.get(trigger);
			if (known && planned.waiting >= MOST_WAITING) return known.auth;
			planned.waiting++;
			return await planned.auth;
		}
		const passed = Date.now() - (this.began.get(trigger) ?? -Infinity);
		const rest = Math.min(BETWEEN_READINGS_MS - passed, BETWEEN_READINGS_MS);
		if (rest <= 0) return await this.read(trigger, read);
		const next = { auth: this.readAfter(rest, trigger, read), waiting: 1 };
		this.nextReadings.set(trigger, next);
		return await next.auth;
	}

	private async readAfter(ms: number, trigger: string, read: Read): Promise<Auth> {
		await this.pause(ms);
		this.nextReadings.delete(trigger);
		return await this.read(trigger, read);
	}

	private async read(trigger: string, read: Read): Promise<Auth> {
		this.began.set(trigger, Date.now());
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

async function resultOf(reading: Promise<Auth>): Promise<Auth> {
	try {
		return await reading;
	} catch {
		return undefined;
	}
}
