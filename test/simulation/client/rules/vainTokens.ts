import type { Exchange } from '../venue/ledger';
import type { IssuedToken } from '../venue/tokens';
import type { World } from '../world';

/** The token that a sign-in gave. */
function tokenFrom({ venue }: World, { at, clientId }: Exchange): IssuedToken | undefined {
	const { issued } = venue.endpoints.tokens;
	return issued.find((token) => token.issuedAt === at && token.clientId === clientId);
}

/** Presented before it ran out, in vain. */
function wasRefused({ venue }: World, { value, expiresAt = Infinity }: IssuedToken): boolean {
	return venue.ledger.exchanges.some(
		({ secret, result, at }) => secret === value && result === 401 && at < expiresAt,
	);
}

/**
 * How many tokens in a row, up to this sign-in of a process, had opened nothing by then. The venue
 * suspends who goes on asking for them.
 */
export function vainTokens(world: World, signIn: Exchange, by: number): number {
	const { process, clientId, secret, host } = signIn;
	const signIns = world.venue.ledger.exchanges.filter(
		(exchange) =>
			exchange.surface === 'token' &&
			exchange.result === 200 &&
			exchange.trouble !== 'brokenBodies' &&
			exchange.at <= signIn.at &&
			exchange.process === process &&
			exchange.host === host &&
			exchange.clientId === clientId &&
			exchange.secret === secret,
	);
	const latestFirst = signIns.reverse();
	const first = latestFirst.findIndex((exchange) => {
		const token = tokenFrom(world, exchange);
		const { workedAt = Infinity, expiresAt = Infinity } = token ?? {};
		return Math.min(workedAt, token && wasRefused(world, token) ? Infinity : expiresAt) <= by;
	});
	return first < 0 ? signIns.length : first;
}
