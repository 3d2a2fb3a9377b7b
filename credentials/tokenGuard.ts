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

interface AccountMemory {
	/** The newest token, whichever process requested it. */
	token?: Token;
	/** The newest token that this process requested. */
	own?: Token;
	/** By the value of a token. Other processes and calls may still hold one that is invalid. */
	fates: RecentMap<Fate>;
	exchange?: Promise<Token>;
	/** Consecutive requests for a token that the venue refused because of this account. */
	refusals: number;
	/** Consecutive tokens that this process requested and the venue rejected at their first call. */
	uselessTokens: number;
	askedAt: number[];
	hold?: Hold;
}

/** What all accounts at one address of the venue share. */
class AddressMemory {
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
 * The venue suspends credentials that request tokens too often, and n8n requests one for each call
 * that finds none. The guard makes that one request for all executions of the process.
 */
export class TokenGuard {
	private readonly accounts = new RecentMap<AccountMemory>(MOST_ACCOUNTS);
	private readonly addresses = new RecentMap<AddressMemory>(MOST_ACCOUNTS);

	/**
	 * Takes in the token that n8n has stored, which another process may have obtained. Returns the newest
	 * token that may be used.
	 */
	adopt(account: Account, stored: Token | undefined): Token | undefined {
		const memory = this.memoryOf(account);
		const token = usableOf(memory);
		if (!stored || !isUsable(memory, stored)) return token;
		if (token && stored.obtainedAt <= token.obtainedAt) return token;
		return (memory.token = stored);
	}

	/** A token that the venue has not rejected. Concurrent callers share one request (single flight). */
	async obtain(
		account: Account,
		stored: Token | undefined,
		exchange: () => Promise<ExchangeResult>,
		{ isTest = false } = {},
	): Promise<Token> {
		const token = this.adopt(account, stored);
		if (token) return token;
		const memory = this.memoryOf(account);
		if (memory.exchange) return await memory.exchange;

		const stopIfHeld = () => {
			const hold = this.holdOf(account, memory, isTest);
			if (hold) throw asUnavailable(hold);
		};
		stopIfHeld();
		const inTurn = async () => {
			return await this.addressOf(account).inTurn(async () => {
				stopIfHeld();
				return await this.exchangeOnce(account, memory, exchange);
			});
		};
		memory.exchange = inTurn().finally(() => {
			memory.exchange = undefined;
		});
		return await memory.exchange;
	}

	isInvalid(account: Account, tokenValue: string): boolean {
		return this.memoryOf(account).fates.get(tokenValue) === 'invalid';
	}

	/** Call this after the venue answered 401 to the token. */
	invalidate(account: Account, tokenValue: string): void {
		const memory = this.memoryOf(account);
		const before = memory.fates.get(tokenValue);
		if (before === 'invalid') return;
		memory.fates.set(tokenValue, 'invalid');
		// Useless tokens of other processes must not move the retry time that this one has named.
		if (memory.own?.value !== tokenValue || before === 'worked') return;
		// What n8n's own nodes achieve with a token is not reported, so later it seems to have worked.
		const isAtFirstCall = isWithin(Date.now(), memory.own.obtainedAt, FIRST_CALL_MS);
		const isUseless = isAtFirstCall || before === 'suspected';
		memory.uselessTokens = isUseless ? memory.uselessTokens + 1 : 0;
	}

	/** Call this after the venue accepted the token. */
	prove(account: Account, tokenValue: string): void {
		const memory = this.memoryOf(account);
		if (memory.token?.value !== tokenValue) return;
		memory.uselessTokens = 0;
		if (memory.fates.get(tokenValue) !== 'invalid') memory.fates.set(tokenValue, 'worked');
	}

	/** Call this after the venue answered 401 to a call for which n8n had already renewed the token. */
	suspect(account: Account, tokenValue: string): void {
		const { fates } = this.memoryOf(account);
		if (fates.get(tokenValue) === undefined) fates.set(tokenValue, 'suspected');
	}

