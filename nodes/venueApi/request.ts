import { NodeOperationError } from 'n8n-workflow';

import type { Answer } from './answer';
import { isSafeToRepeat, type VenueCall } from './call';
import type { Connection } from './connection';
import type { Cooldown } from './cooldowns';
import {
	explainAnswer,
	explainBrokenAnswer,
	explainCooldown,
	explainFault,
	explainMaintenance,
	explainTooManyRequests,
	type Explanation,
} from './errors/explanations';
import { isWorthRepeating } from './errors/faults';
import { COOLDOWN_MS, kindOf } from './errors/kinds';
import { refusal } from './errors/refusal';
import { veil } from './errors/veil';
import { PausedUntil, type Turn } from './pacing/pace';
import { type Surface, surfaceOf } from './pacing/surfaces';
import { backoff, MAX_BLIND_RETRIES } from './retry/backoff';
import { readRetryAfter } from './retry/retryAfter';
import { wait, WaitCanceled } from './retry/wait';
import { type Outcome, send } from './wire';

const LONGEST_REQUEST_MS = 60_000;

/**
 * The one door to the venue's API: paced, repeated where that is safe and of use, and either the
 * answer of the venue or a message for its manager.
 */
export async function request(connection: Connection, call: VenueCall): Promise<Answer> {
	const result = await askUntilAnswered(connection, call).catch(asCanceled);
	if (result === 'canceled') {
		// By this word in the message n8n tells a canceled execution from one that went wrong.
		throw new NodeOperationError(connection.node, 'The execution was canceled', {
			description: 'What was not yet sent to the venue was not sent any more.',
		});
	}
	if ('explanation' in result)
		throw refusal(connection.node, veiled(connection, result.explanation));
	return result.answer;
}

type Result = { answer: Answer } | { explanation: Explanation };

async function askUntilAnswered(connection: Connection, call: VenueCall): Promise<Result> {
	const surface = surfaceOf(call.path, connection);
	const { cooldown } = call;
	const coolingUntil = cooldown?.until(Date.now());
	if (cooldown && coolingUntil) {
		return { explanation: explainCooldown(coolingUntil, cooldown.rule.inWords) };
	}
	let giveUpAt: number | undefined;

	for (let retry = 0; ; retry++) {
		const turn = await surface.pace.turn({
			limit: surface.limit,
			notAfter: giveUpAt ?? Date.now() + connection.patienceMs,
			signal: connection.signal,
		});
		if (turn instanceof PausedUntil) return { explanation: explainPause(turn) };
		giveUpAt ??= turn.startedAt + connection.patienceMs;

		const timeoutMs = Math.max(1, Math.min(LONGEST_REQUEST_MS, giveUpAt - Date.now()));
		const outcome = await send(connection, call, timeoutMs).finally(() => {
			surface.pace.finished(turn);
		});
		if (connection.signal?.aborted) throw new WaitCanceled();
		const step = nextStep(outcome, call, { surface, turn, retry, connection });
		if (typeof step !== 'number') return step;
		if (Date.now() + step > giveUpAt) return { explanation: explain(outcome, call, connection) };
		await wait(step, connection.signal);
	}
}

interface Attempt {
	connection: Connection;
	surface: Surface;
	turn: Turn;
	retry: number;
}

/** The end of the call, or how many milliseconds of our own to wait before it is repeated. */
function nextStep(outcome: Outcome, call: VenueCall, attempt: Attempt): Result | number {
	const { connection, surface, turn, retry } = attempt;
	const stop = () => ({ explanation: explain(outcome, call, connection) });
	const blindly = (mayRepeat: boolean) =>
		mayRepeat && retry < MAX_BLIND_RETRIES && surface.allowance.spend() ? backoff(retry) : stop();

	if ('noToken' in outcome) {
		const { isPassing, retryAt } = outcome.noToken;
		if (!isPassing || !retryAt || retry >= MAX_BLIND_RETRIES) return stop();
		return Math.max(0, retryAt.getTime() - Date.now());
	}
	if ('fault' in outcome) {
		const { fault } = outcome;
		return blindly(isWorthRepeating(fault) && (fault.neverLeft || isSafeToRepeat(call)));
	}

	const { answer } = outcome;
	switch (kindOf(answer.status)) {
		case 'accepted':
			surface.pace.accepted(turn);
			surface.allowance.earn();
			call.cooldown?.accepted(Date.now());
			return answer.isBroken ? blindly(isSafeToRepeat(call)) : { answer };
		case 'rateLimited':
			if (call.cooldown) return afterCooldown(answer, call.cooldown);
			surface.pace.refused(turn, retryAfterOf(answer) ?? COOLDOWN_MS);
			return 0;
		case 'maintenance':
			return afterMaintenance(answer, attempt) ?? blindly(isSafeToRepeat(call));
		case 'gateway':
			return blindly(isSafeToRepeat(call));
		default:
			return stop();
	}
}

function afterCooldown(answer: Answer, cooldown: Cooldown): Result {
	const worksFrom = cooldown.refused(Date.now(), retryAfterOf(answer));
	return { explanation: explainCooldown(worksFrom, cooldown.rule.inWords) };
}

function afterMaintenance(answer: Answer, { surface }: Attempt): 0 | undefined {
	const retryAfterMs = retryAfterOf(answer);
	if (retryAfterMs === undefined) return undefined;
	surface.pace.pause(retryAfterMs, 'maintenance');
	return 0;
}

function retryAfterOf(answer: Answer): number | undefined {
	return readRetryAfter(answer.headers['retry-after'], Date.now());
}

function explain(outcome: Outcome, call: VenueCall, { baseUrl }: Connection): Explanation {
	if ('noToken' in outcome) {
		const { what, advice, retryAt } = outcome.noToken;
		return { message: what, description: advice, retryAt };
	}
	if ('fault' in outcome) {
		return explainFault(outcome.fault, new URL(baseUrl).host, !isSafeToRepeat(call));
	}
	return outcome.answer.isBroken && kindOf(outcome.answer.status) === 'accepted'
		? explainBrokenAnswer()
		: explainAnswer(outcome.answer, call);
}

function explainPause({ time, reason }: PausedUntil): Explanation {
	const retryAt = new Date(time);
	return reason === 'maintenance' ? explainMaintenance(retryAt) : explainTooManyRequests(retryAt);
}

function veiled({ secrets }: Connection, explanation: Explanation): Explanation {
	return {
		...explanation,
		message: veil(explanation.message, secrets),
		description: veil(explanation.description, secrets),
	};
}

function asCanceled(reason: unknown): 'canceled' {
	if (reason instanceof WaitCanceled) return 'canceled';
	throw reason;
}
