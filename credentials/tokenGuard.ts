import { LIMITS } from '../nodes/venueApi/limits';
import type { Account } from './account';
import { RecentMap } from '../nodes/venueApi/recentMap';
import { isWithin, type Token } from './token';
import type { ExchangeFailure, ExchangeResult } from './tokenExchange';
import { asTime } from '../nodes/venueApi/messages/waits';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import { RateLimiter } from '../nodes/venueApi/pacing/rateLimiter';
import { steadyClock } from '../nodes/venueApi/pacing/steadyClock';
import { HOUR_MS, MINUTE_MS } from '../nodes/venueApi/durations';

const FIRST_PASSING_MS = 10_000;
/** Executions wait this long for the token requests of other accounts. */
const LONGEST_TURN_MS = 2 * MINUTE_MS;

const MOST_ACCOUNTS = 1000;
const MOST_FATES = 20;
/** A token that never works is rejected by then: it is requested for a call that is about to be made. */
const FIRST_CALL_MS = 2 * MINUTE_MS;
/** A tenth of what the venue allows one internet address, whether or not the tokens work. */
const MOST_PER_MINUTE = 6;

const REFUSED_AT_ONCE: ExchangeFailure = {
	concerns: 'account',
	message: 'The venue does not accept an access token that it has just issued',
	description: 'Ask the venue owner to look at these credentials in the venue management console.',
};

const SHORT_LIVED: ExchangeFailure = {
	concerns: 'account',
	cause: 'rate-limited',
	message: 'Several access tokens expired or were revoked within a minute',
	description:
		'If another system uses the same Client ID, ask the venue owner for separate credentials for it.',
};

const TOO_MANY_ACCOUNTS: ExchangeFailure = {
	concerns: 'venue',
	cause: 'rate-limited',
	message: 'Too many credentials need an access token at the same time',
	description: `The venue allows ${LIMITS.token.perMinute} sign-ins a minute from one internet address.`,
};

/** A period in which no token is requested, and why. */
interface Hold {
	from: number;
	ms: number;
	failure: ExchangeFailure;
}

/** What came of a token. `suspected`: a call of our nodes ended with a 401, which may have another reason. */
type Fate = 'worked' | 'suspected' | 'invalid';

/** What all accounts at one address of the venue share. */
class AddressGuard {
	hold?: Hold;
	private readonly lane = new RateLimiter(LIMITS.token.perMinute - 1, { shareAsBurst: 1 }).lane();

	/** Makes a token request as soon as the limit of the address allows it. */
	async inTurn<T>(request: () => Promise<T>): Promise<T> {
		const turn = await this.lane.acquire({
			queuedAt: steadyClock.now(),
			patienceMs: LONGEST_TURN_MS,
			isUrgent: true,
		});
		if (!('permit' in turn)) {
			throw asUnavailable({ from: Date.now(), ms: MINUTE_MS, failure: TOO_MANY_ACCOUNTS });
		}
		try {
			return await request();
		} finally {
			turn.permit.release();
		}
	}
}

/**
 * The tokens of one account. The venue suspends credentials that request tokens too often, and n8n
 * requests one for each call that finds none. The guard makes that one request for all executions of
 * the process.
 */
export class AccountGuard {
	/** The newest token, whichever process requested it. */
	private token?: Token;
	/** The newest token that this process requested. */
	private own?: Token;
	/** By the value of a token. Other processes and calls may still hold one that is invalid. */
	private readonly fates = new RecentMap<Fate>(MOST_FATES);
	private exchange?: Promise<Token>;
	/** Consecutive requests for a token that the venue refused because of this account. */
	private refusals = 0;
	/** Consecutive tokens that this process requested and the venue rejected at their first call. */
	private uselessTokens = 0;
	private askedAt: number[] = [];
	private hold?: Hold;

	constructor(private readonly address: AddressGuard) {}

