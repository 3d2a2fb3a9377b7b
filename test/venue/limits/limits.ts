import type { Clock } from '../clock';
import type { Profile } from '../profile';
import { FixedWindow, SlidingWindow, type RequestWindow } from './windows';

export type Surface = 'rest' | 'data' | 'token';

export interface LimitRule {
	requests: number;
	perSeconds: number;
	cooldownSeconds: number;
}

/** 8: the rate limits of the document. */
export const DOCUMENTED_LIMITS: Readonly<Record<Surface, LimitRule>> = {
	rest: { requests: 600, perSeconds: 60, cooldownSeconds: 60 },
	data: { requests: 120, perSeconds: 60, cooldownSeconds: 60 },
	token: { requests: 60, perSeconds: 60, cooldownSeconds: 5 * 60 },
};

interface Meter {
	window: RequestWindow;
	coolingUntil: number;
}

/** Whose requests are counted. */
interface Counted {
	account: string;
	clientId?: string;
}

const SAME_IP = '127.0.0.1';

export class Limits {
	readonly #clock: Clock;
	readonly #profile: Profile;
	readonly #first: () => Counted;
	readonly #rules: Record<Surface, LimitRule>;
	readonly #meters: Record<Surface, Map<string, Meter>> = {
		rest: new Map(),
		data: new Map(),
		token: new Map(),
	};

	constructor(
		clock: Clock,
		profile: Profile,
		first: () => Counted,
		rules: Partial<Record<Surface, Partial<LimitRule>>> = {},
	) {
		this.#clock = clock;
		this.#profile = profile;
		this.#first = first;
		this.#rules = {
			rest: { ...DOCUMENTED_LIMITS.rest, ...rules.rest },
			data: { ...DOCUMENTED_LIMITS.data, ...rules.data },
			token: { ...DOCUMENTED_LIMITS.token, ...rules.token },
		};
	}

	rule(surface: Surface): LimitRule {
		return this.#rules[surface];
	}

	/** A changed rule starts counting from zero. */
	set(surface: Surface, rule: Partial<LimitRule>): void {
		this.#rules[surface] = { ...this.#rules[surface], ...rule };
		this.#meters[surface].clear();
	}

	reset(): void {
		for (const meters of Object.values(this.#meters)) meters.clear();
	}

	/** 8, "keyed by": an address and a venue, or each set of credentials. */
	keyOf(surface: Surface, ip: string, by?: Counted): string {
		const { limitsPer } = this.#profile;
		if (limitsPer === 'credentials' && by?.clientId !== undefined) return by.clientId;
		return surface === 'data' && by ? by.account : ip;
	}

	/**
	 * Counts one request. Once the limit is exceeded, rejects all until the cooldown is over.
	 * `byOthers`: how many slots are always taken.
	 */
	admit(surface: Surface, key: string, byOthers = 0): boolean {
		const meter = this.#meter(surface, key);
		const now = this.#clock.now();
		if (now < meter.coolingUntil) return false;
		if (meter.window.admit(now, byOthers)) return true;
		meter.coolingUntil = now + this.#rules[surface].cooldownSeconds * 1000;
		return false;
	}

	/** Requests of another machine behind the same IP address, or of another client of the venue. */
	consume(surface: Surface, requests: number): void {
		const key = this.#keyOfTheClient(surface);
		for (let made = 0; made < requests; made++) this.admit(surface, key);
	}

	coolingUntil(surface: Surface, key = this.#keyOfTheClient(surface)): number | undefined {
		const { coolingUntil } = this.#meter(surface, key);
		return coolingUntil > this.#clock.now() ? coolingUntil : undefined;
	}

	#keyOfTheClient(surface: Surface): string {
		return this.keyOf(surface, SAME_IP, this.#first());
	}

	#meter(surface: Surface, key: string): Meter {
		let meter = this.#meters[surface].get(key);
		if (!meter) {
			const { requests, perSeconds } = this.#rules[surface];
			const Window = this.#profile.limitWindow === 'fixed' ? FixedWindow : SlidingWindow;
			meter = { window: new Window(requests, perSeconds * 1000), coolingUntil: -Infinity };
			this.#meters[surface].set(key, meter);
		}
		return meter;
	}
}
