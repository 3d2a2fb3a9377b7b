import type { Clock } from '../clock';
import { canonicalJson, isJsonObject, type Json } from '../json';
import type { Profile } from '../profile';
import { SlidingWindow } from './windows';

export interface ExportRules {
	bulkCooldownSeconds: number;
	/**
	 * The document does not show the burst threshold: this many requests within this time are
	 * accepted.
	 */
	revenueActivityBurst: { requests: number; perSeconds: number };
	revenueActivityCooldownSeconds: number;
}

/** 8: "1 request per data set, about 6 hours" and "burst-limited, 24 hours". */
export const DEFAULT_EXPORT_RULES: Readonly<ExportRules> = {
	bulkCooldownSeconds: 6 * 60 * 60,
	revenueActivityBurst: { requests: 3, perSeconds: 60 },
	revenueActivityCooldownSeconds: 24 * 60 * 60,
};

/**
 * Which exports one venue may still request. Both methods return the end of the cooldown, if any.
 */
export class ExportLimits {
	readonly #clock: Clock;
	readonly #profile: Profile;
	readonly #rules: ExportRules;
	readonly #bulkCoolingUntil = new Map<string, number>();
	readonly #burst: SlidingWindow;
	#revenueActivityCoolingUntil = -Infinity;

	constructor(clock: Clock, profile: Profile, rules: Partial<ExportRules> = {}) {
		this.#clock = clock;
		this.#profile = profile;
		this.#rules = { ...DEFAULT_EXPORT_RULES, ...rules };
		const { requests, perSeconds } = this.#rules.revenueActivityBurst;
		this.#burst = new SlidingWindow(requests, perSeconds * 1000);
	}

	requestBulk(body: Json, query?: URLSearchParams): number | undefined {
		const dataSet = dataSetOf(body, query, this.#profile.dataSet);
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

/** The document names no field for a data set: the profile decides how two of them differ. */
function dataSetOf(
	body: Json,
	query: URLSearchParams | undefined,
	toldBy: Profile['dataSet'],
): string {
	if (toldBy === 'body') return canonicalJson(body);
	if (toldBy === 'bodyAndQuery') {
		const asked = new URLSearchParams(query);
		asked.sort();
		return `${canonicalJson(body)}?${asked.toString()}`;
	}
	const named = isJsonObject(body) ? body[toldBy.field] : undefined;
	return named === undefined ? canonicalJson(body) : `${toldBy.field}=${canonicalJson(named)}`;
}
