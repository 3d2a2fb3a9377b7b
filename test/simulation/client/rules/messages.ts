import type { Violation } from '../../core/simulation';
import { LONGEST_DOUBLING_MS } from '../probes';
import type { Operation } from '../story/operation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { exchangesOf } from './answers';

const SECOND = 1_000;
const HOUR = 3_600_000;
/** What one address may have to wait for another venue of it: the document's cooldown. */
const ADDRESS_COOLDOWN_MS = 60_000;
/** After that, one that nobody answers is given up. */
const LONGEST_SIGN_IN_MS = 30_000;

export function noSecretIsShown({ operations, story, venue }: World): Violation[] {
	const secrets = [
		...story.accounts.map(({ clientSecret }) => clientSecret),
		...venue.endpoints.tokens.issued.map(({ value }) => value),
	];
	return operations.flatMap(({ text, name }) => {
		const shown = secrets.find((secret) => text.includes(secret));
		return shown ? [{ rule: 'no secret', what: `${name} shows ${shown}: ${text}` }] : [];
	});
}

/** A time that is named is not later than what the venue has asked for, plus minutes. */
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
	const { endedAt = 0, process, host, clientIds, surface } = operation;
	const reasons = world.venue.ledger.exchanges
		.filter((exchange) => exchange.process === process && exchange.host === host)
		.filter(({ at, answeredAt = at }) => answeredAt <= endedAt)
		.map((exchange) => reasonOf(exchange, clientIds, surface, operation));
	return Math.max(0, ...reasons);
}

function reasonOf(
	exchange: Exchange,
	clientIds: string[],
	surface: Operation['surface'],
	{ isUnsafe }: Operation,
): number {
	const { at, answeredAt = at + LONGEST_SIGN_IN_MS, askedUntil, result, trouble } = exchange;
	if (exchange.surface === 'token') {
		// A wrong secret is left alone for longer and longer; everything else for minutes.
		return answeredAt + (trouble === 'wrongSecret' ? HOUR : LONGEST_DOUBLING_MS);
	}
	if (result === 401 || result === 400) return answeredAt + ADDRESS_COOLDOWN_MS;
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

function isOwnExport({ path }: Exchange): boolean {
	return path.startsWith('/reporting/bulk');
}

/** What the venue may have carried out is not to be run again just like that. */
export function whatMayBeDoneIsSaid(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations
		.filter(({ isUnsafe, outcome }) => isUnsafe && outcome === 'failed')
		.filter(({ name }) =>
			(exchanges.get(name) ?? []).some(({ isDone, method }) => isDone && method === 'POST'),
		)
		.filter(({ text }) => !/may have/i.test(text))
		.map(({ name, kind, text }) => ({
			rule: 'may have been done',
			what: `${name} (${kind}) was done at the venue, and the user reads: ${text}`,
		}));
}

/** Whoever was told by the venue why and how long reads it. */
export function venueIsQuoted(world: World): Violation[] {
	const exchanges = exchangesOf(world);
	return world.operations.flatMap(({ name, outcome, text }) => {
		const last = exchanges.get(name)?.at(-1);
		if (outcome !== 'failed' || last?.said === undefined || last.result !== 503) return [];
		if (text.includes(last.said)) return [];
		return [{ rule: 'venue is quoted', what: `${name} lacks “${last.said}”: ${text}` }];
	});
}

export function jumped({ story }: World, process: string): boolean {
	return story.processes.some(({ name, jumps }) => name === process && jumps.length > 0);
}
