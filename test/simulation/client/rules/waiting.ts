import type { Violation } from '../../core/simulation';
import { isPlain, isUrgent, type Operation } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { isAnswerToCheck } from './messages';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A neighbor may cost this much, and no more. */
const NEIGHBOR_MS = 2 * SECOND;
const REMEMBERED_MS = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** Once nothing prevents calls any more, they are answered soon. */
export function callsFlowAgain({ operations, story }: World): Violation[] {
	return operations.flatMap((operation) => {
		const { probe, startedAt, endedAt = Infinity, outcome, lineMs, name, kind, text } = operation;
		if (!probe) return [];
		const took = endedAt - startedAt;
		const answers = 3 * (story.manners.longestAnswerMs + 6 * story.databaseMs) + SECOND;
		if (outcome === 'answered' && took <= probe.withinMs + lineMs + answers) return [];
		const became = outcome === 'answered' ? `was answered after ${inSeconds(took)}` : text;
		const what = `${name} (${kind}, ${operation.process}, ${operation.credential}) after ${probe.because}: ${became}`;
		return [{ rule: 'flows again', what }];
	});
}

/** A call without trouble of its own continues, whatever happens to others at the same host. */
export function neighborsGoOn(world: World): Violation[] {
	const { operations, story } = world;
	const slow = story.spells.filter(({ kind }) => kind === 'slowAnswers');
	const slowness = Math.max(0, ...slow.map(({ amount }) => amount));
	const calm = operations.filter(
		(operation) =>
			!operation.probe &&
			!isPlain(operation) &&
			operation.canceledAt === undefined &&
			isUntroubled(world, operation),
	);
	return calm.flatMap((operation) => {
		if (isOwnCrowd(world, operation)) return [];
		const {
			startedAt,
			endedAt = Infinity,
			outcome,
			lineMs,
			name,
			kind,
			credential,
			patienceMs,
			text,
		} = operation;
		const took = endedAt - startedAt;
		const calls = kind === 'publish' ? 4 : 3;
		const answers = calls * (story.manners.longestAnswerMs + slowness + 6 * story.databaseMs + 200);
		if (isUrgent(operation) && answers > patienceMs) return [];
		if (outcome === 'answered' && took <= NEIGHBOR_MS + lineMs + answers) return [];
		const became =
			outcome === 'answered' ? `took ${inSeconds(took)}, line ${inSeconds(lineMs)}` : text;
		const what = `${name} (${kind}, ${credential}) met no trouble of its own, and ${became}`;
		return [{ rule: 'neighbors', what }];
	});
}

/**
 * If a user is waiting and the credential has more such calls than its limit allows in their
 * patience, n8n says that it has too much to do. A bulk job next to a few of them is no such
 * reason.
 */
function isOwnCrowd(world: World, operation: Operation): boolean {
	const { startedAt, endedAt = Infinity, patienceMs, outcome, message, process } = operation;
	if (outcome !== 'failed' || !message.startsWith('n8n is sending this venue as many'))
		return false;
	const { requestsPerMinute } = world.credential(operation.credential);
	const urgent = world.operations.filter(
		(other) =>
			other.process === process &&
			other.credential === operation.credential &&
			isUrgent(other) &&
			other.startedAt <= endedAt &&
			(other.endedAt ?? Infinity) > startedAt - MINUTE,
	);
	const calls = urgent.reduce((sum, { kind }) => sum + (kind === 'publish' ? 2 : 1), 0);
	return calls > (requestsPerMinute * patienceMs) / MINUTE || isFullMinute(world, operation);
}

/** The credential made so many calls just before that no slot becomes free while this one waits. */
function isFullMinute(world: World, operation: Operation): boolean {
	const { startedAt, endedAt = Infinity, process, clientIds } = operation;
	const { requestsPerMinute } = world.credential(operation.credential);
	const own = world.venue.ledger.exchanges.filter(
		(exchange) =>
			exchange.process === process &&
			exchange.surface === operation.surface &&
			clientIds.includes(exchange.clientId),
	);
	const counted = own.filter(
		({ at, answeredAt = Infinity }) =>
			at < startedAt + NEIGHBOR_MS && answeredAt > endedAt - MINUTE,
	);
	const hasPassedBy = own.some(({ at }) => at > startedAt + NEIGHBOR_MS && at < endedAt);
	return !hasPassedBy && counted.length >= 0.95 * requestsPerMinute;
}

function isUntroubled({ venue, story }: World, operation: Operation): boolean {
	const { startedAt, endedAt = Infinity, process, credential, clientIds, host } = operation;
	if (operation.kind === 'bulkReport' || operation.kind === 'revenueActivity') return false;
	if (operation.kind === 'unsafeQuery' && operation.dataSet === 0) return false;
	const jumps = story.processes.find(({ name }) => name === process)?.jumps ?? [];
	if (jumps.length > 0 || story.edits.some((edit) => edit.credential === credential)) return false;
	return !venue.ledger.exchanges.some(
		(exchange) =>
			exchange.trouble !== undefined &&
			exchange.host === host &&
			exchange.at <= endedAt &&
			concerns(exchange, process, clientIds, startedAt),
	);
}

/**
 * Trouble of this credential in any process, or trouble that closes the whole address for a minute.
 */
function concerns(exchange: Exchange, process: string, clientIds: string[], from: number): boolean {
	const { at, askedUntil = 0, answeredAt = at, clientId, surface, trouble } = exchange;
	const isOwn = clientIds.includes(clientId) || clientId === '';
	// After useless tokens, n8n asks the venue again within an hour.
	const isInVain =
		trouble === 'wrongSecret' || trouble === 'invalidToken' || isAnswerToCheck(exchange);
	const rememberedMs = isInVain ? HOUR : REMEMBERED_MS;
	if (isOwn && Math.max(askedUntil, at + rememberedMs) >= from) return true;
	if (exchange.process !== process && trouble !== 'limit') return false;
	const closesTheAddress =
		surface === 'rest' && askedUntil > 0 && askedUntil - answeredAt <= MINUTE;
	const isTokenLimit = surface === 'token' && exchange.result === 429;
	if (isTokenLimit || trouble === 'limit') return at + REMEMBERED_MS >= from;
	if (askedUntil > 0 && surface === 'rest') {
		// A pause of more than the address's minute may still cost that minute.
		return answeredAt + (closesTheAddress ? REMEMBERED_MS : 2 * MINUTE) >= from;
	}
	return false;
}

export function inSeconds(ms: number): string {
	return `${(ms / SECOND).toFixed(1)} s`;
}
