import * as fc from 'fast-check';
import type { IHttpRequestHelper, INode } from 'n8n-workflow';

import type { Token } from '../../../credentials/token';
import {
	type ExchangeFailure,
	exchangeForToken,
	type ExchangeResult,
} from '../../../credentials/tokenExchange';
import { pauseAfterVain, TokenGuard } from '../../../credentials/tokenGuard';
import type { Connection } from '../../../nodes/venueApi/connection';
import { nodeApiError } from '../../../nodes/n8n/nodeErrors';
import { TokenUnavailable } from '../../../nodes/venueApi/messages/tokenUnavailable';
import { explain } from '../../../nodes/venueApi/transport/nextStep';
import { failureOf } from '../../../nodes/VenuePlatformRecoveryTrigger/outages';
import { account, accountOf, away, tooManySignIns, venue, wrongSecret } from './support/signIns';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const MINUTE = 60_000;

const stored = (value: string, age = MINUTE * 60): Token => ({
	value,
	obtainedAt: Date.now() - age,
	expiresAt: Date.now() - age + DAY,
});

/** How long after one call the next one comes: many at once, or a few with long pauses. */
const calls = fc.oneof(
	fc.array(
		fc.integer({ min: 0, max: 90_000 }).map((ms) => ms + 1_000),
		{
			minLength: 1,
			maxLength: 50,
		},
	),
	fc.array(fc.integer({ min: 1, max: DAY / 8 }), { minLength: 10, maxLength: 50 }),
);

const passing = (reason: unknown) => {
	expect(reason).toMatchObject({ explanation: { cause: 'rate-limited' } });
	return undefined;
};

