import type { VenueClock } from '../clock';
import { canonicalJson, type Json } from '../json';
import { SlidingWindow } from './windows';

export interface ExportRules {
	bulkCooldownSeconds: number;
	/** The document does not show the burst threshold: these many within these seconds pass. */
	revenueActivityBurst: { requests: number; perSeconds: number };
	revenueActivityCooldownSeconds: number;
}

/** 8: "1 request per data set, about 6 hours" and "burst-limited, 24 hours". */
export const DEFAULT_EXPORT_RULES: Readonly<ExportRules> = {
	bulkCooldownSeconds: 6 * 60 * 60,
	revenueActivityBurst: { requests: 3, perSeconds: 60 },
	revenueActivityCooldownSeconds: 24 * 60 * 60,
};

/** What exports one venue may still request. Both questions answer the end of the cooldown, if any. */
export class ExportLimits {
	readonly #clock: VenueClock;
	readonly #rules: ExportRules;
	readonly #bulkCoolingUntil = new Map<string, number>();
	readonly #burst: SlidingWindow;
	#revenueActivityCoolingUntil = -Infinity;

	constructor(clock: VenueClock, rules: Partial<ExportRules> = {}) {
		this.#clock = clock;
		this.#rules = { ...DEFAULT_EXPORT_RULES, ...rules };
		const { requests, perSeconds } = this.#rules.revenueActivityBurst;
		this.#burst = new SlidingWindow(requests, perSeconds * 1000);
	}

	/** No field names a data set in the document, so two bodies of the same content are the same. */
	requestBulk(body: Json): number | undefined {
		const dataSet = canonicalJson(body);
		const now = this.#clock.now();
		const coolingUntil = this.#bulkCoolingUntil.get(dataSet) ?? -Infinity;
		if (now < coolingUntil) return coolingUntil;
		this.#bulkCoolingUntil.set(dataSet, now + this.#rules.bulkCooldownSeconds * 1000);
		return undefined;
	}

	requestRevenueActivity(): number | undefined {
		const now = this.#clock.now();
		if (now < this.#revenueActivityCoolingUntil) return this.#revenueActivityCoolingUntil;
		if (this.#burst.admit(now)) return undefined;
		this.#revenueActivityCoolingUntil = now + this.#rules.revenueActivityCooldownSeconds * 1000;
		return this.#revenueActivityCoolingUntil;
	}
}
