import type { Violation } from '../../core/simulation';
import { isPlain } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { jumped } from './messages';

/** The credential renews a token that expires within this time. */
const SHORTLY_MS = 5 * 60_000;

/**
 * n8n's HTTP Request node passes every unsuccessful response to the credential, whatever it means.
 * A new token is requested only if this process's token does not work any more.
 */
export function plainCallsCostNoToken(world: World): Violation[] {
	const { exchanges } = world.venue.ledger;
	const plain = new Set(world.operations.filter(isPlain).map(({ name }) => name));
	return exchanges
		.filter(({ surface, operation }) => surface === 'token' && plain.has(operation))
		.filter((request) => !jumped(world, request.process))
		.filter((request) => hasValidToken(world, request))
		.map(({ operation, process, clientId }) => ({
			rule: 'plain calls',
			what: `${operation} in ${process} cost a token of ${clientId}, which had one`,
		}));
}

function hasValidToken({ venue, story }: World, request: Exchange): boolean {
	const { process, host, clientId, secret, at } = request;
	if (story.edits.some(({ toAccount }) => toAccount !== undefined)) return false;
	const known = venue.ledger.exchanges
		.filter((exchange) => exchange.process === process && exchange.host === host)
		.filter((exchange) => exchange.clientId === clientId && (exchange.answeredAt ?? at) < at);
	const last = known
		.filter((exchange) => exchange.surface === 'token' && exchange.secret === secret)
		.filter(({ result, trouble }) => result === 200 && trouble === undefined)
		.at(-1);
	if (!last) return false;
	const { tokens, workedAt } = venue.endpoints;
	const token = tokens.issued.find(
		(issued) => issued.clientId === clientId && issued.issuedAt === last.at,
	);
	if (!token || token.expiresAt < at + SHORTLY_MS || (workedAt.get(token) ?? at) >= at)
		return false;
	return !known.some((exchange) => exchange.at >= last.at && exchange.result === 401);
}
