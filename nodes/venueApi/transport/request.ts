import { NodeOperationError } from 'n8n-workflow';

import type { Answer } from '../shapes/answer';
import { isSafeToRepeat, type VenueCall } from './call';
import type { Connection } from '../connection';
import { RATE_LIMIT_COOLDOWN_MS } from '../limits';
import type { Cooldown } from '../pacing/cooldowns';
import {
	explainAnswer,
	explainBrokenAnswer,
	explainCooldown,
	explainFault,
	explainMaintenance,
	explainTooManyRequests,
	type Explanation,
} from '../messages/explanations';
import { isWorthRepeating } from '../shapes/fault';
import { statusKindOf } from '../shapes/statusKind';
import { nodeApiError } from '../messages/nodeErrors';
import { redact } from '../messages/redact';
import type { Pause, Permit } from '../pacing/rateLimiter';
import { type Surface, surfaceOf } from '../pacing/surfaces';
import { backoff, MAX_BLIND_RETRIES } from '../retry/backoff';
import { readRetryAfter } from '../retry/retryAfter';
import { wait } from '../retry/wait';
import { type Outcome, send } from './wire';

const LONGEST_REQUEST_MS = 60_000;

type Result = { answer: Answer } | { explanation: Explanation } | { canceled: true };
type Step = Result | { repeatAfterMs: number };

/**
 * The one door to the venue's API: paced, repeated where that is safe and of use, and either the
 * answer of the venue or a message for its manager.
 */
export async function request(connection: Connection, call: VenueCall): Promise<Answer> {
	const result = await askUntilAnswered(connection, call);
	if ('answer' in result) return result.answer;
	if ('explanation' in result) {
		throw nodeApiError(connection.node, redacted(connection, result.explanation));
	}
	// By this word in the message n8n tells a canceled execution from one that went wrong.
	throw new NodeOperationError(connection.node, 'The execution was canceled', {
		description: 'What was not yet sent to the venue was not sent any more.',
	});
}

async function askUntilAnswered(connection: Connection, call: VenueCall): Promise<Result> {
	const { signal } = connection;
	const { cooldown } = call;
	const surface = surfaceOf(call.path, connection);
	const coolingUntil = cooldown?.until(Date.now());
	if (cooldown && coolingUntil) {
		return { explanation: explainCooldown(coolingUntil, cooldown.rule.inWords) };
	}
	let giveUpAt: number | undefined;

	for (let retry = 0; ; retry++) {
		const acquired = await surface.limiter.acquire({
			limit: surface.limit,
			notAfter: giveUpAt ?? Date.now() + connection.patienceMs,
			signal,
		});
		if ('pause' in acquired) return { explanation: explainPause(acquired.pause) };
		if ('canceled' in acquired) return acquired;
		const { permit } = acquired;
		giveUpAt ??= permit.startedAt + connection.patienceMs;

		const timeoutMs = Math.max(1, Math.min(LONGEST_REQUEST_MS, giveUpAt - Date.now()));
		const outcome = await send(connection, call, timeoutMs).finally(() => {
			surface.limiter.release(permit);
		});
		if (signal?.aborted) return { canceled: true };
		const step = nextStep(outcome, call, { surface, permit, retry, connection });
		if (!('repeatAfterMs' in step)) return step;
		if (Date.now() + step.repeatAfterMs > giveUpAt) {
			return { explanation: explain(outcome, call, connection) };
		}
		await wait(step.repeatAfterMs, signal);
	}
}

interface Attempt {
	connection: Connection;
	surface: Surface;
	permit: Permit;
	retry: number;
}

/** The end of the call, or how long to wait on our own account before it is repeated. */
function nextStep(outcome: Outcome, call: VenueCall, attempt: Attempt): Step {
	const { connection, surface, permit, retry } = attempt;
	const stop = () => ({ explanation: explain(outcome, call, connection) });
	const blindly = (mayRepeat: boolean) =>
		mayRepeat && retry < MAX_BLIND_RETRIES && surface.retryBudget.spend()
			? { repeatAfterMs: backoff(retry) }
			: stop();

	if ('noToken' in outcome) {
		const { isPassing, retryAt } = outcome.noToken;
		if (!isPassing || !retryAt || retry >= MAX_BLIND_RETRIES) return stop();
		return { repeatAfterMs: Math.max(0, retryAt.getTime() - Date.now()) };
	}
	if ('fault' in outcome) {
		const { fault } = outcome;
		return blindly(isWorthRepeating(fault) && (fault.neverLeft || isSafeToRepeat(call)));
	}

	const { answer } = outcome;
	const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.now());
	switch (statusKindOf(answer.status)) {
		case 'accepted':
			surface.limiter.accepted(permit);
			surface.retryBudget.earn();
			call.cooldown?.accepted(Date.now());
			return answer.isBroken ? blindly(isSafeToRepeat(call)) : { answer };
		case 'rateLimited':
			if (call.cooldown) return afterCooldown(call.cooldown, retryAfterMs);
			surface.limiter.throttled(permit, retryAfterMs ?? RATE_LIMIT_COOLDOWN_MS);
			return { repeatAfterMs: 0 };
		case 'maintenance':
			if (retryAfterMs === undefined) return blindly(isSafeToRepeat(call));
			surface.limiter.pause(retryAfterMs, 'maintenance');
			return { repeatAfterMs: 0 };
		case 'gateway':
			return blindly(isSafeToRepeat(call));
		default:
			return stop();
	}
}

function afterCooldown(cooldown: Cooldown, retryAfterMs: number | undefined): Result {
	const worksFrom = cooldown.limited(Date.now(), retryAfterMs);
	return { explanation: explainCooldown(worksFrom, cooldown.rule.inWords) };
}

function explain(outcome: Outcome, call: VenueCall, { baseUrl }: Connection): Explanation {
	if ('noToken' in outcome) {
		const { what, advice, retryAt } = outcome.noToken;
		return { message: what, description: advice, retryAt };
	}
	if ('fault' in outcome) {
		return explainFault(outcome.fault, new URL(baseUrl).host, !isSafeToRepeat(call));
	}
	return outcome.answer.isBroken && statusKindOf(outcome.answer.status) === 'accepted'
		? explainBrokenAnswer()
		: explainAnswer(outcome.answer, call);
}

function explainPause({ until, reason }: Pause): Explanation {
	const retryAt = new Date(until);
	return reason === 'maintenance' ? explainMaintenance(retryAt) : explainTooManyRequests(retryAt);
}

function redacted({ secrets }: Connection, explanation: Explanation): Explanation {
	return {
		...explanation,
		message: redact(explanation.message, secrets),
		description: redact(explanation.description, secrets),
	};
}