	/**
	 * Takes in the token that n8n has stored, which another process may have obtained. Returns the newest
	 * token that may be used.
	 */
	adopt(stored: Token | undefined): Token | undefined {
		// If the token that another process stored was rejected, our own may still work.
		const token = [this.token, this.own].find((one) => one && this.isUsable(one));
		if (!stored || !this.isUsable(stored)) return token;
		if (token && stored.obtainedAt <= token.obtainedAt) return token;
		return (this.token = stored);
	}

	/** A token that the venue has not rejected. Concurrent callers share one request (single flight). */
	async obtain(
		stored: Token | undefined,
		exchange: () => Promise<ExchangeResult>,
		{ isTest = false } = {},
	): Promise<Token> {
		const token = this.adopt(stored);
		if (token) return token;
		if (this.exchange) return await this.exchange;

		this.stopIfHeld(isTest);
		const inTurn = async () => {
			return await this.address.inTurn(async () => {
				this.stopIfHeld(isTest);
				return await this.exchangeOnce(exchange);
			});
		};
		this.exchange = inTurn().finally(() => {
			this.exchange = undefined;
		});
		return await this.exchange;
	}

	isInvalid(tokenValue: string): boolean {
		return this.fates.get(tokenValue) === 'invalid';
	}

	/** Call this after the venue answered 401 to the token. */
	invalidate(tokenValue: string): void {
		const before = this.fates.get(tokenValue);
		if (before === 'invalid') return;
		this.fates.set(tokenValue, 'invalid');
		// Useless tokens of other processes must not move the retry time that this one has named.
		if (this.own?.value !== tokenValue || before === 'worked') return;
		// What n8n's own nodes achieve with a token is not reported, so later it seems to have worked.
		const isAtFirstCall = isWithin(Date.now(), this.own.obtainedAt, FIRST_CALL_MS);
		const isUseless = isAtFirstCall || before === 'suspected';
		this.uselessTokens = isUseless ? this.uselessTokens + 1 : 0;
	}

	/** Call this after the venue accepted the token. */
	prove(tokenValue: string): void {
		if (this.token?.value !== tokenValue) return;
		this.uselessTokens = 0;
		if (!this.isInvalid(tokenValue)) this.fates.set(tokenValue, 'worked');
	}

	/** Call this after the venue answered 401 to a call for which n8n had already renewed the token. */
	suspect(tokenValue: string): void {
		if (this.fates.get(tokenValue) === undefined) this.fates.set(tokenValue, 'suspected');
	}

	private isUsable({ value, expiresAt }: Token): boolean {
		return Date.now() < expiresAt && !this.isInvalid(value);
	}

	private async exchangeOnce(exchange: () => Promise<ExchangeResult>): Promise<Token> {
		this.askedAt = [...this.askedAt, Date.now()].slice(-MOST_PER_MINUTE);
		const result = await exchange();
		if ('token' in result) {
			this.token = this.own = result.token;
			// A venue may give the same token for as long as it lasts, also after a 401 that has passed.
			this.fates.delete(result.token.value);
			this.hold = undefined;
			this.refusals = 0;
			return result.token;
		}
		throw asUnavailable(this.holdAfter(result.failure));
	}

	private holdAfter(failure: ExchangeFailure): Hold {
		const from = Date.now();
		if (failure.concerns === 'address') {
			const hold = { from, ms: failure.retryAfterMs ?? MINUTE_MS, failure };
			// The limit of the address explains its own cooldown. A longer pause concerns this account alone.
			const ms = Math.min(hold.ms, LIMITS.token.cooldownMs);
			this.address.hold = { ...hold, ms };
			return hold.ms > ms ? (this.hold = hold) : hold;
		}
		// The dialog's test sent a request during the pause. The retry time that was named stays.
		if (this.hold && isInForce(this.hold)) return (this.hold = { ...this.hold, failure });

		if (failure.concerns === 'venue') {
			const ms = Math.max(failure.retryAfterMs ?? 0, passingPause(this.hold));
			return (this.hold = { from, ms, failure });
		}
		const ms = failure.retryAfterMs ?? pauseAfterVain(++this.refusals);
		return (this.hold = { from, ms, failure });
	}

