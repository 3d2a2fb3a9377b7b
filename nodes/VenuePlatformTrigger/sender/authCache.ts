import { wait } from '../../venueApi/pacing/waiting';
import type { DeliveryAuth } from './deliveryAuth';

/**
 * For each read of a credential, n8n 2 builds an expression isolate, which costs nearly as much as
 * the rest of a delivery. So a read counts for ten seconds. In the five minutes after it, one more
 * delivery need not wait for the next read, which follows its response.
 */
const FRESH_MS = 10_000;
const BELIEVED_MS = 5 * 60_000;

/** All deliveries with wrong keys share one read a second. */
const BETWEEN_READINGS_MS = 1_000;

/** After this, the credential counts as not readable. */
const READ_WITHIN_MS = 5_000;

/** n8n keeps an isolate in memory for each waiting request, so a flood must not wait. */
const MOST_WAITING = 8;

type Auth = DeliveryAuth | undefined;
type ReadAuth = () => Promise<Auth>;

interface CachedAuth {
	/** Undefined if the last read found no key, or failed. */
	auth: Auth;
	readAt: number;
	/** A delivery was accepted by it after it was fresh. */
	isUsedUp: boolean;
	/** The last read that began. Deliveries that arrive together share it. */
	latest: Promise<Auth>;
	beganAt: number;
	isReading: boolean;
	/** The read that has not begun yet, for deliveries that arrived after the last one began. */
	next?: { auth: Promise<Auth>; waiting: number };
}

/** What deliveries to the triggers of this process have to present. */
export class AuthCache {
	private readonly triggers = new Map<string, CachedAuth>();

	constructor(private readonly pause: typeof wait = wait) {}

	/**
	 * Rejects a delivery only after a read that began after it arrived. In a flood of wrong keys, a
	 * read that is a second old is enough: the venue sends its delivery again. Throws if the read that
	 * it waited for failed.
	 */
	async accepts(key: string, isShown: (auth: Auth) => boolean, read: ReadAuth): Promise<boolean> {
		const known = this.knownOf(key);
		if (this.isBelieved(known, isShown)) return true;
		if (known.isReading && isShown(await known.latest)) return true;
		return isShown(await this.readNext(known, read));
	}

	/** Reads the credential for the next delivery, which notices if it has changed or is gone. */
	async rereadIfStale(key: string, read: ReadAuth): Promise<void> {
		const known = this.knownOf(key);
		if (!known.isReading && ageOf(known) >= FRESH_MS) await resultOf(this.read(known, read));
	}

	private knownOf(key: string): CachedAuth {
		const known = this.triggers.get(key) ?? {
			auth: undefined,
			readAt: -Infinity,
			isUsedUp: true,
			latest: Promise.resolve(undefined),
			beganAt: -Infinity,
			isReading: false,
		};
		this.triggers.set(key, known);
		return known;
	}

	private isBelieved(known: CachedAuth, isShown: (auth: Auth) => boolean): boolean {
		const age = ageOf(known);
		if (age < 0 || age >= (known.isUsedUp ? FRESH_MS : BELIEVED_MS)) return false;
		if (!isShown(known.auth)) return false;
		if (age >= FRESH_MS) known.isUsedUp = true;
		return true;
	}

	private async readNext(known: CachedAuth, read: ReadAuth): Promise<Auth> {
		if (known.next) {
			if (known.next.waiting >= MOST_WAITING) return lastResult(known);
			known.next.waiting++;
			return await known.next.auth;
		}
		const passed = Date.now() - known.beganAt;
		const rest = Math.min(BETWEEN_READINGS_MS - passed, BETWEEN_READINGS_MS);
		if (rest <= 0) return await this.read(known, read);
		known.next = { auth: this.readAfter(rest, known, read), waiting: 1 };
		return await known.next.auth;
	}

	private async readAfter(ms: number, known: CachedAuth, read: ReadAuth): Promise<Auth> {
		await this.pause(ms);
		known.next = undefined;
		return await this.read(known, read);
	}

	private async read(known: CachedAuth, read: ReadAuth): Promise<Auth> {
		// Recorded before the deliveries that wait for it continue.
		const latest: Promise<Auth> = this.inTime(read).then(
			(auth) => this.record(known, latest, auth),
			(thrown: unknown) => {
				this.record(known, latest, undefined);
				throw thrown;
			},
		);
		Object.assign(known, { latest, beganAt: Date.now(), isReading: true });
		return await latest;
	}

	private record(known: CachedAuth, reading: Promise<Auth>, auth: Auth): Auth {
		if (known.latest === reading) {
			Object.assign(known, { auth, readAt: Date.now(), isUsedUp: false, isReading: false });
		}
		return auth;
	}

	private async inTime(read: ReadAuth): Promise<Auth> {
		const ended = new AbortController();
		const tooLate = this.pause(READ_WITHIN_MS, ended.signal).then(() => {
			throw new Error(`It could not be read within ${READ_WITHIN_MS / 1_000} seconds.`);
		});
		tooLate.catch(() => {});
		try {
			return await Promise.race([read(), tooLate]);
		} finally {
			ended.abort();
		}
	}
}

function ageOf({ readAt }: CachedAuth): number {
	return Date.now() - readAt;
}

function lastResult({ auth }: CachedAuth): DeliveryAuth {
	if (!auth) throw new Error('Many requests are waiting for it to be read.');
	return auth;
}

async function resultOf(reading: Promise<Auth>): Promise<Auth> {
	try {
		return await reading;
	} catch {
		return undefined;
	}
}
