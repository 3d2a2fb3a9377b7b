import { longest, TokenGuard } from '../../../credentials/tokenGuard';
import type { TokenUnavailable } from '../../../nodes/venueApi/messages/tokenUnavailable';
import { account, away, tooManySignIns, venue, wrongSecret } from './support/signIns';

const NOON = Date.UTC(2026, 10, 21, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('during a pause before the next token request,', () => {
	let guard: TokenGuard;
	let state: ReturnType<typeof venue>['state'];
	let exchange: ReturnType<typeof venue>['exchange'];

	beforeEach(() => {
		jest.useFakeTimers({ now: NOON });
		guard = new TokenGuard();
		({ state, exchange } = venue());
	});
	afterEach(() => jest.useRealTimers());

	const later = (ms: number) => jest.setSystemTime(Date.now() + ms);

	/** The token, or the reason why there is none. */
	const ask = async ({ isTest = false } = {}): Promise<string | TokenUnavailable> =>
		await guard
			.of(account)
			.obtain(undefined, exchange, { isTest })
			.then(
				({ value }) => value,
				(reason: TokenUnavailable) => reason,
			);

	const refused = async (given?: { isTest: boolean }) => (await ask(given)) as TokenUnavailable;

	/** Obtains a token that never works. */
	const useless = async () => guard.of(account).invalidate((await ask()) as string);

	it('only the dialog’s test may ask, a minute after the last request', async () => {
		state.failure = wrongSecret;
		await ask();
		later(MINUTE);
		await ask();
		later(2 * MINUTE);
		await ask();
		expect(state.asked).toBe(2);
		await ask({ isTest: true });
		expect(state.asked).toBe(3);
	});

	it('the dialog’s test is told the same time as the calls', async () => {
		state.failure = wrongSecret;
		await ask();
		later(MINUTE);
		await ask();
		later(3 * MINUTE + 30 * SECOND);
		await ask({ isTest: true });
		const end = new Date(NOON + 5 * MINUTE);
		expect((await refused()).explanation.retryAt).toEqual(end);
		expect((await refused({ isTest: true })).explanation.retryAt).toEqual(end);
	});

	it('the dialog’s test respects the cooldown of the address during any other pause', async () => {
		state.failure = tooManySignIns(HOUR);
		await ask();
		later(2 * MINUTE);
		await ask({ isTest: true });
		expect(state.asked).toBe(1);
		later(4 * MINUTE);
		await ask();
		expect(state.asked).toBe(1);
		await ask({ isTest: true });
		expect(state.asked).toBe(2);
	});

	it('the message names what ends it sooner: a changed credential, or a test in a long pause', async () => {
		state.failure = wrongSecret;
		const short = await refused();
		later(MINUTE);
		const long = await refused();
		expect(short.explanation.description).toMatch(/, or as soon as the credential is changed\.$/);
		expect(long.explanation.description).toMatch(
			/, or as soon as the credential is changed or tested\.$/,
		);

		guard = new TokenGuard();
		state.failure = tooManySignIns(5 * MINUTE);
		expect((await refused()).explanation.description).toMatch(/ is asked again from [^,]*\.$/);
	});

	it('only an outage ends by itself', async () => {
		state.failure = wrongSecret;
		expect((await refused()).explanation.cause).toBe('credential-invalid');
		guard = new TokenGuard();
		state.failure = away;
		expect((await refused()).explanation.cause).toBe('rate-limited');
		guard = new TokenGuard();
		state.failure = { ...away, cause: 'configuration-invalid' };
		expect((await refused()).explanation.cause).toBe('configuration-invalid');
	});

	it('a token that is rejected for several calls counts once', async () => {
		await useless();
		guard.of(account).invalidate('token 1');
		guard.of(account).invalidate('token 1');
		expect(guard.of(account).isInvalid('token 1')).toBe(true);
		expect(guard.of(account).isInvalid('token 2')).toBe(false);
		expect(await ask()).toBe('token 2');
	});

	it('only the newest token shows that the sign-in works', async () => {
		guard.of(account).prove('of another process');
		await useless();
		await useless();
		// A call with the first token gets its response now.
		guard.of(account).prove('token 1');
		await useless();
		expect(state.asked).toBe(2);
		later(MINUTE);
		await useless();
		later(MINUTE);
		await useless();
		expect(state.asked).toBe(3);
	});

	it('a token that expires before its first call is renewed, even after useless ones', async () => {
		await useless();
		await useless();
		later(MINUTE);
		state.lifetime = 10 * SECOND;
		expect(await ask()).toBe('token 3');
		later(10 * SECOND);
		expect(await ask()).toBe('token 4');
	});

	it('the reason that ends last is named', () => {
		const early = { from: NOON - 50 * SECOND, ms: MINUTE, failure: away };
		const last = { from: NOON - 2 * MINUTE, ms: HOUR, failure: wrongSecret };
		const over = { from: NOON - 2 * HOUR, ms: HOUR, failure: tooManySignIns(5 * MINUTE) };
		expect(longest(early, undefined, last, over)).toBe(last);
		expect(longest(last, early)).toBe(last);
		expect(longest(undefined, over)).toBeUndefined();
	});
});