	private stopIfHeld(isTest: boolean): void {
		const hold = this.holdFor(isTest);
		if (hold) throw asUnavailable(hold);
	}

	/** Why no token may be requested now. Only for a limit, the dialog's test waits longer than a minute. */
	private holdFor(isTest: boolean): Hold | undefined {
		const ofLimits = longest(this.address.hold, this.afterManyTokens());
		const inVain = longest(this.hold, this.afterUselessTokens());
		return longest(ofLimits, isTest && inVain ? this.shortened(inVain) : inVain);
	}

	/** The first useless token is replaced at once: it may have worked elsewhere or in n8n's own request. */
	private afterUselessTokens(): Hold | undefined {
		const { own, uselessTokens } = this;
		if (!own || !this.isInvalid(own.value)) return undefined;
		return {
			from: own.obtainedAt,
			ms: pauseAfterVain(uselessTokens - 1),
			failure: REFUSED_AT_ONCE,
		};
	}

	private afterManyTokens(): Hold | undefined {
		const lately = this.askedAt.filter((at) => isWithin(Date.now(), at, MINUTE_MS));
		if (lately.length < MOST_PER_MINUTE) return undefined;
		return { from: lately[0], ms: MINUTE_MS, failure: SHORT_LIVED };
	}

	/** A user who tests a credential may have corrected it at the venue: this long after the last request. */
	private shortened(hold: Hold): Hold {
		const from = this.askedAt.at(-1) ?? 0;
		return { ...hold, from, ms: Math.min(MINUTE_MS, endOfHold(hold) - from) };
	}
}

/** The accounts that this process has used. */
export class TokenGuard {
	private readonly accounts = new RecentMap<AccountGuard>(MOST_ACCOUNTS);
	private readonly addresses = new RecentMap<AddressGuard>(MOST_ACCOUNTS);

	of({ baseUrl, fingerprint }: Account): AccountGuard {
		const { host } = new URL(baseUrl);
		const address = this.addresses.get(host) ?? new AddressGuard();
		this.addresses.set(host, address);
		const account = this.accounts.get(fingerprint) ?? new AccountGuard(address);
		this.accounts.set(fingerprint, account);
		return account;
	}
}

/** 1, 4, 16, then 60 minutes: nothing was corrected, and the venue suspends credentials that keep asking. */
export function pauseAfterVain(timesInVain: number): number {
	return timesInVain < 1 ? 0 : Math.min(MINUTE_MS * 4 ** (timesInVain - 1), HOUR_MS);
}

/** 10 seconds, doubled up to a minute: an outage ends on its own, and calls should resume soon after. */
function passingPause(previous: Hold | undefined): number {
	if (previous?.failure.concerns !== 'venue') return FIRST_PASSING_MS;
	return Math.min(previous.ms * 2, MINUTE_MS);
}

function isInForce({ from, ms }: Hold): boolean {
	return isWithin(Date.now(), from, ms);
}

/** Of the holds in force, the one that ends last. */
export function longest(...holds: Array<Hold | undefined>): Hold | undefined {
	return holds
		.filter((hold) => hold !== undefined)
		.filter(isInForce)
		.sort((one, other) => endOfHold(other) - endOfHold(one))[0];
}

function endOfHold({ from, ms }: Hold): number {
	return from + ms;
}

function asUnavailable({ from, ms, failure }: Hold): TokenUnavailable {
	// Rounded up: messages show whole seconds and must not name a time that is too early.
	const retryAt = new Date(Math.ceil((from + ms) / 1000) * 1000);
	const { message, concerns, cause, mayStay } = failure;
	const again = `The venue is asked again from ${asTime(retryAt)}${sooner(concerns, ms)}.`;
	const description = `${failure.description} ${again}`;
	return new TokenUnavailable({ message, description, retryAt, cause, mayStay });
}

function sooner(concerns: ExchangeFailure['concerns'], ms: number): string {
	if (concerns === 'address') return '';
	const changed = ', or as soon as the credential is changed';
	return ms > MINUTE_MS ? `${changed} or tested` : changed;
}
