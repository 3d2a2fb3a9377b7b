import type { Connection } from '../connection';
import { RATE_LIMIT_COOLDOWN_MS } from '../limits';
import { endsByItself } from '../messages/cause';
import {
	explainAnswer,
	explainBrokenAnswer,
	explainNothingGiven,
	explainPreparation,
	explainUnclear,
	explainUnknownForm,
	type Explanation,
	IS_PAGE,
} from '../messages/explanations';
import { explainFault, explainTooLate } from '../messages/faults';
import { redact } from '../messages/redact';
import { inOneLine, reasonForLimit, serverMessagesIn } from '../messages/serverMessages';
import { inZone } from '../messages/waits';
import type { AskedPause } from '../pacing/outage';
import type { Permit } from '../pacing/rateLimiter';
import { steadyClock } from '../pacing/steadyClock';
import type { Quota } from '../pacing/quotas';
import {
	type Answer,
	isPage,
	isServersOwn,
	isUnfinished,
	onlySaysThatItFailed,
	readRetryAfter,
	saysThatItFailed,
	type StatusKind,
	statusKindOf,
} from '../answers/answer';
import { isTooLate, isWorthRepeating, STALLED } from '../answers/fault';
import { isSafeToRepeat, mayTakeMinutes, type VenueCall } from './call';
import type { Outcome } from './wire';

const FIRST_BACKOFF_MS = 1_500;
const LONGEST_BACKOFF_MS = 30_000;

/** How often a call is retried if the venue named no time. Retries must not amplify an outage. */
export const MAX_BLIND_RETRIES = 4;

/** A 500 without a reason may pass, or come again whenever this is asked. */
const MAX_RETRIES_OF_UNKNOWN = 2;

export type Result = { answer: Answer } | { explanation: Explanation } | { canceled: true };

interface Attempt {
	connection: Connection;
	call: VenueCall;
	quota: Quota;
	permit: Permit;
	/** How often the call was repeated although the venue had not asked for a pause. */
	retry: number;
}

interface Repeat {
	/** Our own pause. */
	repeatAfterMs: number;
	isAsked?: boolean;
}

/** The venue asked for a pause, for which the quota or the cooldown keeps the call. */
const AS_ASKED: Repeat = { repeatAfterMs: 0, isAsked: true };

/**
 * Tells the quota and the cooldown what the outcome shows, and returns the end of the call or our own
 * pause before it is retried. What a status means stands here once, for this call and for the others.
 */
export function nextStep(outcome: Outcome, attempt: Attempt): Result | Repeat {
	if ('noToken' in outcome) {
		attempt.permit.notSent();
		const { cause, retryAt } = outcome.noToken.explanation;
		const isHopeless = !endsByItself(cause) || !retryAt || !mayRetry(attempt);
		if (isHopeless) return stop(outcome, attempt);
		return { repeatAfterMs: Math.max(0, retryAt.getTime() - Date.now()) };
	}
	if ('answer' in outcome) return afterAnswer(outcome, attempt);
	const { fault } = outcome;
	const { call, retry } = attempt;
	const isHopeless = !isWorthRepeating(fault) || (fault.code === STALLED && retry > 0);
	const mayRepeat = !isHopeless && (fault.neverLeft || isSafeToRepeat(call));
	return blindly(mayRepeat, outcome, attempt);
}

function afterAnswer(outcome: { answer: Answer }, attempt: Attempt): Result | Repeat {
	const { answer } = outcome;
	const { call, quota, permit } = attempt;
	const isSafe = isSafeToRepeat(call);
	const kind = kindOf(answer, call);
	switch (kind) {
		case 'foreign':
			return stop(outcome, attempt);
		case 'failed':
			quota.accepted(permit);
			return stop(outcome, attempt);
		case 'unfinished':
		case 'broken':
		case 'accepted':
			quota.accepted(permit);
			call.cooldown?.accepted(steadyClock.now());
			if (kind === 'unfinished') return whenPrepared(outcome, attempt);
			return kind === 'broken' ? blindly(isSafe, outcome, attempt) : outcome;
		case 'rateLimited':
			return afterRateLimit(answer, attempt);
		case 'maintenance': {
			const retryAfterMs = readRetryAfter(answer.headers);
			if (retryAfterMs === undefined) return blindly(isSafe, outcome, attempt);
			const said = hide(inOneLine(serverMessagesIn(answer.body)), attempt);
			quota.pause(permit, { reason: 'maintenance', retryAfterMs, said });
			return AS_ASKED;
		}
		case 'gateway':
			return blindly(isSafe, outcome, attempt);
		case 'unauthorized':
			// Another process may have renewed the token at the same moment, which can end this one.
			return attempt.retry === 0 ? { repeatAfterMs: backoff(0) } : stop(outcome, attempt);
		case 'invalid':
		case 'forbidden':
		case 'notFound':
		case 'ruledOut':
			permit.processed();
			return stop(outcome, attempt);
		default: {
			const mayPass = isServersOwn(answer.status) && attempt.retry < MAX_RETRIES_OF_UNKNOWN;
			return blindly(isSafe && mayPass, outcome, attempt);
		}
	}
}

