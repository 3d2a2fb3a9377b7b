import type { Swap } from '../core/freshModules';
import { around, method } from '../core/swaps';
import type { Mutant } from './mutant';

const OUTAGE = 'nodes/venueApi/pacing/outage';
const LIMITER = 'nodes/venueApi/pacing/rateLimiter';
const COOLDOWNS = 'nodes/venueApi/pacing/cooldowns';
const QUOTAS = 'nodes/venueApi/pacing/quotas';
const NEXT_STEP = 'nodes/venueApi/transport/nextStep';
const WIRE = 'nodes/venueApi/transport/wire';
const EXPLANATIONS = 'nodes/venueApi/messages/explanations';
const BODY = 'nodes/venueApi/answers/body';

const MINUTE_MS = 60_000;

interface Asked {
	retryAfterMs: number;
	said?: string;
}

type Ask = (sentAt: number, now: number, asked: Asked) => boolean;

interface Outcome {
	answer?: { status: number; headers: Record<string, unknown> };
}

/** Changes how long the readers of a body wait for it. */
const impatient = (name: string, patience: object): Swap =>
	around<(...given: object[]) => unknown>(BODY, name, (shipped, given) =>
		shipped(...given.map((each) => ('endsAt' in Object(each) ? { ...each, ...patience } : each))),
	);

/** What goes wrong while calls wait, are repeated and return. */
export const WAITING_MUTANTS: readonly Mutant[] = [
	{
		finding: 'S1: calls under way together each double the pause',
		swaps: [
			method(
				OUTAGE,
				'Outage',
				'pause',
				(shipped: Ask, [sentAt, now, asked], self: { until: number }) => {
					const retryAfterMs = Math.max(asked.retryAfterMs, 2 * Math.max(0, self.until - now));
					return shipped(sentAt, now, { ...asked, retryAfterMs });
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
				'pause',
				(shipped: Ask, [sentAt, now, asked], self: { lastMs?: number }) => {
					const retryAfterMs = Math.max(asked.retryAfterMs, 2 * (self.lastMs ?? 0));
					const isNews = shipped(sentAt, now, { ...asked, retryAfterMs });
					if (isNews) self.lastMs = retryAfterMs;
					return isNews;
				},
			),
		],
	},
	{
		finding: 'S2: a long pause of one venue closes the address for all',
		swaps: [
			method<object, [Limited, Asked], void>(QUOTAS, 'Quota', 'limited', (_, [permit, asked]) =>
				permit.throttled(asked),
			),
		],
	},
	{
		finding: 'S5: all credentials of an address stand in one line',
		swaps: [
			around<(path: string, venue: object) => object>(QUOTAS, 'quotaOf', (shipped, [path, venue]) =>
				shipped(path, path.startsWith('/data') ? venue : { ...venue, clientId: 'everybody' }),
			),
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
			method<object, [() => Promise<unknown>], Promise<unknown>>(
				COOLDOWNS,
				'Cooldown',
				'inTurn',
				async (_, [work]) => await work(),
			),
		],
	},
	{
		finding: 'S11: the limit of all reports is taken for the hours of an export',
		swaps: [
			method<Closed, [number, number | undefined], boolean>(
				COOLDOWNS,
				'Cooldown',
				'limited',
				(shipped, [now, retryAfterMs], self) => {
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
			around(EXPLANATIONS, 'explainUnclear', (_, __, load) =>
				(load(EXPLANATIONS) as { explainBrokenAnswer: () => object }).explainBrokenAnswer(),
			),
		],
	},
	{
		finding: 'S18: the venue’s own text on its maintenance is lost',
		swaps: [
			method(OUTAGE, 'Outage', 'pause', (shipped: Ask, [sentAt, now, asked]) => {
				return shipped(sentAt, now, { ...asked, said: undefined });
			}),
		],
	},
	{
		finding: 'N2: an unsafe call is repeated where its answer is lost',
		swaps: [around('nodes/venueApi/transport/call', 'isSafeToRepeat', () => true)],
	},
	{
		finding: 'N3: whoever looks on is told too late that there is too much to do',
		swaps: [method(LIMITER, 'Lane', 'nextDeadline', () => Infinity)],
	},
	{
		finding: 'N3: nobody behind the first one in line is told that it cannot go in time',
		swaps: [method(LIMITER, 'RateLimiter', 'turnAwayWhoCannotWait', () => undefined)],
	},
	{
		finding: 'N5: the connection under a stalled body stays open',
		swaps: [
			around<(sending: Sending, ...others: unknown[]) => unknown>(
				WIRE,
				'send',
				(shipped, [sending, ...others]) => {
					const { context } = sending;
					const { httpRequestWithAuthentication } = context.helpers;
					const unheard = (...given: unknown[]) =>
						httpRequestWithAuthentication.call(context, ...given);
					const helpers = { ...context.helpers, httpRequestWithAuthentication: unheard };
					const deaf = Object.create(context, {
						helpers: { value: helpers },
					}) as Sending['context'];
					return shipped({ ...sending, context: deaf }, ...others);
				},
			),
		],
	},
	{
		finding: 'L8: a pause of a day is believed for a day',
		swaps: [method(OUTAGE, 'Outage', 'endsAt', (_, __, self: { until: number }) => self.until)],
	},
	{
		finding: 'L25: a 503 that names no time is repeated at once, and for ever',
		swaps: [
			nextStep(({ status, headers }) => status === 503 && headers['retry-after'] === undefined),
		],
	},
	{
		finding: 'L25: repeats cost nothing',
		swaps: [method('nodes/venueApi/pacing/quotas', 'RetryBudget', 'spend', () => true)],
	},
	{
		finding: 'L25: what the venue has turned down is asked for four more times',
		swaps: [nextStep(({ status }, retry) => [400, 403, 404, 409].includes(status) && retry < 4)],
	},
];

interface Limited {
	throttled: (asked: Asked) => void;
}

/** What a call is sent with: n8n ends a request by the signal of the context that sends it. */
interface Sending {
	context: { helpers: { httpRequestWithAuthentication: (...given: unknown[]) => unknown } };
}

interface Closed {
	asksFrom: number;
	worksFrom: number;
	rule: { ms: number };
}

/** Repeats the calls of some responses at once. */
function nextStep(
	isRepeated: (answer: NonNullable<Outcome['answer']>, retry: number) => boolean,
): Swap {
	return around<(outcome: Outcome, attempt: { retry: number }) => object>(
		NEXT_STEP,
		'nextStep',
		(shipped, [outcome, attempt]) =>
			outcome.answer && isRepeated(outcome.answer, attempt.retry)
				? { repeatAfterMs: 0 }
				: shipped(outcome, attempt),
	);
}
