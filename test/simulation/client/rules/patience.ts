import type { Violation } from '../../core/simulation';
import { isPlain, isUrgent, type Operation } from '../story/operation';
import type { World } from '../world';
import { exchangesOf } from './answers';
import { LONGEST_REQUEST_MS, LONGEST_SIGN_IN_MS } from '../longest';
import { inSeconds } from './waiting';

/** For the time between two readings of the clock: the database, a response that just arrives. */
const BOUND_MS = 10_000;

/** Each call ends within its patience, plus the time for its own queue and for a steady body. */
export function patienceIsKept(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations.flatMap((operation) => {
		const { name, kind, startedAt, endedAt, patienceMs, lineMs, canceledAt } = operation;
		if (endedAt === undefined || isPlain(operation)) return [];
		const took = (canceledAt === undefined ? endedAt : Math.max(endedAt, canceledAt)) - startedAt;
		if (canceledAt !== undefined && endedAt > canceledAt + BOUND_MS) {
			const what = `${name} (${kind}) went on for ${inSeconds(endedAt - canceledAt)} after it was canceled`;
			return [{ rule: 'canceled', what }];
		}
		const signIns = world.venue.ledger.exchanges.filter(
			({ surface, process, clientId, at }) =>
				surface === 'token' &&
				process === operation.process &&
				operation.clientIds.includes(clientId) &&
				at < endedAt,
		);
		const arriving = [name, ...namesBefore(world, operation)]
			.flatMap((other) => exchanges.get(other) ?? [])
			.filter(({ surface }) => surface !== 'token')
			.concat(signIns)
			.filter(
				({ trouble, bodyEndedAt = endedAt }) => trouble === 'slowBodies' && bodyEndedAt > startedAt,
			)
			.map(({ answeredAt = 0, bodyEndedAt = endedAt }) => bodyEndedAt - answeredAt);
		// If a user or n8n itself is waiting, the time in the queue counts.
		const patience = isUrgent(operation)
			? patienceMs * (kind === 'publish' ? 2 : 1)
			: patienceMs + lineMs;
		const allowed = patience + BOUND_MS + Math.max(signInMs(world, operation), sum(arriving));
		if (took <= allowed) return [];
		const what = `${name} (${kind}) took ${inSeconds(took)}, with a patience of ${inSeconds(patienceMs)} and a line of ${inSeconds(lineMs)}`;
		return [{ rule: 'patience', what }];
	});
}

/** Requests of one export run one after the other. */
function namesBefore({ operations }: World, { kind, process, credential, ...last }: Operation) {
	if (kind !== 'bulkReport' && kind !== 'revenueActivity') return [];
	return operations
		.filter((other) => other.kind === kind && other.process === process)
		.filter((other) => other.credential === credential && other.name !== last.name)
		.filter(
			({ startedAt, endedAt = Infinity }) =>
				startedAt <= last.startedAt && endedAt > last.startedAt,
		)
		.map(({ name }) => name);
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/**
 * If a sign-in or a check of the token during the last call got no response, n8n gives the call the
 * same time once more.
 */
function signInMs({ venue }: World, { process, clientIds, endedAt = 0 }: Operation): number {
	const isUnderWay = venue.ledger.exchanges.some(
		({ surface, path, at, trouble, clientId, ...exchange }) =>
			(surface === 'token' || path === '/webhooks') &&
			exchange.process === process &&
			clientIds.includes(clientId) &&
			trouble !== undefined &&
			at < endedAt &&
			at > endedAt - LONGEST_REQUEST_MS - LONGEST_SIGN_IN_MS - BOUND_MS,
	);
	return isUnderWay ? LONGEST_SIGN_IN_MS : 0;
}
