import type { Account } from '../../../../credentials/account';
import type { ExchangeFailure, ExchangeResult } from '../../../../credentials/tokenExchange';

const DAY = 86_400_000;

export const accountOf = (fingerprint: string, baseUrl = 'https://venue.example'): Account => ({
	baseUrl,
	clientId: 'id',
	secrets: [],
	clientSecret: 'secret',
	fingerprint,
});

export const account = accountOf('one');

/** The venue's side of the exchange: counts requests and answers as it is told. */
export function venue() {
	const state = { asked: 0, failure: undefined as ExchangeFailure | undefined, lifetime: DAY };
	const exchange = async (): Promise<ExchangeResult> => {
		state.asked++;
		const number = state.asked;
		await Promise.resolve();
		if (state.failure) return { failure: state.failure };
		const obtainedAt = Date.now();
		return {
			token: { value: `token ${number}`, obtainedAt, expiresAt: obtainedAt + state.lifetime },
		};
	};
	return { state, exchange };
}

export const wrongSecret: ExchangeFailure = {
	concerns: 'account',
	message: 'Wrong',
	description: 'Correct it.',
};

export const away: ExchangeFailure = {
	concerns: 'venue',
	message: 'Away',
	description: 'Later.',
	cause: 'rate-limited',
};

export const tooManySignIns = (retryAfterMs: number): ExchangeFailure => ({
	concerns: 'address',
	message: 'Too many',
	description: 'Wait.',
	retryAfterMs,
});
