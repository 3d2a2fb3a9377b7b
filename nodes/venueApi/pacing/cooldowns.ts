import { RATE_LIMIT_COOLDOWN_MS } from '../limits';
import { steadyClock } from './steadyClock';

/** Two clocks tick alike to a second in six hours, and a Retry-After is rounded to one. */
const MARGIN_MS = 2_000;

/** After a second answer in doubt. Longer than any call waits, and doubled with each further one. */
const DOUBT_MS = 10 * 60_000;

export interface CooldownRule {
	ms: number;
	/** “About”: it may end so much earlier or later. */
	aboutMs: number;
	/** One request is all that fits into the cooldown, so the next 429 can be foreseen. */
	followsEachRequest: boolean;
	/** The rule in words, for the user whom it stops. */
	inWords: string;
}

/** Why an export is not asked for now. All times are the steady clock's. */
export interface Closed {
	/** When the venue may be asked again: it may be open by then. */
	asksFrom: number;
	/** When the export works by all that is known. */
	worksFrom: number;
}

/**
 * The hours-long limit of one export of one venue. What the venue has named is kept to. Where it names
 * a minute, as at the limit of all reports, it may be busy or have hours to go: the export is asked for
 * once more after that minute, and then more and more seldom.
 */
export class Cooldown {
	private asksFrom = -Infinity;
	private worksFrom = -Infinity;
	/** When the venue last gave the export out, where a cooldown follows. */
	private acceptedAt = -Infinity;
	private doubtfulSince = -Infinity;
	private doubtfulAnswers = 0;
	private doubtfulUntil = -Infinity;
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

	closed(now: number): Closed | undefined {
		const { asksFrom, worksFrom } = this;
		return now < asksFrom ? { asksFrom, worksFrom } : undefined;
	}

	/** The last minutes of the cooldown are left to the venue: only it knows when they are over. */
	accepted(now: number): void {
		const { ms, aboutMs, followsEachRequest } = this.rule;
		this.doubtfulUntil = -Infinity;
		this.acceptedAt = followsEachRequest ? now : -Infinity;
		this.asksFrom = this.acceptedAt + ms - aboutMs;
		this.worksFrom = this.acceptedAt + ms + aboutMs;
	}

	/** The venue has answered 429. Says whether other reports are to wait, since it may be their limit. */
	limited(now: number, retryAfterMs: number = RATE_LIMIT_COOLDOWN_MS): boolean {
		if (retryAfterMs === RATE_LIMIT_COOLDOWN_MS) return this.doubt(now) === 1;
		this.asksFrom = this.worksFrom = now + retryAfterMs + MARGIN_MS;
		// Less than a minute is what is left of the limit of all reports, and tells nothing of the hours.
		const isOfAllReports = retryAfterMs < RATE_LIMIT_COOLDOWN_MS;
		if (!isOfAllReports) this.doubtfulUntil = -Infinity;
		return isOfAllReports;
	}

	/** How many answers in doubt there have been. */
	private doubt(now: number): number {
		const { ms, aboutMs } = this.rule;
		const inAMinute = now + RATE_LIMIT_COOLDOWN_MS + MARGIN_MS;
		const isOwn = now < this.acceptedAt + ms + aboutMs;
		if (now >= this.doubtfulUntil) {
			this.doubtfulSince = now;
			this.doubtfulAnswers = 0;
		}
		this.doubtfulAnswers++;
		const begunAt = isOwn ? this.acceptedAt : this.doubtfulSince;
		this.worksFrom = Math.max(begunAt + ms + aboutMs + MARGIN_MS, inAMinute);
		this.doubtfulUntil = this.worksFrom;
		if (this.doubtfulAnswers === 1) {
			this.asksFrom = isOwn ? Math.max(inAMinute, begunAt + ms + MARGIN_MS) : inAMinute;
		} else {
			const pauseMs = DOUBT_MS * 2 ** (this.doubtfulAnswers - 2);
			this.asksFrom = Math.min(now + pauseMs, this.worksFrom);
		}
		return this.doubtfulAnswers;
	}

	isOver(now: number): boolean {
		return this.underWay === 0 && now >= Math.max(this.worksFrom, this.doubtfulUntil);
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
