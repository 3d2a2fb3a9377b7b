import { DOCUMENTED_LIMITS } from '../../../venue/limits/limits';
import type { Violation } from '../../core/simulation';
import { isPlain } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';

const MINUTE_MS = 60_000;
const { rest, data } = DOCUMENTED_LIMITS;

/** What one process sends stays within each limit, in any 60 seconds. */
export function limitsHold(world: World): Violation[] {
	const { venue, story, operations } = world;
	const groups = new Map<string, { limit: number; times: number[] }>();
	const count = (key: string, limit: number, { at }: Exchange) => {
		const group = groups.get(key) ?? { limit, times: [] };
		groups.set(key, group);
		group.times.push(at);
	};
	const plain = new Set(operations.filter(isPlain).map(({ name }) => name));
	const becameAnothers = new Set(
		operations.filter(({ clientIds }) => clientIds.length > 1).map(({ name }) => name),
	);
	const isResent = resends(venue.ledger.exchanges);
	for (const exchange of venue.ledger.exchanges) {
		const { process, host, surface, clientId } = exchange;
		if (surface === 'token' || isWithoutArrival(exchange)) continue;
		// n8n's own node sends without waiting for a turn.
		if (plain.has(exchange.operation)) continue;
		const own = story.credentials
			.filter(({ account }) => account.clientId === clientId)
			.map(({ requestsPerMinute }) => requestsPerMinute);
		const allowed = own.length > 0 ? Math.max(...own) : rest.requests;
		if (surface === 'data') count(`${process} data ${host} ${clientId}`, data.requests, exchange);
		else count(`${process} rest ${host}`, rest.requests, exchange);
		// If a venue has several credentials, each has the limit that it is set to.
		if (own.length !== 1 || isResent.has(exchange) || becameAnothers.has(exchange.operation))
			continue;
		count(`${process} ${surface} ${host} ${clientId}, as set`, allowed, exchange);
	}
	return [...groups].flatMap(([key, { limit, times }]) => {
		times.sort((one, other) => one - other);
		const tooMany = times.find(
			(at, index) =>
				times[index + limit] - at < MINUTE_MS && !isSetForward(world, at, times[index + limit]),
		);
		if (tooMany === undefined) return [];
		const what = `more than ${limit} calls in a minute: ${key}`;
		return [{ rule: 'limit', what }];
	});
}

/** An hour that a clock skips looks like an hour without calls, as after a machine has slept. */
export function isSetForward({ story, startedAt }: World, from: number, to: number): boolean {
	return story.processes.some(({ jumps }) =>
		jumps.some(({ at, byMs }) => byMs > 0 && startedAt + at > from && startedAt + at <= to),
	);
}

/**
 * What n8n and the credential send in addition to the calls that we pace: one repeat after each
 * 401, and one check whether the token is still valid. The user's own limit leaves no room for
 * them, but the limits of the venue do.
 */
export function resends(exchanges: Exchange[]): Set<Exchange> {
	const unauthorized = new Map<string, number>();
	const found = new Set<Exchange>();
	const keyOf = ({ operation, method, path }: Exchange) => [operation, method, path].join(' ');
	for (const exchange of exchanges) {
		const { operation, method, path } = exchange;
		const ofCall = unauthorized.get(keyOf(exchange)) ?? 0;
		const isCheck = method === 'GET' && path === '/webhooks';
		const ofOperation = isCheck ? (unauthorized.get(operation) ?? 0) : 0;
		if (ofCall > 0 || ofOperation > 0) {
			found.add(exchange);
			unauthorized.set(ofCall > 0 ? keyOf(exchange) : operation, 0);
		}
		if (exchange.result !== 401 || found.has(exchange)) continue;
		unauthorized.set(keyOf(exchange), 1);
		unauthorized.set(operation, 1);
	}
	return found;
}

/** It never reached the venue. */
export function isWithoutArrival({ trouble }: Exchange): boolean {
	return trouble === 'unreachable' || trouble === 'resetBefore';
}
