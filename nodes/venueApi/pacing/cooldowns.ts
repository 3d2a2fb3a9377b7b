import { RATE_LIMIT_COOLDOWN_MS } from '../limits';
import { steadyClock } from './steadyClock';

/** Clocks differ by less than a second in six hours, and a Retry-After is rounded to a second. */
const MARGIN_MS = 2_000;

/** After a second unclear 429. Longer than any call waits, and doubled with each further one. */
const DOUBT_MS = 10 * 60_000;

export interface CooldownRule {
	ms: number;
	/** “About”: how much earlier or later it may end. */
	aboutMs: number;
	/** The cooldown allows only one request, so the next 429 can be predicted. */
	followsEachRequest: boolean;
	/** The rule in words, for a user who has to wait. */
	inWords: string;
}

/** Why an export is not requested now. All times are those of the steady clock. */
export interface Closed {
	/** When the venue may be asked again, because the export may work by then. */
	asksFrom: number;
	/** When the export works, by all that is known. */
	worksFrom: number;
}

/**
 * The cooldown of one export at one venue, which takes hours. If the venue names a time, that
 * counts. If it names a minute, as it also does at the limit of all reports, hours may be left: the
 * export is requested once more after that minute, then less and less often.
 */
export class Cooldown {
	private asksFrom = -Infinity;
	private worksFrom = -Infinity;
	/** When the venue last accepted the export, if a cooldown follows each request. */
	private acceptedAt = -Infinity;
	private doubtfulSince = -Infinity;
	private doubtfulAnswers = 0;
	private doubtfulUntil = -Infinity;
	private shortPauseMs = 0;
	private shortUntil = -Infinity;
	private underWay = 0;
	private last: Promise<void> = Promise.resolve();

	constructor(readonly rule: CooldownRule) {}

	/** One request after the other: the response to the first shows whether a second makes sense. */
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

	/** The venue decides about the last minutes of the cooldown: only it knows when they are over. */
	accepted(now: number): void {
		const { ms, aboutMs, followsEachRequest } = this.rule;
		this.doubtfulUntil = this.shortUntil = -Infinity;
		this.acceptedAt = followsEachRequest ? now : -Infinity;
		this.asksFrom = this.acceptedAt + ms - aboutMs;
		this.worksFrom = this.acceptedAt + ms + aboutMs;
	}

	/** The venue answered 429. Returns whether other reports wait, too, because it may be their limit. */
	limited(now: number, retryAfterMs: number = RATE_LIMIT_COOLDOWN_MS): boolean {
		if (retryAfterMs === RATE_LIMIT_COOLDOWN_MS) return this.doubt(now) === 1;
		// Less than a minute is what is left of the limit of all reports, and shows nothing of the
		// cooldown.
		const isOfAllReports = retryAfterMs < RATE_LIMIT_COOLDOWN_MS;
		const askedMs = retryAfterMs + MARGIN_MS;
		const pauseMs = isOfAllReports ? this.doubled(now, askedMs) : askedMs;
		this.asksFrom = this.worksFrom = now + pauseMs;
		if (!isOfAllReports) this.doubtfulUntil = -Infinity;
		return isOfAllReports;
	}

	/** Up to a minute, while the venue keeps asking for less. */
	private doubled(now: number, askedMs: number): number {
		const before = now < this.shortUntil ? this.shortPauseMs : 0;
		this.shortPauseMs = Math.max(askedMs, Math.min(2 * before, RATE_LIMIT_COOLDOWN_MS));
		this.shortUntil = now + this.shortPauseMs + RATE_LIMIT_COOLDOWN_MS;
		return this.shortPauseMs;
	}

	/** Returns how many unclear 429s there have been. */
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

/** Shared by all executions of the process. */
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