function afterRateLimit(answer: Answer, attempt: Attempt) {
	const { quota, permit } = attempt;
	const { cooldown } = attempt.call;
	const retryAfterMs = readRetryAfter(answer.headers);
	const asked: AskedPause = {
		reason: 'rateLimit',
		retryAfterMs: retryAfterMs ?? RATE_LIMIT_COOLDOWN_MS,
		said: hide(reasonForLimit(answer.body), attempt),
	};
	if (cooldown === undefined) quota.limited(permit, asked);
	// A 429 that may be the cooldown of an export says nothing about the share of others.
	else if (cooldown.limited(steadyClock.now(), retryAfterMs)) quota.postpone(asked);
	return AS_ASKED;
}

/** The venue may say when it will be done. */
function whenPrepared(outcome: { answer: Answer }, attempt: Attempt): Result | Repeat {
	const step = blindly(true, outcome, attempt);
	const askedMs = readRetryAfter(outcome.answer.headers) ?? 0;
	return 'repeatAfterMs' in step ? { repeatAfterMs: Math.max(step.repeatAfterMs, askedMs) } : step;
}

/** A pause is shown to other credentials as well, which do not know the secrets of this one. */
function hide(said: string, { connection }: Attempt): string {
	return redact(said, connection.secrets);
}

function blindly(mayRepeat: boolean, outcome: Outcome, attempt: Attempt) {
	return mayRepeat && mayRetry(attempt)
		? { repeatAfterMs: backoff(attempt.retry) }
		: stop(outcome, attempt);
}

/** In a long outage, not each of thousands of items waits for its end. */
function mayRetry({ retry, quota }: Attempt): boolean {
	return retry < MAX_BLIND_RETRIES && quota.retryBudget.spend();
}

function stop(outcome: Outcome, { call, connection }: Attempt): { explanation: Explanation } {
	return { explanation: explain(outcome, call, connection) };
}

export function explain(outcome: Outcome, call: VenueCall, connection: Connection): Explanation {
	const isSafe = isSafeToRepeat(call);
	if ('noToken' in outcome) {
		return inZone(outcome.noToken.explanation, connection.context.getTimezone());
	}
	if (isOutOfTime(outcome, { call, connection })) return explainTooLate(!isSafe, call);
	if ('fault' in outcome) {
		const { host } = new URL(connection.baseUrl);
		return explainFault(outcome.fault, host, !isSafe, call);
	}

	const { answer } = outcome;
	const kind = kindOf(answer, call);
	if (kind === 'failed') {
		const said = inOneLine(serverMessagesIn(answer.body));
		return { ...explainNothingGiven(said), httpCode: String(answer.status) };
	}
	if (kind === 'unfinished') return explainPreparation();
	if (!isSafe && mayHideSuccess(kind, answer)) return explainUnclear(answer, call);
	if (kind === 'foreign') return explainUnknownForm('JSON', IS_PAGE);
	return kind === 'broken' ? explainBrokenAnswer(call) : explainAnswer(answer, call);
}

/** The venue had minutes to begin its response, and needs more. */
export function isOutOfTime(
	outcome: Outcome,
	{ call, connection }: Pick<Attempt, 'call' | 'connection'>,
): boolean {
	if (connection.isUrgent || !mayTakeMinutes(call)) return false;
	return 'fault' in outcome && isTooLate(outcome.fault);
}

/** What the status says, and if that is good, what the body says. */
type AnswerKind = StatusKind | 'foreign' | 'failed' | 'unfinished' | 'broken';

function kindOf(answer: Answer, call: VenueCall): AnswerKind {
	const kind = statusKindOf(answer.status);
	if (kind !== 'accepted') return kind;
	if (isForeign(answer, call)) return 'foreign';
	if (isFailed(answer, call)) return 'failed';
	if (isInPreparation(answer, call)) return 'unfinished';
	return answer.isBroken ? 'broken' : kind;
}

/** Something in front of the venue answers with a page, whatever the status says. */
function isForeign({ body }: Answer, { format, cooldown }: VenueCall): boolean {
	return (format === undefined || cooldown !== undefined) && isPage(body);
}

/**
 * An export would be closed for hours, and its files would never come. A user who entered the path may
 * want to read what is there.
 */
function isFailed({ body }: Answer, { cooldown, enteredAs }: VenueCall): boolean {
	if (cooldown !== undefined) return saysThatItFailed(body);
	return enteredAs === undefined && onlySaysThatItFailed(body);
}

/** Without a body, what was asked for would seem to be empty. */
function isInPreparation({ status, body }: Answer, { method }: VenueCall): boolean {
	return method === 'GET' && isUnfinished(status) && body === undefined;
}

/** The venue may have carried out the call before it, or a gateway, gave this answer. */
function mayHideSuccess(kind: AnswerKind, { status }: Answer): boolean {
	if (kind === 'unexpected') return isServersOwn(status);
	return ['broken', 'foreign', 'gateway', 'redirected'].includes(kind);
}

/**
 * Exponential backoff with equal jitter. The random half keeps waiting executions from returning
 * together. The other half makes the retries outlast a gateway that restarts in ten seconds.
 */
export function backoff(retry: number, random: () => number = Math.random): number {
	const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry);
	return (longest * (1 + random())) / 2;
}
