import type { Violation } from '../../core/simulation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { isWithoutArrival } from './limits';
import { jumped } from './messages';
import { isRead, signInsUpTo, vainTokens } from './vainTokens';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_A_DAY = 30;
export const MOST_A_MINUTE = 6;
/** The first pause after a sign-in without a response. */
const AFTER_A_FAULT_MS = 9_000;

/**
 * A token that has worked is renewed at once, and so is the first that has not: another process may
 * have used it. After the next useless token, n8n waits a minute. It never requests more than a few
 * a minute, and a wrong secret is left alone.
 */
export function tokensAreSpared(world: World): Violation[] {
	const groups = new Map<string, Exchange[]>();
	for (const exchange of world.venue.ledger.exchanges) {
		if (exchange.surface !== 'token') continue;
		const key = [exchange.process, exchange.host, exchange.clientId, exchange.secret].join(' ');
		groups.set(key, [...(groups.get(key) ?? []), exchange]);
	}
	const unsigned = world.venue.ledger.exchanges.filter(({ trouble }) => trouble === 'noToken');
	const empty = unsigned.map(({ path }) => ({
		rule: 'no token',
		what: `${path} was sent without one`,
	}));
	const found = [...groups.values()].flatMap((requests) => [
		...tooSoon(world, requests),
		...tooOften(requests),
	]);
	return [...empty, ...found];
}

function tooSoon(world: World, requests: Exchange[]): Violation[] {
	if (jumped(world, requests[0].process)) return [];
	return requests.slice(1).flatMap((request, index) => {
		const before = requests[index];
		const gap = request.at - before.at;
		const first = requests[index + 1 - MOST_A_MINUTE];
		const isOneOfMany = first !== undefined && request.at - first.at < MINUTE - 1_000;
		if (gap >= leastGap(world, before, request) && !isOneOfMany) return [];
		const what = `${request.process} asked for a token of ${request.clientId} ${gap} ms after the last one (${before.result})`;
		return [{ rule: 'token requests', what }];
	});
}

function leastGap(world: World, before: Exchange, request: Exchange): number {
	if (before.result === 200 && isRead(before)) {
		const isInVain = vainTokens(world, before, request.at) > 1;
		return isInVain && !hasAnyWorked(world, before, request.at) ? MINUTE - 1_000 : 0;
	}
	if (before.result === 401) return MINUTE - 1_000;
	return isWithoutArrival(before) || before.result === undefined ? 0 : AFTER_A_FAULT_MS;
}

/** After the last useless sign-in, a token of another process worked that is stored for all. */
function hasAnyWorked(world: World, before: Exchange, by: number): boolean {
	const [, { at } = before] = signInsUpTo(world, before);
	const { tokens, workedAt } = world.venue.endpoints;
	return tokens.issued.some(
		(token) =>
			token.clientId === before.clientId &&
			token.issuedAt > at &&
			token.issuedAt !== before.at &&
			(workedAt.get(token) ?? Infinity) <= by,
	);
}

function tooOften(requests: Exchange[]): Violation[] {
	const wrong = requests.filter(({ trouble }) => trouble === 'wrongSecret');
	const first = wrong.find(
		({ at }, index) => (wrong[index + MOST_A_DAY]?.at ?? Infinity) - at < DAY,
	);
	if (!first) return [];
	const count = wrong.filter(({ at }) => at >= first.at && at < first.at + DAY).length;
	const what = `${count} token requests in a day with a secret that was never right (${first.process}, ${first.clientId})`;
	return [{ rule: 'wrong secret', what }];
}
