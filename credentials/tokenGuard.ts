import { asTime } from '../nodes/venueApi/messages/explanations';
import { TokenUnavailable } from '../nodes/venueApi/messages/tokenUnavailable';
import type { Account } from './account';
import type { Token } from './token';
import type { ExchangeResult, ExchangeFailure } from './tokenExchange';

/** After this long a wrong secret may have been put right at the venue, and an invalid token renewed. */
const ASK_AGAIN_MS = 60_000;
const FIRST_HOLD_MS = 10_000;

interface Hold {
	from: number;
	ms: number;
	failure: ExchangeFailure;
}

interface AccountMemory {
	token?: Token;
	/** Tokens that the venue answered with 401. */
	invalidTokens: Set<string>;
	exchange?: Promise<Token>;
	hold?: Hold;
}

/**
 * The venue suspends credentials that ask for tokens too often, and n8n asks once per call that
 * finds none. This stands in between, for all executions of the process.
 */
export class TokenGuard {
	private readonly accounts = new Map<string, AccountMemory>();
	private readonly addressHolds = new Map<string, Hold>();

	/** The newest token that is known here or stored by another process. */
	newest({ fingerprint }: Account, stored: Token | undefined): Token | undefined {
		return this.remember(fingerprint, stored).token;
	}

	/** A token that the venue has not turned down, with at most one request for all who ask for it. */
	async valid(
		account: Account,
		stored: Token | undefined,
		exchange: () => Promise<ExchangeResult>,
	): Promise<Token> {
		const memory = this.remember(account.fingerprint, stored);
		const now = Date.now();
		const token = memory.token && now < memory.token.expiresAt ? memory.token : undefined;
		if (token && !memory.invalidTokens.has(token.value)) return token;
		if (memory.exchange) return await memory.exchange;

		const hold = [memory.hold, this.addressHolds.get(account.baseUrl)].find(
			(candidate) => candidate && isWithin(now, candidate.from, candidate.ms),
		);
		if (hold) throw asUnavailable(hold);
		if (token && isWithin(now, token.obtainedAt, ASK_AGAIN_MS)) throw justRenewed(token);

		memory.exchange = this.exchangeOnce(account, memory, exchange).finally(() => {
			memory.exchange = undefined;
		});
		return await memory.exchange;
	}

	invalidate({ fingerprint }: Account, tokenValue: string): void {
		this.remember(fingerprint, undefined).invalidTokens.add(tokenValue);
	}

	private async exchangeOnce(
		account: Account,
		memory: AccountMemory,
		exchange: () => Promise<ExchangeResult>,
	): Promise<Token> {
		const result = await exchange();
		if ('token' in result) {
			memory.token = result.token;
			memory.hold = undefined;
			memory.invalidTokens.clear();
			return result.token;
		}
		const hold = this.holdFor(result.failure, memory);
		if (result.failure.concerns === 'address') this.addressHolds.set(account.baseUrl, hold);
		else memory.hold = hold;
		throw asUnavailable(hold);
	}

	private holdFor(failure: ExchangeFailure, memory: AccountMemory): Hold {
		const from = Date.now();
		if (failure.concerns !== 'passing') {
			return { from, ms: failure.retryAfterMs ?? ASK_AGAIN_MS, failure };
		}
		const wasPassing = memory.hold?.failure.concerns === 'passing';
		const doubled = wasPassing ? (memory.hold?.ms ?? 0) * 2 : FIRST_HOLD_MS;
		return { from, ms: Math.min(doubled, ASK_AGAIN_MS), failure };
	}

	private remember(fingerprint: string, stored: Token | undefined): AccountMemory {
		const memory = this.accounts.get(fingerprint) ?? { invalidTokens: new Set() };
		this.accounts.set(fingerprint, memory);
		if (stored && stored.obtainedAt > (memory.token?.obtainedAt ?? -Infinity)) {
			memory.token = stored;
		}
		return memory;
	}
}

/** Also false when the clock was set back behind the beginning: nobody waits for it to catch up. */
function isWithin(now: number, from: number, ms: number): boolean {
	return now >= from && now < from + ms;
}

function asUnavailable({ from, ms, failure }: Hold): TokenUnavailable {
	const retryAt = new Date(from + ms);
	return new TokenUnavailable(
		failure.what,
		`${failure.advice} The venue is asked again from ${asTime(retryAt)} on, or as soon as the credential is changed.`,
		{ retryAt, isPassing: failure.concerns === 'passing' },
	);
}

function justRenewed(token: Token): TokenUnavailable {
	const retryAt = new Date(token.obtainedAt + ASK_AGAIN_MS);
	return new TokenUnavailable(
		'The venue does not accept an access token that it has just given out',
		`A new one is requested from ${asTime(retryAt)} on. If it stays like this, ask the venue owner whether these credentials may use this part of the API.`,
		{ retryAt },
	);
}
