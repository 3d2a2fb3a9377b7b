import { DOCUMENTED_LIMITS } from '../../../venue/limits/limits';
import type { World } from '../world';
import { isUrgent, type Operation } from './operation';

const MINUTE_MS = 60_000;
const WHOLE_ADDRESS = DOCUMENTED_LIMITS.rest.requests;
const DATA_API = DOCUMENTED_LIMITS.data.requests;
const SHARE_PACED = 0.9;
const OVERTAKING_MS = 1_000;
/** How long a client may be careful after a 429. */
const CAREFUL_MS = 12 * MINUTE_MS;

/**
 * How long earlier calls may delay this one: those of its credential at the credential's limit, and
 * those of its address at the address's limit. A slower neighbor must not delay it.
 */
export function lineFor(world: World, operation: Operation): number {
	const { requestsPerMinute } = world.credential(operation.credential);
	const isData = operation.surface === 'data';
	const own = world.operations.filter(
		(other) =>
			other.process === operation.process &&
			other.credential === operation.credential &&
			other.surface === operation.surface,
	);
	const ownLimit = isData ? Math.min(DATA_API, requestsPerMinute) : requestsPerMinute;
	const careful = wasTooMuch(world, operation) ? 10 : 1;
	const ownLine = costOf(own, operation, ownLimit);
	if (isData) return (ownLine + lineInBetween(world, operation)) * careful;
	const all = world.operations.filter(
		({ process, host, surface }) =>
			process === operation.process && host === operation.host && surface === 'rest',
	);
	const line = ownLine + costOf(all, operation, WHOLE_ADDRESS);
	return (line + lineInBetween(world, operation)) * careful;
}

/**
 * A repeated or second call waits behind the calls that came in between. Any other call waits only
 * behind the urgent ones among them, unless it is urgent itself.
 */
function lineInBetween(world: World, operation: Operation): number {
	const { startedAt, endedAt = startedAt, process, host, credential, name } = operation;
	const calls = world.venue.ledger.exchanges.filter(
		(exchange) => exchange.operation === name && exchange.surface !== 'token',
	);
	const isSentOnce = calls.length < 2;
	if (isSentOnce && isUrgent(operation)) return 0;
	const { requestsPerMinute } = world.credential(credential);
	const later = world.operations.filter(
		(other) =>
			other.process === process &&
			other.host === host &&
			other.startedAt >= startedAt &&
			other.startedAt < endedAt &&
			(!isSentOnce || isUrgent(other)),
	);
	const own = later.filter((other) => other.credential === credential);
	const atTheirLimit = callsOf(own) / requestsPerMinute + callsOf(later) / WHOLE_ADDRESS;
	return (atTheirLimit / SHARE_PACED) * MINUTE_MS;
}

function costOf(operations: Operation[], { startedAt: now }: Operation, limit: number): number {
	// Reading the credential takes time, so a call that begins a little later may come first.
	const begun = operations.filter(({ startedAt }) => startedAt <= now + OVERTAKING_MS);
	const waiting = callsOf(begun.filter(({ endedAt = Infinity }) => endedAt > now));
	const recent = callsOf(
		begun.filter(
			({ startedAt, endedAt = Infinity }) => Math.max(startedAt, endedAt) > now - MINUTE_MS,
		),
	);
	const paced = limit * SHARE_PACED;
	const isFull = recent + 1 > paced;
	// After a burst, what is left of a minute is spread over it.
	const perMinute = isFull ? paced : paced - (recent - waiting);
	const windows = isFull ? Math.ceil((waiting + 1) / limit) : 0;
	return ((waiting + 1) * MINUTE_MS) / perMinute + windows * (MINUTE_MS + 1_000);
}

function callsOf(operations: Operation[]): number {
	return operations.reduce((sum, { kind }) => sum + (kind === 'publish' ? 2 : 1), 0);
}

function wasTooMuch({ venue, time }: World, { process, host }: Operation): boolean {
	return venue.ledger.exchanges.some(
		(exchange) =>
			exchange.result === 429 &&
			exchange.process === process &&
			exchange.host === host &&
			exchange.at > time.now() - CAREFUL_MS,
	);
}
