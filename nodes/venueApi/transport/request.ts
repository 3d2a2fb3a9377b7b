import { NodeOperationError } from 'n8n-workflow';

import type { Connection } from '../connection';
import type { Explanation } from '../messages/explanations';
import {
	explainCooldown,
	explainCrowd,
	explainMaintenance,
	explainQueue,
	explainTooManyRequests,
} from '../messages/waits';
import { nodeApiError } from '../../n8n/nodeErrors';
import { redact } from '../messages/redact';
import type { Closed, Cooldown } from '../pacing/cooldowns';
import { giveUpTime, type Pause } from '../pacing/outage';
import { steadyClock } from '../pacing/steadyClock';
import { type Quota, quotaOf } from '../pacing/quotas';
import type { Permit } from '../pacing/rateLimiter';
import { anyOf, untilCanceled, wait, within } from '../pacing/waiting';
import { type Answer, asTold } from '../answers/answer';
import { faultOf } from '../answers/fault';
import { isSafeToRepeat, mayTakeMinutes, type VenueCall } from './call';
import { explain, isOutOfTime, nextStep, type Result } from './nextStep';
import { type Outcome, send, type Timeouts } from './wire';
import { HOUR_MS } from '../durations';

const LONGEST_REQUEST_MS = 60_000;
const SHORTEST_REQUEST_MS = 5_000;

/** A list of any length may arrive slowly, but not forever. */
const LONGEST_BODY_MS = HOUR_MS;

/**
 * The only way to the venue's API: paced, and retried if that is safe and useful. Returns the
 * venue's response or throws a message for its manager.
 */
export async function request(connection: Connection, call: VenueCall): Promise<Answer> {
	const progress = { isUnderWay: false };
	const result = await askInTurn(connection, call, progress);
	const mayHaveChanged = !isSafeToRepeat(call) && isMaybeDone(result, progress);
	if (mayHaveChanged) connection.mayHaveChanged?.();
	if ('answer' in result) return result.answer;
	if ('explanation' in result) {
		throw nodeApiError(connection.node, redacted(connection, result.explanation));
	}
	throw canceled(connection, mayHaveChanged);
}

function isMaybeDone(result: Result, { isUnderWay }: Progress): boolean {
	if ('canceled' in result) return isUnderWay;
	return 'answer' in result || result.explanation.mayBeDone === true;
}

export function canceled(
	{ node }: Pick<Connection, 'node'>,
	mayHaveChanged = false,
): NodeOperationError {
	// n8n recognizes a canceled execution by this word in the message.
	return new NodeOperationError(node, 'The execution was canceled', {
		description: mayHaveChanged
			? 'The venue may have carried out this request. Check at the venue whether it was done before you run this again.'
			: 'Nothing else was sent to the venue.',
	});
}

interface Progress {
	/** A request is at the venue, and its response has not come. */
	isUnderWay: boolean;
}

async function askInTurn(
	connection: Connection,
	call: VenueCall,
	progress: Progress,
): Promise<Result> {
	const { cooldown } = call;
	const { signal } = connection;
	const queuedAt = steadyClock.now();
	const askNow = async () => await askUntilAnswered(connection, call, { queuedAt, progress });
	if (cooldown === undefined) return await askNow();
	const ask = async () => {
		const now = steadyClock.now();
		if (now < queuedAt + connection.patienceMs) return await askNow();
		const closed = cooldown.closed(now);
		return { explanation: closed ? explainClosed(connection, closed, cooldown) : explainQueue() };
	};
	return (await untilCanceled(() => cooldown.inTurn(ask), signal)) ?? { canceled: true };
}

interface Waiting {
	queuedAt: number;
	giveUpAt?: number;
	/** What came of it when it was sent the last time. */
	before?: Outcome;
}

/**
 * The times of a call, in order:
 *
 *     queuedAt ── queue ── first permit ── sent, paused, sent again ── giveUpAt
 *
 * The patience begins with the first permit, or with an outage of the venue. It begins at once for a
 * call that a user or n8n is waiting for, and for an export, which may have waited for other calls of it.
 */
