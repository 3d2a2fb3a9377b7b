import type { Swap } from '../core/freshModules';

/** The shipped client without one fix. */
export interface Mutant {
	/** What then goes wrong. */
	finding: string;
	/** Shipped functions, and what stands in their place: they are found wherever the code moves. */
	swaps?: readonly Swap[];
	/** Where no function can be named: a text that stands exactly once in the source of a module. */
	takeOut?: { module: string; search: string; replacement: string };
}

const OUTAGE = 'nodes/venueApi/pacing/outage';
const LIMITER = 'nodes/venueApi/pacing/rateLimiter';
const COOLDOWNS = 'nodes/venueApi/pacing/cooldowns';
const SURFACES = 'nodes/venueApi/pacing/surfaces';
const NEXT_STEP = 'nodes/venueApi/transport/nextStep';
const BODY = 'nodes/venueApi/transport/body';
const GUARD = 'credentials/tokenGuard';
const CREDENTIAL = 'credentials/VenuePlatformApi.credentials';

const MINUTE_MS = 60_000;

/** A method of a class, which stays the class that others have loaded. */
function method<Self, Given extends unknown[], Result>(
	module: string,
	name: string,
	method: string,
	by: (shipped: (...given: Given) => Result, self: Self, ...given: Given) => Result,
): Swap {
	return {
		module,
		name,
		by: ({ prototype }: { prototype: Record<string, (...given: Given) => Result> }) => {
			const shipped = prototype[method];
			if (shipped === undefined) throw new Error(`There is no method ${name}.${method}`);
			prototype[method] = function (this: Self, ...given) {
				return by((...others) => shipped.apply(this, others), this, ...given);
			};
			return prototype.constructor;
		},
	};
}

interface Asked {
	retryAfterMs: number;
	said?: string;
}

type Ask = (departedAt: number, now: number, asked: Asked) => boolean;
type AskGiven = Parameters<Ask>;

interface Outcome {
	answer?: { status: number; headers: Record<string, unknown> };
}

type NextStep = (outcome: Outcome, attempt: { retry: number }) => object;

/** Of the readers of a body, how long they wait for it. */
const impatient = (name: string, patience: object): Swap => ({
	module: BODY,
	name,
	by:
		(shipped: (...given: object[]) => unknown) =>
		(...given: object[]) =>
			shipped(...given.map((each) => ('endsAt' in Object(each) ? { ...each, ...patience } : each))),
});