describe('the guard before the token endpoint', () => {
	beforeEach(() => jest.useFakeTimers({ now: NOON, doNotFake: ['setImmediate', 'nextTick'] }));
	afterEach(() => jest.useRealTimers());

	const later = (ms: number) => jest.setSystemTime(Date.now() + ms);

	it('gives a new token to all callers that still hold the old one', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const old = stored('old');
		for (let caller = 0; caller < 50; caller++) {
			guard.of(account).adopt(old);
			guard.of(account).invalidate('old');
			expect((await guard.of(account).obtain(old, exchange)).value).toBe('token 1');
		}
		expect(state.asked).toBe(1);
		expect(guard.of(account).adopt(old)?.value).toBe('token 1');
	});

	it('uses a token that another process stored, without a request', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		expect((await guard.of(account).obtain(stored('theirs'), exchange)).value).toBe('theirs');
		expect((await guard.of(account).obtain(stored('newer', MINUTE), exchange)).value).toBe('newer');
		expect(guard.of(account).adopt(stored('theirs'))?.value).toBe('newer');
		expect(state.asked).toBe(0);
	});

	it('waits a minute after a wrong secret, and says until when', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		for (let call = 0; call < 30; call++) {
			const reason = await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch((caught: unknown) => caught);
			expect(reason).toBeInstanceOf(TokenUnavailable);
			expect((reason as TokenUnavailable).message).toContain('2026-11-21 12:01:00 UTC');
			later(1_900);
		}
		expect(state.asked).toBe(1);

		state.failure = undefined;
		later(MINUTE);
		expect((await guard.of(account).obtain(undefined, exchange)).value).toBe('token 2');
	});

	it('tries a wrong address every five minutes', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = { ...wrongSecret, retryAfterMs: 5 * MINUTE };
		for (let minute = 0; minute < 60; minute++, later(MINUTE)) {
			await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch(() => undefined);
		}
		expect(state.asked).toBe(12);
	});

	it('asks at once after a wrong secret if the credential has changed', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow('Wrong');
		state.failure = undefined;
		expect((await guard.of(accountOf('two')).obtain(undefined, exchange)).value).toBe('token 2');
	});

	it('requests nothing for any credential of the address during its cooldown', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = tooManySignIns(5 * MINUTE);
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow(
			'2026-11-21 12:05:00 UTC',
		);
		state.failure = undefined;
		later(5 * MINUTE - 1);
		for (const other of [account, accountOf('two'), accountOf('three')]) {
			await expect(guard.of(other).obtain(undefined, exchange)).rejects.toThrow('12:05:00 UTC');
		}
		expect(state.asked).toBe(1);
		const elsewhere = accountOf('four', 'https://playground.example');
		expect((await guard.of(elsewhere).obtain(undefined, exchange)).value).toBe('token 2');
		later(1);
		expect((await guard.of(account).obtain(undefined, exchange)).value).toBe('token 3');
	});

	it('holds other credentials of the address only for the address’s own cooldown', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = tooManySignIns(180 * MINUTE);
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow('15:00:00 UTC');
		state.failure = undefined;
		later(5 * MINUTE);
		expect((await guard.of(accountOf('two')).obtain(undefined, exchange)).value).toBe('token 2');
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow('15:00:00 UTC');
	});

	it('renews a token at once that has worked, even if it is new', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		for (let renewal = 1; renewal <= 6; renewal++) {
			const { value } = await guard.of(account).obtain(undefined, exchange);
			expect(value).toBe(`token ${renewal}`);
			guard.of(account).prove(value);
			guard.of(account).invalidate(value);
		}
		expect(state.asked).toBe(6);
	});

	it('requests at most six tokens a minute, even if all of them work for a moment', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		for (let second = 0; second < 600; second++) {
			const token = await guard.of(account).obtain(undefined, exchange).catch(passing);
			if (token) {
				guard.of(account).prove(token.value);
				guard.of(account).invalidate(token.value);
			}
			later(1_000);
		}
		expect(state.asked).toBe(60);
	});

	it('replaces the first useless token at once, and the next ones ever more slowly', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const askedAt: number[] = [];
		for (let minute = 0; minute < 180; minute++) {
			const before = state.asked;
			const token = await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch(() => undefined);
			if (token) guard.of(account).invalidate(token.value);
			if (state.asked > before) askedAt.push(minute);
			later(MINUTE);
		}
		expect(askedAt).toEqual([0, 1, 2, 6, 22, 82, 142]);
	});

	it('renews a token at once that is rejected long after it was obtained, whether or not it was seen to work', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		for (let renewal = 1; renewal <= 144; renewal++) {
			const { value } = await guard.of(account).obtain(undefined, exchange);
			expect(value).toBe(`token ${renewal}`);
			later(10 * MINUTE);
			guard.of(account).invalidate(value);
		}
		for (let times = 0; times < 2; times++) await inVain(guard, exchange);
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow('just issued');
		expect(state.asked).toBe(146);
	});

	it('counts a token as useless however late it is rejected, if a call with it had ended with a 401', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		for (let call = 0; call < 2 * 60; call++, later(4 * MINUTE)) {
			const token = await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch(() => undefined);
			if (!token) continue;
			guard.of(account).suspect(token.value);
			later(3 * MINUTE);
			guard.of(account).invalidate(token.value);
		}
		expect(state.asked).toBeLessThan(20);
	});

	const inVain = async (guard: TokenGuard, exchange: () => Promise<ExchangeResult>) => {
		const token = await guard.of(account).obtain(undefined, exchange);
		guard.of(account).invalidate(token.value);
	};

	const namedBy = async (asking: Promise<unknown>) =>
		await asking.then(
			() => undefined,
			({ explanation }: TokenUnavailable) => explanation.retryAt?.getTime(),
		);

	it('keeps the time that it named, even if tokens of other processes turn out useless', async () => {
		const guard = new TokenGuard();
		const { exchange } = venue();
		await inVain(guard, exchange);
		await inVain(guard, exchange);
		const named = (await namedBy(guard.of(account).obtain(undefined, exchange)))!;
		expect(named).toBe(NOON + MINUTE);
		for (const value of ['theirs', 'theirs, too']) {
			later(5_000);
			guard.of(account).adopt(stored(value, 0));
			guard.of(account).invalidate(value);
		}
		jest.setSystemTime(named);
		expect((await guard.of(account).obtain(undefined, exchange)).value).toBe('token 3');
	});

	it('names the last of several times', async () => {
		const guard = new TokenGuard();
		const { exchange } = venue();
		for (let second = 0; second < 4; second++) {
			const { value } = await guard.of(account).obtain(undefined, exchange);
			guard.of(account).prove(value);
			guard.of(account).invalidate(value);
			later(5_000);
		}
		await inVain(guard, exchange);
		later(1_000);
		const lastAskedAt = Date.now();
		await inVain(guard, exchange);
		// After six requests in a minute, the guard waits until a minute after the first of them.
		// Useless tokens make it wait longer.
		const named = await namedBy(guard.of(account).obtain(undefined, exchange));
		expect(named).toBe(lastAskedAt + MINUTE);
	});

	it('renews short-lived tokens, whether or not they have worked', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.lifetime = 11_000;
		for (let renewal = 1; renewal <= 30; renewal++) {
			expect((await guard.of(account).obtain(undefined, exchange)).value).toBe(`token ${renewal}`);
			later(11_000);
		}
	});

	it('uses the token that another process has stored if its own is rejected', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const own = await guard.of(account).obtain(undefined, exchange);
		guard.of(account).invalidate(own.value);
		// The other process's clock is an hour behind.
		const theirs = stored('theirs', 60 * MINUTE);
		expect((await guard.of(account).obtain(theirs, exchange)).value).toBe('theirs');
		expect(guard.of(account).adopt(stored(own.value, -MINUTE))?.value).toBe('theirs');
		expect(state.asked).toBe(1);
	});

	it('returns to its own token if the one that another process has stored is rejected', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const own = await guard.of(account).obtain(undefined, exchange);
		later(MINUTE);
		const theirs = stored('theirs', 0);
		expect(guard.of(account).adopt(theirs)).toBe(theirs);
		guard.of(account).invalidate(theirs.value);
		expect((await guard.of(account).obtain(theirs, exchange)).value).toBe(own.value);
		expect(state.asked).toBe(1);
	});

	it('does not use a rejected token again that an older call still holds', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		const future = stored('before the clock was set back', -60 * MINUTE);
		expect(guard.of(account).adopt(future)).toBe(future);
		guard.of(account).invalidate(future.value);
		expect((await guard.of(account).obtain(future, exchange)).value).toBe('token 1');
		expect(guard.of(account).adopt(future)?.value).toBe('token 1');
		expect(state.asked).toBe(1);
	});

	it('lets the dialog’s test ask during a long pause, at most once a minute', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		const ask = async (isTest: boolean) =>
			await guard
				.of(account)
				.obtain(undefined, exchange, { isTest })
				.then(
					({ value }) => value,
					({ message }: TokenUnavailable) => message,
				);
		for (let minute = 0; minute < 22; minute++, later(MINUTE)) await ask(false);
		expect(state.asked).toBe(4);
		const held = await ask(false);
		expect(held).toContain('from 2026-11-21 13:21:00 UTC, or as soon as');
		expect(held).toContain('changed or tested');
		for (let second = 0; second < 180; second++, later(1_000)) {
			const expected = second % 60 === 0 ? '13:21:00' : `12:${23 + Math.floor(second / 60)}:00`;
			expect(await ask(true)).toContain(expected);
		}
		expect(state.asked).toBe(7);
		expect(await ask(false)).toBe(held);
		state.failure = undefined;
		expect(await ask(true)).toBe('token 8');
		expect(await ask(false)).toBe('token 8');
	});

	it('asks an unreachable venue less and less often, but at least once a minute', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = away;
		const askedAt: number[] = [];
		for (let second = 0; second < 300; second++) {
			const before = state.asked;
			await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch(() => undefined);
			if (state.asked > before) askedAt.push(second);
			later(1_000);
		}
		expect(askedAt).toEqual([0, 10, 30, 70, 130, 190, 250]);
	});

	it('does not wait if the clock was set back', async () => {
		const guard = new TokenGuard();
		const { state, exchange } = venue();
		state.failure = wrongSecret;
		await expect(guard.of(account).obtain(undefined, exchange)).rejects.toThrow();
		state.failure = undefined;
		later(-DAY);
		expect((await guard.of(account).obtain(undefined, exchange)).value).toBe('token 2');
	});

	it.each([
		['a wrong secret', wrongSecret],
		['tokens that never work', undefined],
	])('with %s asks at most 30 times a day, and at the time that it named', async (_, failure) => {
		await fc.assert(
			fc.asyncProperty(calls, async (pauses) => {
				jest.setSystemTime(NOON);
				const guard = new TokenGuard();
				const { state, exchange } = venue();
				state.failure = failure;
				let mayAskFrom: number | undefined = NOON;
				for (let call = 0; Date.now() < NOON + DAY; call++) {
					const before = state.asked;
					const reason = await guard
						.of(account)
						.obtain(undefined, exchange)
						.then(
							({ value }) => {
								guard.of(account).invalidate(value);
								return undefined;
							},
							(caught: TokenUnavailable) => caught,
						);
					if (mayAskFrom !== undefined) {
						if (Date.now() >= mayAskFrom) expect(state.asked - before).toBe(1);
						// Messages name times in whole seconds.
						if (Date.now() <= mayAskFrom - 1_000) expect(state.asked - before).toBe(0);
					}
					// After a token that turned out useless, only the next call is told a time.
					mayAskFrom = reason?.explanation.retryAt?.getTime();
					later(pauses[call % pauses.length]);
				}
				expect(state.asked).toBeLessThanOrEqual(30);
			}),
			{ numRuns: 10 },
		);
	});

	it('survives any jumps of the clock: within an hour of calls there is a token', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: -2 * DAY, max: 2 * DAY }), { maxLength: 8 }),
				fc.constantFrom<ExchangeFailure | undefined>(wrongSecret, away, undefined),
				async (jumps, failure) => {
					jest.setSystemTime(NOON);
					const guard = new TokenGuard();
					const { state, exchange } = venue();
					state.failure = failure;
					for (const jump of jumps) {
						const token = await guard
							.of(account)
							.obtain(undefined, exchange)
							.catch(() => undefined);
						if (token) guard.of(account).invalidate(token.value);
						later(jump);
					}
					state.failure = undefined;
					for (let minute = 0; minute <= 60; minute++, later(MINUTE)) {
						await guard
							.of(account)
							.obtain(undefined, exchange)
							.catch(() => undefined);
					}
					expect(guard.of(account).adopt(undefined)).toBeDefined();
				},
			),
		);
	});

	it('makes one request for each expiry and process, in any order of calls', async () => {
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
								async () => await guard.of(account).obtain(undefined, exchange),
							),
						);
					}
					expect(state.asked).toBe(expiries);
				},
			),
		);
	});

	it.each([
		['CERT_HAS_EXPIRED', 'configuration-invalid'],
		// A server that does not send the certificate between its own and the authority's.
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'configuration-invalid'],
		// A server that does not speak TLS at this port.
		['EPROTO', 'configuration-invalid'],
		['ECONNREFUSED', 'rate-limited'],
	])('reports a sign-in that ends with %s as %s', async (code, cause) => {
		const httpRequest = async () =>
			await Promise.reject(Object.assign(new Error('connect'), { code }));
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		const exchange = async () => await exchangeForToken(helper, account);
		const guard = new TokenGuard();
		const context = { getTimezone: () => 'UTC' };
		const connection = { baseUrl: account.baseUrl, context } as unknown as Connection;
		const call = { method: 'GET' as const, path: '/bookings' };
		// The second request is not sent: the guard repeats the reason of the first one.
		const refused = async (): Promise<TokenUnavailable> => {
			const reason: unknown = await guard
				.of(account)
				.obtain(undefined, exchange)
				.catch((one) => one);
			return reason as TokenUnavailable;
		};
		for (const noToken of [await refused(), await refused()]) {
			expect(noToken).toMatchObject({ explanation: { cause } });
			const thrown = nodeApiError({} as INode, explain({ noToken }, call, connection));
			expect(failureOf(thrown)).toMatchObject({ cause });
		}
	});
});

describe('the pause before the next token request', () => {
	it('after a wrong secret is 1, 4 and 16 minutes, then an hour [reliability: 1, 4 and 16 minutes] [troubleshooting: 1, 4 and 16 minutes]', () => {
		const minutes = [1, 2, 3, 4, 5, 30].map((times) => pauseAfterVain(times) / 60_000);
		expect(minutes).toEqual([1, 4, 16, 60, 60, 60]);
	});
});