async function askUntilAnswered(
	connection: Connection,
	call: VenueCall,
	{ queuedAt, progress }: { queuedAt: number; progress: Progress },
): Promise<Result> {
	const { signal, patienceMs, isUrgent } = connection;
	const quota = quotaOf(call.path, connection);
	let giveUpAt = isUrgent || call.cooldown ? queuedAt + patienceMs : undefined;
	let before: Outcome | undefined;
	let wasTooLate = false;
	let retry = 0;

	for (;;) {
		const acquired = await permitFor(connection, call, quota, { queuedAt, giveUpAt, before });
		if (!('permit' in acquired)) return acquired;
		const { permit } = acquired;
		const patience = { queuedAt, patienceMs, giveUpAt };
		giveUpAt = giveUpTime(patience, quota.outageSince, permit.sentAt);

		const timeouts = timeoutsFor(connection, call, giveUpAt, wasTooLate);
		const signed = () => {
			progress.isUnderWay = true;
		};
		const ask = async () => await sendInTime(connection, call, timeouts, signed);
		let step: ReturnType<typeof nextStep>;
		try {
			const sent = await untilCanceled(ask, signal);
			if (sent === undefined || signal?.aborted) return { canceled: true };
			progress.isUnderWay = false;
			// A user who entered the path may want to read what is there.
			const isTold = 'answer' in sent && call.enteredAs === undefined;
			const outcome = isTold ? { answer: asTold(sent.answer) } : sent;
			step = nextStep(outcome, { connection, call, quota, permit, retry });
			if (!('repeatAfterMs' in step)) return step;
			if (steadyClock.now() + step.repeatAfterMs > giveUpAt) {
				return { explanation: explain(outcome, call, connection) };
			}
			before = outcome;
			wasTooLate ||= isOutOfTime(outcome, { call, connection });
		} finally {
			// Each permit is given back. If the venue has processed the call, `nextStep` said so before.
			permit.release();
		}
		if (!step.isAsked) retry++;
		await wait(step.repeatAfterMs, signal);
	}
}

/** Waits until the call may be sent, or returns why it is not. */
async function permitFor(
	connection: Connection,
	call: VenueCall,
	quota: Quota,
	{ queuedAt, giveUpAt, before }: Waiting,
): Promise<{ permit: Permit } | Result> {
	const { signal, patienceMs, isUrgent } = connection;
	const { cooldown } = call;
	const closed = cooldown?.closed(steadyClock.now());
	if (cooldown && closed) {
		if (closed.asksFrom > queuedAt + patienceMs) {
			return { explanation: explainClosed(connection, closed, cooldown) };
		}
		await wait(closed.asksFrom - steadyClock.now(), signal);
	}
	const acquired = await quota.acquire({
		queuedAt,
		patienceMs,
		giveUpAt,
		isUrgent,
		mayLook: call.method === 'GET',
		signal,
	});
	if ('pause' in acquired) {
		return { explanation: explainPause(connection, acquired.pause, quota.countedBy) };
	}
	if (!('unsent' in acquired)) return acquired;
	// The venue's own words say more than that there was no time for a retry.
	if (before) return { explanation: explain(before, call, connection) };
	const needed = quota.paceFor(acquired.unsent, patienceMs);
	return { explanation: explainCrowd(connection.requestsPerMinute, needed) };
}

/**
 * The credential may take half a minute to get a token. A waiting user gets a message before that,
 * and the request is no longer sent. A call that changes something is always waited for.
 */
async function sendInTime(
	connection: Connection,
	call: VenueCall,
	timeouts: Timeouts,
	signed: () => void,
): Promise<Outcome> {
	if (!connection.isUrgent || !isSafeToRepeat(call)) {
		return await send(connection, call, timeouts, signed);
	}
	const leftMs = timeouts.endsAt - performance.now();
	const outcome = await within(leftMs, async (ended) => {
		const signal = anyOf(ended, connection.signal);
		return await send({ ...connection, signal }, call, timeouts);
	});
	return outcome ?? { fault: faultOf('ETIMEDOUT', '') };
}

function timeoutsFor(
	connection: Connection,
	call: VenueCall,
	giveUpAt: number,
	wasTooLate: boolean,
): Timeouts {
	const leftMs = Math.max(SHORTEST_REQUEST_MS, giveUpAt - steadyClock.now());
	// A venue may prepare a long list or a report for minutes. What is repeated has half of the time.
	const patientMs = wasTooLate || !isSafeToRepeat(call) ? leftMs : leftMs / 2;
	const longestMs = mayTakeMinutes(call) ? patientMs : 0;
	const bodyMs = connection.isUrgent ? leftMs : LONGEST_BODY_MS;
	return {
		answerMs: Math.min(Math.max(longestMs, LONGEST_REQUEST_MS), leftMs),
		endsAt: performance.now() + bodyMs,
	};
}

function explainClosed(
	{ context }: Connection,
	{ asksFrom, worksFrom }: Closed,
	{ rule }: Cooldown,
): Explanation {
	const mayWorkFrom = asksFrom < worksFrom ? steadyClock.dateOf(asksFrom) : undefined;
	const retryAt = steadyClock.dateOf(worksFrom);
	return explainCooldown(retryAt, context.getTimezone(), rule.inWords, mayWorkFrom);
}

function explainPause(
	{ context }: Connection,
	{ until, reason, said, isLong }: Pause,
	countedBy: Quota['countedBy'],
): Explanation {
	const retryAt = steadyClock.dateOf(until);
	const zone = context.getTimezone();
	return reason === 'maintenance'
		? explainMaintenance(retryAt, zone, said, isLong)
		: explainTooManyRequests(retryAt, zone, countedBy, said, isLong);
}

function redacted({ secrets }: Connection, explanation: Explanation): Explanation {
	return {
		...explanation,
		message: redact(explanation.message, secrets),
		description: redact(explanation.description, secrets),
	};
}