/** Each has to break a rule within 1,000 seeds. What a mutant names and nobody finds fails the run. */
export const MUTANTS: readonly Mutant[] = [
	{
		finding: 'S1: calls under way together each double the pause',
		swaps: [
			method(
				OUTAGE,
				'Outage',
				'ask',
				(shipped: Ask, self: { until: number }, ...[departedAt, now, asked]: AskGiven) => {
					const retryAfterMs = Math.max(asked.retryAfterMs, 2 * Math.max(0, self.until - now));
					return shipped(departedAt, now, { ...asked, retryAfterMs });
				},
			),
		],
	},
	{
		finding: 'S2: a pause is doubled without an end',
		swaps: [
			method(
				OUTAGE,
				'Outage',
				'ask',
				(shipped: Ask, self: { lastMs?: number }, ...[departedAt, now, asked]: AskGiven) => {
					const retryAfterMs = Math.max(asked.retryAfterMs, 2 * (self.lastMs ?? 0));
					const isNews = shipped(departedAt, now, { ...asked, retryAfterMs });
					if (isNews) self.lastMs = retryAfterMs;
					return isNews;
				},
			),
		],
	},
	{
		finding: 'S2: a long pause of one venue closes the address for all',
		swaps: [
			method(SURFACES, 'Surface', 'throttled', (shipped, self: Addressed, ...given) => {
				const [permit, asked] = given as unknown as [{ shared?: object }, Asked];
				if (!self.address || !permit.shared) return shipped(...given);
				return self.address.limiter.throttled(permit.shared, self.address.limit, asked);
			}),
		],
	},
	{
		finding: 'S5: all credentials of an address stand in one line',
		swaps: [
			{
				module: SURFACES,
				name: 'surfaceOf',
				by: (shipped: (path: string, venue: object) => object) => (path: string, venue: object) =>
					shipped(path, path.startsWith('/data') ? venue : { ...venue, clientId: 'everybody' }),
			},
		],
	},
	{
		finding: 'S6: nobody notices that a body does not come any more',
		swaps: [impatient('readBody', { silenceMs: Infinity })],
	},
	{
		finding: 'S7: a clock that is set back stops everything',
		swaps: [
			{
				module: 'nodes/venueApi/pacing/steadyClock',
				name: 'steadyClock',
				by: (shipped: { dateOf: (time: number) => Date }) => {
					const calendar = shipped.dateOf(0).constructor as DateConstructor;
					let latest = -Infinity;
					const now = () => (latest = Math.max(latest, calendar.now()));
					return { ...shipped, now, dateOf: (time: number) => new calendar(time) };
				},
			},
		],
	},
	{
		finding: 'S10: the same export is asked for twice at once',
		swaps: [
			method(COOLDOWNS, 'Cooldown', 'inTurn', (_, __, ...given) => {
				const [work] = given as unknown as [() => Promise<unknown>];
				return work();
			}),
		],
	},
	{
		finding: 'S11: the limit of all reports is taken for the hours of an export',
		swaps: [
			method<Closed, [number, number | undefined], boolean>(
				COOLDOWNS,
				'Cooldown',
				'limited',
				(shipped, self, now, retryAfterMs) => {
					if ((retryAfterMs ?? Infinity) > MINUTE_MS) return shipped(now, retryAfterMs);
					self.asksFrom = self.worksFrom = now + self.rule.ms;
					return false;
				},
			),
		],
	},
	{
		finding: 'S12: what may have been done is to be run again',
		swaps: [
			{
				module: 'nodes/venueApi/messages/explanations',
				name: 'explainUnclear',
				by: (_: unknown, load: (module: string) => object) => () =>
					(
						load('nodes/venueApi/messages/explanations') as { explainBrokenAnswer: () => object }
					).explainBrokenAnswer(),
			},
		],
	},
	{
		finding: 'S18: the venue’s own text on its maintenance is lost',
		swaps: [
			method(
				OUTAGE,
				'Outage',
				'ask',
				(shipped: Ask, _: object, ...[departedAt, now, asked]: AskGiven) => {
					return shipped(departedAt, now, { ...asked, said: undefined });
				},
			),
		],
	},
	{
		finding: 'N2: an unsafe call is repeated where its answer is lost',
		swaps: [
			{ module: 'nodes/venueApi/transport/call', name: 'isSafeToRepeat', by: () => () => true },
		],
	},
	{
		finding: 'N3: whoever looks on is told too late that there is too much to do',
		swaps: [method('nodes/venueApi/pacing/waiting', 'Waiting', 'nextDeadline', () => Infinity)],
	},
	{
		finding: 'N3: nobody is told while the first one stands in the line of the address',
		swaps: [method(LIMITER, 'RateLimiter', 'whileOthersWait', (_, __, ...given) => given[0])],
	},
	{
		finding: 'N5: the connection under a stalled body stays open',
		swaps: [impatient('readBody', { hangUp: undefined })],
	},
	{
		finding: 'L8: a pause of a day is believed for a day',
		swaps: [method(OUTAGE, 'Outage', 'endsAt', (_, self: { until: number }) => self.until)],
	},
	{
		finding: 'L25: a 503 that names no time is repeated at once, and for ever',
		swaps: [
			nextStep(({ status, headers }) => status === 503 && headers['retry-after'] === undefined),
		],
	},
	{
		finding: 'L25: repeats cost nothing',
		swaps: [method('nodes/venueApi/retry/retryBudget', 'RetryBudget', 'spend', () => true)],
	},
	{
		finding: 'L25: what the venue has turned down is asked for four more times',
		swaps: [nextStep(({ status }, retry) => [400, 403, 404, 409].includes(status) && retry < 4)],
	},
	{
		finding: 'S3: a token that had worked is renewed only after a minute',
		takeOut: {
			module: GUARD,
			search: `	if (!own || own.value === memory.provenToken) return undefined;
	if (!memory.invalidTokens.get(own.value)) return undefined;
	return { from: own.obtainedAt, ms: pauseAfter(uselessTokens - 1), failure: REFUSED_AT_ONCE };`,
			replacement: `	if (!own || !memory.invalidTokens.get(own.value)) return undefined;
	return { from: own.obtainedAt, ms: MINUTE_MS, failure: REFUSED_AT_ONCE };`,
		},
	},
	{
		finding: 'S4: each failed answer of n8n’s HTTP Request node costs a token',
		takeOut: {
			module: CREDENTIAL,
			search: `if (verdict.token === 'invalid') guard.invalidate(account, doubted.value);
			else if (verdict.token === 'accepted') guard.prove(account, doubted.value);
			else if (verdict.unreachable && !use) throw verdict.unreachable;
			if (verdict.token === 'accepted' && use?.signed?.wasRefused) throw new RefusedHere();
			// Something else than the token displeased the venue, and n8n shows what it said. It also does
			// where the venue may have done what was asked: with a new token n8n would ask for it again.
			if (verdict.token !== 'invalid' || use?.signed?.mayBeDone) return {};`,
			replacement: 'guard.invalidate(account, doubted.value);',
		},
	},
	{
		finding: 'S4: n8n’s HTTP Request node sends what the venue has done once more',
		takeOut: {
			module: CREDENTIAL,
			search: "if (verdict.token !== 'invalid' || use?.signed?.mayBeDone) return {};",
			replacement: "if (verdict.token !== 'invalid') return {};",
		},
	},
	{
		finding: 'S9: a wrong secret asks every minute for ever',
		takeOut: {
			module: 'credentials/hold',
			search: 'Math.min(MINUTE_MS * 4 ** (timesInVain - 1), HOUR_MS);',
			replacement: 'MINUTE_MS;',
		},
	},
	{
		finding: 'S17: a call without a token is sent',
		takeOut: {
			module: CREDENTIAL,
			search: 'if (!token) throw new TokenNeeded();',
			replacement:
				"if (!token) return { ...requestOptions, headers: { ...headers, authorization: 'Bearer ' } };",
		},
	},
	{
		finding: 'N1: a token that came under way is shown where the venue echoes it',
		takeOut: {
			module: CREDENTIAL,
			search: 'neverShow(token.value);',
			replacement: '',
		},
	},
	{
		finding: 'N4: the beginning of a token is quoted from a sign-in that broke off',
		takeOut: {
			module: 'credentials/tokenExchange',
			search: "const words = isGood ? '' : inOneLine(",
			replacement: 'const words = inOneLine(',
		},
	},
];

interface Addressed {
	address?: {
		limit: number;
		limiter: { throttled: (permit: object, limit: number, asked: Asked) => void };
	};
}

interface Closed {
	asksFrom: number;
	worksFrom: number;
	rule: { ms: number };
}

/** Some answers have their call repeated at once. */
function nextStep(
	isRepeated: (answer: NonNullable<Outcome['answer']>, retry: number) => boolean,
): Swap {
	return {
		module: NEXT_STEP,
		name: 'nextStep',
		by:
			(shipped: NextStep): NextStep =>
			(outcome, attempt) =>
				outcome.answer && isRepeated(outcome.answer, attempt.retry)
					? { repeatAfterMs: 0 }
					: shipped(outcome, attempt),
	};
}