	private async exchangeOnce(
		account: Account,
		memory: AccountMemory,
		exchange: () => Promise<ExchangeResult>,
	): Promise<Token> {
		memory.askedAt = [...memory.askedAt, Date.now()].slice(-MOST_PER_MINUTE);
		const result = await exchange();
		if ('token' in result) {
			memory.token = memory.own = result.token;
			// A venue may give the same token for as long as it lasts, also after a 401 that has passed.
			memory.fates.delete(result.token.value);
			memory.hold = undefined;
			memory.refusals = 0;
			return result.token;
		}
		throw asUnavailable(this.holdAfter(result.failure, account, memory));
	}

	private holdAfter(failure: ExchangeFailure, account: Account, memory: AccountMemory): Hold {
		const from = Date.now();
		if (failure.concerns === 'address') {
			const hold = { from, ms: failure.retryAfterMs ?? MINUTE_MS, failure };
			// The limit of the address explains its own cooldown. A longer pause concerns this account alone.
			const ms = Math.min(hold.ms, LIMITS.token.cooldownMs);
			this.addressOf(account).hold = { ...hold, ms };
			return hold.ms > ms ? (memory.hold = hold) : hold;
		}
		// The dialog's test sent a request during the pause. The retry time that was named stays.
		if (memory.hold && isInForce(memory.hold)) return (memory.hold = { ...memory.hold, failure });

		if (failure.concerns === 'venue') {
			const ms = Math.max(failure.retryAfterMs ?? 0, passingPause(memory.hold));
			return (memory.hold = { from, ms, failure });
		}
		const ms = failure.retryAfterMs ?? pauseAfterVain(++memory.refusals);
		return (memory.hold = { from, ms, failure });
	}

	/** Why no token may be requested now. */
	private holdOf(account: Account, memory: AccountMemory, isTest: boolean): Hold | undefined {
		const ofLimits = longest(this.addressOf(account).hold, afterManyTokens(memory));
		const inVain = longest(memory.hold, afterUselessTokens(memory));
		return longest(ofLimits, isTest && inVain ? holdForTest(inVain, memory) : inVain);
	}

	private addressOf({ baseUrl }: Account): AddressMemory {
		const { host } = new URL(baseUrl);
		const address = this.addresses.get(host) ?? new AddressMemory();
		this.addresses.set(host, address);
		return address;
	}

	private memoryOf({ fingerprint }: Account): AccountMemory {
		const memory = this.accounts.get(fingerprint) ?? {
			fates: new RecentMap(MOST_FATES),
			refusals: 0,
			uselessTokens: 0,
			askedAt: [],
		};
		this.accounts.set(fingerprint, memory);
		return memory;
	}
}

/** If the token that another process stored was rejected, our own may still work. */
function usableOf(memory: AccountMemory): Token | undefined {
	return [memory.token, memory.own].find((token) => token && isUsable(memory, token));
}

function isUsable({ fates }: AccountMemory, { value, expiresAt }: Token): boolean {
	return Date.now() < expiresAt && fates.get(value) !== 'invalid';
}

/** The first useless token is replaced at once: it may have worked elsewhere or in n8n's own request. */
function afterUselessTokens({ own, uselessTokens, fates }: AccountMemory): Hold | undefined {
	if (!own || fates.get(own.value) !== 'invalid') return undefined;
	return { from: own.obtainedAt, ms: pauseAfterVain(uselessTokens - 1), failure: REFUSED_AT_ONCE };
}

function afterManyTokens({ askedAt }: AccountMemory): Hold | undefined {
	const lately = askedAt.filter((at) => isWithin(Date.now(), at, MINUTE_MS));
	if (lately.length < MOST_PER_MINUTE) return undefined;
	return { from: lately[0], ms: MINUTE_MS, failure: SHORT_LIVED };
}

/** A user who tests a credential may have corrected it at the venue: this long after the last request. */
function holdForTest(hold: Hold, { askedAt }: AccountMemory): Hold {
	const from = askedAt.at(-1) ?? 0;
	return { ...hold, from, ms: Math.min(MINUTE_MS, endOfHold(hold) - from) };
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
