import { RATE_LIMIT_COOLDOWN_MS } from '../limits';
import { steadyClock } from './steadyClock';

/** After this long a 429 has nothing to do with the one before it. */
const RELATED_MS = 10 * 60_000;

export interface CooldownRule {
	ms: number;
	/** One request is all that fits into the cooldown, so the next 429 can be foreseen. */
	followsEachRequest: boolean;
	/** The rule in words, for the user whom it stops. */
	inWords: string;
}

/**
 * The hours-long limit of one export of one venue. It is never waited for: a caller learns from when
 * on the export works, and until then the venue is not asked again. All times are the steady clock's.
 */
export class Cooldown {
	private worksFrom = -Infinity;
	private ambiguousAt = -Infinity;
	private underWay = 0;
	private last: Promise<void> = Promise.resolve();

	constructor(readonly rule: CooldownRule) {}

	/** One request after the other: the answer to the first tells whether a second is of any use. */
	async inTurn<T>(work: () => Promise<T>): Promise<T> {
		this.underWay++;
		const turn = this.last.then(work);
		this.last = turn.then(
			() => undefined,
			() => undefined,
		);
		return await turn.finally(() => this.underWay--);
	}

	/** From when on the export works, while it is of no use to ask. */
	until(now: number): number | undefined {
		return now < this.worksFrom ? this.worksFrom : undefined;
	}

	accepted(now: number): void {
		this.ambiguousAt = -Infinity;
		this.worksFrom = now + (this.rule.followsEachRequest ? this.rule.ms : 0);
	}

	/**
	 * From when on the export works, now that the venue has answered 429. Undefined where it is the
	 * limit of all reports, which needs less than a minute, or may be, since for that the venue names
	 * a minute, too: another 429 after that minute can only be this cooldown.
	 */
	limited(now: number, retryAfterMs: number | undefined): number | undefined {
		if (retryAfterMs !== undefined && retryAfterMs < RATE_LIMIT_COOLDOWN_MS) return undefined;
		const isAmbiguous = retryAfterMs === RATE_LIMIT_COOLDOWN_MS;
		if (isAmbiguous && now - this.ambiguousAt > RELATED_MS) {
			this.ambiguousAt = now;
			return undefined;
		}
		const from = isAmbiguous ? this.ambiguousAt : now;
		this.worksFrom = from + (isAmbiguous ? this.rule.ms : (retryAfterMs ?? this.rule.ms));
		return this.worksFrom;
	}

	isOver(now: number): boolean {
		return this.underWay === 0 && now >= this.worksFrom && now - this.ambiguousAt > RELATED_MS;
	}
}

/** One memory for the whole process, so all executions share it. */
const cooldowns = new Map<string, Cooldown>();

export function cooldownOf(key: string, rule: CooldownRule): Cooldown {
	const known = cooldowns.get(key);
	if (known) return known;
	for (const [other, cooldown] of cooldowns) {
		if (cooldown.isOver(steadyClock.now())) cooldowns.delete(other);
	}
	const cooldown = new Cooldown(rule);
	cooldowns.set(key, cooldown);
	return cooldown;
}
