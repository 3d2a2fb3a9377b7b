import type { IssuedToken } from '../../../venue/access/tokens';
import { isPlain } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';

/** A token that is rejected later may have worked until then. */
const FIRST_CALL_MS = 2 * 60_000;

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

/**
 * When n8n first learned that it had not lasted until it expired. A call's own 401 may have another
 * reason, and the check that follows it may not reach the venue.
 */
function refusedAt(world: World, { accessToken, expiresAt }: IssuedToken): number | undefined {
	return world.venue.ledger.exchanges.find(
		({ path, secret, result, at }) =>
			path === '/webhooks' && secret === accessToken && result === 401 && at < expiresAt,
	)?.at;
}

/** When it was over, if it may have worked before: n8n does not hear of each call that succeeds. */
function overAt(world: World, token: IssuedToken): number {
	const at = refusedAt(world, token);
	if (at === undefined) return token.expiresAt;
	return at > token.issuedAt + FIRST_CALL_MS ? at : Infinity;
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
		return token && Math.min(seenToWorkAt(world, token), overAt(world, token)) <= by;
	});
	return first < 0 ? latestFirst.length : first;
}

/** The same, but a token that was never rejected before it expired does not count. */
export function refusedTokens(world: World, signIn: Exchange, by: number): number {
	const tokens = signInsUpTo(world, signIn).flatMap((exchange) => tokenFrom(world, exchange) ?? []);
	const first = tokens.findIndex((token) => seenToWorkAt(world, token) <= by);
	const sinceOneWorked = first < 0 ? tokens : tokens.slice(0, first);
	return sinceOneWorked.filter((token) => refusedAt(world, token) !== undefined).length;
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
