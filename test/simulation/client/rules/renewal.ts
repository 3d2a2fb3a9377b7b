import type { Violation } from '../../core/simulation';
import { isPlain, type Operation } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { exchangesOf } from './answers';
import { MOST_A_MINUTE } from './tokens';
import { seenToWorkAt } from './vainTokens';

/** How long the node may wait after an unsuccessful sign-in. */
const SIGN_IN_MS = 6 * 60_000;
const MINUTE = 60_000;

/** A token that has worked and becomes invalid is renewed without a failed operation. */
export function workedTokensAreRenewed(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations.flatMap((operation) => {
		const calls = (exchanges.get(operation.name) ?? []).filter(
			({ surface }) => surface !== 'token',
		);
		const isOnlyTokens =
			operation.outcome === 'failed' &&
			!isPlain(operation) &&
			calls.length > 0 &&
			calls.every((call) => call.trouble === undefined || hadWorked(world, call));
		if (!isOnlyTokens || !canSignIn(world, operation)) return [];
		if (calls.at(-1)?.trouble === undefined || isSentTwice(world, calls)) return [];
		if (isLeftInDoubt(world, operation, calls) || isTooSlow(operation, calls)) return [];
		const { name, kind, text } = operation;
		const what = `${name} (${kind}) met tokens that had worked and were revoked, and failed: ${text}`;
		return [{ rule: 'renewal', what }];
	});
}

/** n8n repeats a call once, so a token that is revoked at that moment is too much for it. */
function isSentTwice({ venue }: World, calls: Exchange[]): boolean {
	const last = calls.at(-1)!;
	const first = calls.find(({ method, path }) => method === last.method && path === last.path)!;
	const renewed = venue.endpoints.tokens.find(last.secret);
	return first !== last && (renewed?.issuedAt ?? 0) > first.at;
}

/** The check of the token got no clear answer, or was answered as if the token were valid. */
function isLeftInDoubt({ venue }: World, operation: Operation, calls: Exchange[]): boolean {
	const { process, startedAt, endedAt = Infinity } = operation;
	return venue.ledger.exchanges.some(
		(exchange) =>
			exchange.process === process &&
			exchange.path === '/webhooks' &&
			(exchange.result === 403 || isInTrouble(exchange)) &&
			exchange.at > startedAt &&
			exchange.at < endedAt &&
			calls.some(({ secret }) => secret === exchange.secret),
	);
}

function isInTrouble({ trouble }: Exchange): boolean {
	return trouble !== undefined && trouble !== 'invalidToken';
}

/** A renewal takes four responses: the refusal, the check, the token and the repeated call. */
function isTooSlow({ patienceMs }: Operation, calls: Exchange[]): boolean {
	return calls.some(({ at, answeredAt = Infinity }) => answeredAt - at > patienceMs / 4);
}

/** As far as n8n can know: a 429 may have been sent without a look at the token. */
function hadWorked(world: World, { trouble, result, secret, at }: Exchange): boolean {
	const token = world.venue.endpoints.tokens.find(secret);
	if (trouble !== 'invalidToken' || result !== 401) return false;
	return token !== undefined && seenToWorkAt(world, token) <= at;
}

function canSignIn({ venue, story }: World, operation: Operation): boolean {
	const { process, credential, host, startedAt, endedAt = Infinity, clientIds } = operation;
	if (story.edits.some((edit) => edit.credential === credential)) return false;
	if (story.processes.some(({ name, jumps }) => name === process && jumps.length > 0)) return false;
	const signIns = venue.ledger.exchanges.filter(
		(exchange) =>
			exchange.surface === 'token' &&
			exchange.process === process &&
			exchange.host === host &&
			clientIds.includes(exchange.clientId) &&
			exchange.at > startedAt - SIGN_IN_MS &&
			exchange.at < endedAt,
	);
	const lately = signIns.filter(({ at }) => at > endedAt - MINUTE);
	if (lately.length >= MOST_A_MINUTE) return false;
	return !signIns.some(
		(exchange) =>
			exchange.trouble !== undefined || exchange.result !== 200 || neverWorked(venue, exchange),
	);
}

/** Its token was revoked before it could be used. */
function neverWorked(
	{ endpoints }: World['venue'],
	{ answeredAt = 0, clientId, at }: Exchange,
): boolean {
	return endpoints.tokens.issued.some(
		(token) =>
			token.clientId === clientId &&
			token.issuedAt >= at &&
			token.issuedAt <= answeredAt &&
			!endpoints.workedAt.has(token),
	);
}
