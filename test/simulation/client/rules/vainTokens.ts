import type { IssuedToken } from '../../../venue/access/tokens';
import { isPlain } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';

/** The token that a sign-in returned. */
function tokenFrom({ venue }: World, { at, clientId }: Exchange): IssuedToken | undefined {
	const { issued } = venue.endpoints.tokens;
	return issued.find((token) => token.issuedAt === at && token.clientId === clientId);
}

export function isRead({ trouble, bodyEndedAt }: Exchange): boolean {
	return trouble === undefined || (trouble === 'slowBodies' && bodyEndedAt !== undefined);
}

export function seenToWorkAt(world: World, { accessToken }: IssuedToken): number {
	const seen = heardOf(world).find(
		({ secret, result }) => secret === accessToken && (result === 200 || result === 403),
	);
	return seen?.answeredAt ?? Infinity;
}

/** Used before it expired, but rejected. */
function wasRefused(world: World, { accessToken, expiresAt }: IssuedToken): boolean {
	return heardOf(world).some(
		({ secret, result, at }) => secret === accessToken && result === 401 && at < expiresAt,
	);
}

/** Without responses to n8n's own node, which only that node sees. */
function heardOf({ venue, operations }: World): Exchange[] {
	const plain = new Set(operations.filter(isPlain).map(({ name }) => name));
	return venue.ledger.exchanges.filter(
		({ path, operation }) => path === '/webhooks' || !plain.has(operation),
	);
}

/**
 * How many tokens in a row, up to this sign-in of a process, had not worked by then. The venue
 * suspends clients that keep requesting them.
 */
export function vainTokens(world: World, signIn: Exchange, by: number): number {
	const latestFirst = signInsUpTo(world, signIn);
	const first = latestFirst.findIndex((exchange) => {
		const token = tokenFrom(world, exchange);
		const { expiresAt = Infinity } = token ?? {};
		const workedAt = token ? seenToWorkAt(world, token) : Infinity;
		return Math.min(workedAt, token && wasRefused(world, token) ? Infinity : expiresAt) <= by;
	});
	return first < 0 ? latestFirst.length : first;
}

/** The same, but a token that was never rejected before it expired does not count. */
export function refusedTokens(world: World, signIn: Exchange, by: number): number {
	const tokens = signInsUpTo(world, signIn).flatMap((exchange) => tokenFrom(world, exchange) ?? []);
	const first = tokens.findIndex((token) => seenToWorkAt(world, token) <= by);
	const sinceOneWorked = first < 0 ? tokens : tokens.slice(0, first);
	return sinceOneWorked.filter((token) => wasRefused(world, token)).length;
}

/** The latest first. */
export function signInsUpTo({ venue }: World, signIn: Exchange): Exchange[] {
	const { process, clientId, secret, host } = signIn;
	return venue.ledger.exchanges
		.filter(
			(exchange) =>
				exchange.surface === 'token' &&
				exchange.result === 200 &&
				isRead(exchange) &&
				exchange.at <= signIn.at &&
				exchange.process === process &&
				exchange.host === host &&
				exchange.clientId === clientId &&
				exchange.secret === secret,
		)
		.reverse();
}
