import { RATE_LIMIT_COOLDOWN_MS } from '../limits';

export interface CooldownRule {
	ms: number;
	/** One request is all that fits into the cooldown, so the next 429 can be foreseen. */
	followsEachRequest: boolean;
	/** The rule in words, for the user whom it stops. */
	inWords: string;
}

/**
 * The hours-long limit of one export of one venue. It is never waited for: a caller learns from when
 * on the export works, and until then the venue is not asked again.
 */
export class Cooldown {
	private worksFrom = -Infinity;
	private notAskedBefore = -Infinity;

	constructor(readonly rule: CooldownRule) {}

	/** From when on the export works, while it is of no use to ask. */
	until(now: number): Date | undefined {
		return now < this.notAskedBefore ? new Date(this.worksFrom) : undefined;
	}

	accepted(now: number): void {
		this.worksFrom = now + (this.rule.followsEachRequest ? this.rule.ms : 0);
		this.notAskedBefore = this.worksFrom;
	}

	/** From when on the export works, now that the venue has answered 429. */
	limited(now: number, retryAfterMs: number | undefined): Date {
		const isSecond429 = now < this.worksFrom;
		const isOfHours = retryAfterMs !== undefined && retryAfterMs > RATE_LIMIT_COOLDOWN_MS;
		if (isOfHours) this.worksFrom = now + retryAfterMs;
		else if (!isSecond429) this.worksFrom = now + this.rule.ms;

		// A minute is what the venue says at the limit of all reports, too. Once that minute is over,
		// another 429 can only be this cooldown.
		const mayBeTheOtherLimit = retryAfterMs !== undefined && !isOfHours && !isSecond429;
		this.notAskedBefore = mayBeTheOtherLimit ? now + RATE_LIMIT_COOLDOWN_MS : this.worksFrom;
		return new Date(this.worksFrom);
	}

	isOver(now: number): boolean {
		return now >= this.worksFrom;
	}
}

/** One memory for the whole process, so that all executions share it. */
const cooldowns = new Map<string, Cooldown>();

export function cooldownOf(key: string, rule: CooldownRule): Cooldown {
	const known = cooldowns.get(key);
	if (known) return known;
	for (const [other, cooldown] of cooldowns) {
		if (cooldown.isOver(Date.now())) cooldowns.delete(other);
	}
	const cooldown = new Cooldown(rule);
	cooldowns.set(key, cooldown);
	return cooldown;
}
