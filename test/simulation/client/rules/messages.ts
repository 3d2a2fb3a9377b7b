import type { Violation } from '../../core/simulation';
import { LONGEST_DOUBLING_MS, LONGEST_SIGN_IN_MS } from '../longest';
import { isPlain, type Operation } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { exchangesOf } from './answers';
import { refusedTokens } from './vainTokens';

const SECOND = 1_000;
const HOUR = 3_600_000;
/** How long one venue of an address may have to wait for another: the document's cooldown. */
const ADDRESS_COOLDOWN_MS = 60_000;

export function noSecretIsShown({ operations, story, venue }: World): Violation[] {
	const secrets = [
		...story.accounts.map(({ clientSecret }) => clientSecret),
		...venue.endpoints.tokens.issued.map(({ accessToken }) => accessToken),
	];
	return operations
		.filter((operation) => !isPlain(operation))
		.flatMap(({ text, name }) => {
			const shown = secrets.find((secret) => text.includes(secret));
			return shown ? [{ rule: 'no secret', what: `${name} shows ${shown}: ${text}` }] : [];
		});
}

/** A time in a message is at most some minutes later than the time that the venue asked for. */
export function timesAreTrue(world: World): Violation[] {
	return world.operations.flatMap((operation) => {
		const { retryAt, endedAt = 0, name, kind, message, process } = operation;
		if (retryAt === undefined || jumped(world, process)) return [];
		const latest = latestReason(world, operation);
		if (retryAt <= latest + 5 * SECOND) return [];
		const late = Math.round((retryAt - endedAt) / SECOND);
		const asked = Math.max(0, Math.round((latest - endedAt) / SECOND));
		const what = `${name} (${kind}) is told to come back in ${late} s, while the venue has asked for ${asked} s: ${message}`;
		return [{ rule: 'true time', what }];
	});
}

function latestReason(world: World, operation: Operation): number {
	const { endedAt = 0, process, host } = operation;
	const reasons = world.venue.ledger.exchanges
		.filter((exchange) => exchange.process === process && exchange.host === host)
		.filter(({ at, answeredAt = at }) => answeredAt <= endedAt)
		.map((exchange) => reasonOf(world, exchange, operation));
	return Math.max(0, ...reasons);
}

function reasonOf(
	world: World,
	exchange: Exchange,
	{ clientIds, surface, isUnsafe, endedAt = Infinity }: Operation,
): number {
	const { at, answeredAt = at + LONGEST_SIGN_IN_MS, askedUntil, result, trouble } = exchange;
	if (exchange.surface === 'token') {
		// After wrong secrets and useless tokens, the pauses grow up to an hour; otherwise they are
		// minutes.
		const isInVain = trouble === 'wrongSecret' || refusedTokens(world, exchange, endedAt) > 2;
		return Math.max(askedUntil ?? 0, answeredAt + (isInVain ? HOUR : LONGEST_DOUBLING_MS));
	}
	// If the endpoint that checks tokens answers 401 to all, no token seems valid.
	if (isAnswerToCheck(exchange)) return answeredAt + HOUR;
	if (result === 401 || result === 400) return answeredAt + ADDRESS_COOLDOWN_MS;
	if (isOwnExport(exchange) && looksLikeCooldown(exchange)) return answeredAt + 24 * HOUR;
	if (trouble === 'exportCooldown' || (exchange.isDone && isUnsafe)) {
		return isOwnExport(exchange) ? answeredAt + 24 * HOUR : 0;
	}
	if (askedUntil === undefined || exchange.surface !== surface) return 0;
	const isOwn = clientIds.includes(exchange.clientId) || exchange.clientId === '';
	const asked = isOwn
		? askedUntil - answeredAt
		: Math.min(askedUntil - answeredAt, ADDRESS_COOLDOWN_MS);
	return answeredAt + Math.max(asked, LONGEST_DOUBLING_MS);
}

export function isAnswerToCheck({ trouble, path }: Exchange): boolean {
	return trouble === 'oneEndpointUnauthorized' && path === '/webhooks';
}

/**
 * The limit of all reports names the same minute, and nothing in the document tells them apart. A
 * date names it to the second.
 */
function looksLikeCooldown({ result, askedUntil = 0, answeredAt = 0 }: Exchange): boolean {
	const asked = askedUntil - answeredAt;
	return result === 429 && Math.abs(asked - ADDRESS_COOLDOWN_MS) < SECOND;
}

function isOwnExport({ path }: Exchange): boolean {
	return path.startsWith('/reporting/bulk');
}

/** If the venue may have processed a request, the user is told before running it again. */
export function whatMayBeDoneIsSaid(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations
		.filter((operation) => operation.isUnsafe && operation.outcome === 'failed')
		.filter((operation) => !isPlain(operation))
		.filter(({ name }) =>
			(exchanges.get(name) ?? []).some(({ isDone, method }) => isDone && method === 'POST'),
		)
		.filter(({ text }) => !/may have/i.test(text))
		.map(({ name, kind, text }) => ({
			rule: 'may have been done',
			what: `${name} (${kind}) was done at the venue, and the user reads: ${text}`,
		}));
}

/** Something else prevented the call after the maintenance. */
const CANNOT_SIGN_IN = /The venue is asked again from/;

/** If the venue said why and for how long, the user reads it; of several notices, the longest. */
export function venueIsQuoted(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations.flatMap((operation) => {
		const { name, outcome, text, clientIds } = operation;
		const last = exchanges.get(name)?.at(-1);
		if (
			isPlain(operation) ||
			outcome !== 'failed' ||
			last?.said === undefined ||
			last.result !== 503
		)
			return [];
		if (clientIds.length > 1) return [];
		if (CANNOT_SIGN_IN.test(text) || wasThrottledSince(world, operation, last)) return [];
		const said = longestNotice(world, operation) ?? last.said;
		if (text.includes(said) || text.includes(last.said)) return [];
		return [{ rule: 'venue is quoted', what: `${name} lacks “${said}”: ${text}` }];
	});
}

/** While the call waited to be repeated, others were told that there are too many requests. */
function wasThrottledSince(
	{ venue }: World,
	{ text, process, host, surface }: Operation,
	last: Exchange,
): boolean {
	return (
		text.includes('too many requests') &&
		venue.ledger.exchanges.some(
			(exchange) =>
				exchange.result === 429 &&
				exchange.process === process &&
				exchange.host === host &&
				exchange.surface === surface &&
				(exchange.answeredAt ?? 0) > last.at,
		)
	);
}

function longestNotice({ venue }: World, operation: Operation): string | undefined {
	const { process, host, clientIds, surface, endedAt = Infinity } = operation;
	const [longest] = venue.ledger.exchanges
		.filter((exchange) => exchange.process === process && exchange.host === host)
		.filter((exchange) => clientIds.includes(exchange.clientId) && exchange.surface === surface)
		.filter(({ answeredAt = Infinity, said }) => answeredAt <= endedAt && said !== undefined)
		.sort((one, other) => (other.askedUntil ?? 0) - (one.askedUntil ?? 0));
	return longest?.said;
}

export function jumped({ story }: World, process: string): boolean {
	return story.processes.some(({ name, jumps }) => name === process && jumps.length > 0);
}
