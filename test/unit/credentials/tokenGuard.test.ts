import * as fc from 'fast-check';

import type { Account } from '../../../credentials/account';
import type { Token } from '../../../credentials/token';
import type { ExchangeResult, ExchangeFailure } from '../../../credentials/tokenExchange';
import { TokenGuard } from '../../../credentials/tokenGuard';
import { TokenUnavailable } from '../../../nodes/venueApi/messages/tokenUnavailable';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const MINUTE = 60_000;

const accountOf = (fingerprint: string, baseUrl = 'https://venue.example'): Account => ({
	baseUrl,
	clientId: 'id',
	clientSecret: 'secret',
	fingerprint,
});

const account = accountOf('one');

/** The venue's side of the exchange: counts what it is asked and answers what it is told to. */
function venue() {
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

const stored = (value: string, age = MINUTE * 60, lifetime = DAY): Token => ({
	value,
	obtainedAt: Date.now() - age,
	expiresAt: Date.now() - age + lifetime,
});

const wrongSecret: ExchangeFailure = { concerns: 'account', what: 'Wrong', advice: 'Correct it.' };

describe('the guard before the token endpoint', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['setImmediate', 'nextTick'] }));
	afterEach(() => jest.useRealTimers());

	const later = (ms: number) => jest.setSystemTime(Date.now() + ms);

	it('asks once for all who need a first token at the same time', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const tokens = await Promise.all(
			Array.from({ length: 50 }, async () => await guard.valid(account, undefined, exchange)),
		);
		expect(new Set(tokens.map(({ value }) => value))).toEqual(new Set(['token 1']));
		expect(state.asked).toBe(1);
	});

	it('hands a token just obtained to all who still hold the refused one', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const old = stored('old');
		for (let caller = 0; caller < 50; caller++) {
			guard.newest(account, old);
			guard.invalidate(account, 'old');
			expect((await guard.valid(account, old, exchange)).value).toBe('token 1');
		}
		expect(state.asked).toBe(1);
		expect(guard.newest(account, old)?.value).toBe('token 1');
	});

	it('takes over a token that another process stored, without asking', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		expect((await guard.valid(account, stored('theirs'), exchange)).value).toBe('theirs');
		expect((await guard.valid(account, stored('newer', MINUTE), exchange)).value).toBe('newer');
		expect(guard.newest(account, stored('theirs'))?.value).toBe('newer');
		expect(state.asked).toBe(0);
	});

	it('after a wrong secret does not ask again for a minute, and says until when', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		for (let call = 0; call < 30; call++) {
			const reason = await guard
				.valid(account, undefined, exchange)
				.catch((caught: unknown) => caught);
			expect(reason).toBeInstanceOf(TokenUnavailable);
			expect((reason as TokenUnavailable).message).toContain('2026-11-21 12:01:00 UTC');
			later(1_900);
		}
		expect(state.asked).toBe(1);

		state.failure = undefined;
		later(MINUTE);
		expect((await guard.valid(account, undefined, exchange)).value).toBe('token 2');
	});

	it('after a wrong secret asks at once when the credential has changed', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		await expect(guard.valid(account, undefined, exchange)).rejects.toThrow('Wrong');
		state.failure = undefined;
		expect((await guard.valid(accountOf('two'), undefined, exchange)).value).toBe('token 2');
	});

	it('inside a cooldown asks for nobody behind the same address', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = {
			concerns: 'address',
			what: 'Too many',
			advice: 'Wait.',
			retryAfterMs: 5 * MINUTE,
		};
		await expect(guard.valid(account, undefined, exchange)).rejects.toThrow(
			'2026-11-21 12:05:00 UTC',
		);
		state.failure = undefined;
		later(5 * MINUTE - 1);
		for (const other of [account, accountOf('two'), accountOf('three')]) {
			await expect(guard.valid(other, undefined, exchange)).rejects.toThrow('12:05:00 UTC');
		}
		expect(state.asked).toBe(1);
		const elsewhere = accountOf('four', 'https://playground.example');
		expect((await guard.valid(elsewhere, undefined, exchange)).value).toBe('token 2');
		later(1);
		expect((await guard.valid(account, undefined, exchange)).value).toBe('token 3');
	});

	it('replaces a token that is refused although it is seconds old at most once a minute', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const minutes = 10;
		for (let second = 0; second < minutes * 60; second++) {
			const held = guard.newest(account, undefined);
			if (held) guard.invalidate(account, held.value);
			await guard.valid(account, undefined, exchange).catch((reason: unknown) => {
				expect(reason).toBeInstanceOf(TokenUnavailable);
			});
			later(1_000);
		}
		expect(state.asked).toBeLessThanOrEqual(minutes);
		expect(state.asked).toBeGreaterThan(1);
	});

	it('renews a token whose short life is over, however young it is', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.lifetime = 2_000;
		for (let renewal = 1; renewal <= 5; renewal++) {
			const { value } = await guard.valid(account, undefined, exchange);
			expect(value).toBe(`token ${renewal}`);
			later(2_001);
			guard.invalidate(account, value);
		}
	});

	it('asks an unreachable venue less and less often, and never less than once a minute', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = { concerns: 'passing', what: 'Away', advice: 'Later.' };
		const askedAt: number[] = [];
		for (let second = 0; second < 300; second++) {
			const before = state.asked;
			await guard.valid(account, undefined, exchange).catch(() => undefined);
			if (state.asked > before) askedAt.push(second);
			later(1_000);
		}
		expect(askedAt).toEqual([0, 10, 30, 70, 130, 190, 250]);
	});

	it('does not wait for a clock that was set back', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		await expect(guard.valid(account, undefined, exchange)).rejects.toThrow();
		state.failure = undefined;
		later(-DAY);
		expect((await guard.valid(account, undefined, exchange)).value).toBe('token 2');
	});

	it('keeps to one request per expiry and process, whatever the order of calls', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						after: fc.integer({ min: 0, max: DAY / 4 }),
						parallel: fc.integer({ min: 1, max: 8 }),
					}),
					{
						minLength: 1,
						maxLength: 20,
					},
				),
				async (bursts) => {
					jest.setSystemTime(NOON);
					const guard = new TokenGuard();
					const { state, exchange } = venue();
					let expiries = 0;
					let expiresAt = -Infinity;
					for (const { after, parallel } of bursts) {
						later(after);
						if (Date.now() >= expiresAt) {
							expiries++;
							expiresAt = Date.now() + DAY;
						}
						await Promise.all(
							Array.from(
								{ length: parallel },
								async () => await guard.valid(account, undefined, exchange),
							),
						);
					}
					expect(state.asked).toBe(expiries);
				},
			),
		);
	});
});
