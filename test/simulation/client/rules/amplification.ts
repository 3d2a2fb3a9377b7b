import type { Violation } from '../../core/simulation';
import { isPlain } from '../story/operation';
import type { OperationKind } from '../story/story';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { resends } from './limits';
import { jumped } from './messages';

const MINUTE = 60_000;
/** Calls that a healthy venue would not get, and that no venue asked for. */
const MOST_MORE = 100;
const MOST_FOR_ONE_CALL = 4;

/** During a pause that is longer than the document explains, n8n may check whether it is meant. */
const LOOK_EVERY_MS = 10 * MINUTE;
/** A call takes up to this long to arrive, and so does reading its response. */
const UNDER_WAY_MS = 200;

/** Operations that consist of one GET. */
const LOOKING: readonly OperationKind[] = ['booking', 'bookings', 'failedMessages', 'query'];

const FOR_GOOD: ReadonlyArray<Exchange['result']> = [400, 403, 404, 409];

/**
 * A healthy hour takes one request for each call. An outage may add one request for each time that
 * the venue names, and a hundred more than it answers.
 */
export function outagesAreNotAmplified(world: World): Violation[] {
	const found: Violation[] = [];
	const surfaces = new Map<string, { more: number; answered: number }>();
	for (const [name, calls] of pacedCalls(world)) {
		const [{ process, clientId, surface, method, path }] = calls;
		const key = `${process}, ${clientId}, ${surface}`;
		const sum = surfaces.get(key) ?? { more: 0, answered: 0 };
		surfaces.set(key, sum);
		const more = calls.length - 1 - calls.filter(isAnsweredWithTime).length;
		sum.more += Math.max(0, more);
		sum.answered += calls.filter(({ result }) => result === 200).length;
		if (more > MOST_FOR_ONE_CALL) {
			const what = `${name} sent ${method} ${path} ${calls.length} times`;
			found.push({ rule: 'amplification', what });
		}
	}
	for (const [key, { more, answered }] of surfaces) {
		if (more <= MOST_MORE + answered) continue;
		const what = `${more} repeats that nobody asked for beside ${answered} answers: ${key}`;
		found.push({ rule: 'amplification', what });
	}
	return found;
}

/** A request that the venue refused stays refused, however often it is repeated. */
export function refusalsAreTaken(world: World): Violation[] {
	return pacedCalls(world).flatMap(([name, calls]) => {
		const refused = calls.findIndex(({ result }) => FOR_GOOD.includes(result));
		if (refused < 0 || refused === calls.length - 1) return [];
		const { method, path, result } = calls[refused];
		return [{ rule: 'turned down', what: `${name} repeated ${method} ${path} after ${result}` }];
	});
}

/**
 * n8n waits as long as the venue asks. If that is very long, it sends a GET every ten minutes, as
 * soon as an operation needs one.
 */
export function pausesAreKept(world: World): Violation[] {
	const found: Violation[] = [];
	const doors = new Map<string, Door>();
	for (const { happens } of eventsAt(doors, world).sort((one, other) => one.time - other.time)) {
		const what = happens();
		if (what !== undefined) found.push({ rule: 'pause', what });
	}
	return found;
}

interface Event {
	time: number;
	/** Returns what is wrong with it. */
	happens: () => string | undefined;
}

function eventsAt(doors: Map<string, Door>, world: World): Event[] {
	const doorOf = (process: string, host: string, clientId: string, surface: string) => {
		const key = [process, host, clientId, surface].join();
		const door = doors.get(key) ?? new Door();
		doors.set(key, door);
		return door;
	};
	const calls = pacedCalls(world)
		.flatMap(([, exchanges]) => exchanges)
		.filter(({ process }) => !jumped(world, process));
	const sending = new Set(calls.map(({ operation }) => operation));
	const ofCalls = calls.flatMap((exchange): Event[] => {
		const { process, host, clientId, surface, operation, at, answeredAt = Infinity } = exchange;
		const door = doorOf(process, host, clientId, surface);
		const tooEarly = `${process} sent ${operation} of ${clientId} while it was asked to wait`;
		return [
			{ time: at, happens: () => (door.lets(exchange) ? undefined : tooEarly) },
			{ time: answeredAt, happens: () => void door.answered(exchange) },
		];
	});
	// A call that goes on with another token after a 401 has looked as well.
	const withOldToken = world.venue.ledger.exchanges.filter(
		({ result, surface, isOfCredential, process }) =>
			result === 401 && surface !== 'token' && !isOfCredential && !jumped(world, process),
	);
	const turnedAway = world.operations.filter(
		({ name, kind, outcome, process, clientIds, message }) =>
			LOOKING.includes(kind) &&
			outcome === 'failed' &&
			!sending.has(name) &&
			clientIds.length === 1 &&
			!jumped(world, process) &&
			/too many requests|down for maintenance/.test(message),
	);
	return [
		...ofCalls,
		...withOldToken.map((exchange) => {
			const { process, host, clientId, surface, at } = exchange;
			const door = doorOf(process, host, clientId, surface);
			return { time: at, happens: () => void door.lets(exchange) };
		}),
		// Another call may try while this one waits.
		...turnedAway.map(({ endedAt = 0, process, host, clientIds: [clientId], surface, name }) => ({
			time: endedAt,
			happens: () =>
				doorOf(process, host, clientId, surface).isToBeLookedAt(endedAt)
					? `${name} was turned away, though nobody had looked for ten minutes`
					: undefined,
		})),
	];
}

/** What a process knows about when it may call. */
class Door {
	private askedAt = -Infinity;
	private closedUntil = -Infinity;
	private lookFrom = Infinity;

	lets({ at, method }: Exchange): boolean {
		if (at >= this.closedUntil || at <= this.askedAt + UNDER_WAY_MS) return true;
		if (method !== 'GET' || at < this.lookFrom) return false;
		this.lookFrom = at + LOOK_EVERY_MS - UNDER_WAY_MS;
		return true;
	}

	isToBeLookedAt(now: number): boolean {
		return now > this.lookFrom + 2 * UNDER_WAY_MS && now < this.closedUntil;
	}

	answered({ at, answeredAt = at, askedUntil, result, path }: Exchange): void {
		// May be the export's own cooldown, which concerns no other call.
		if (result === 429 && isExport(path)) return;
		if (askedUntil === undefined) {
			const isDealtWith = result === 200 || FOR_GOOD.includes(result);
			// The outage is over, so the next one gets its own ten minutes.
			if (isDealtWith && at > this.askedAt) {
				this.closedUntil = -Infinity;
				this.lookFrom = Infinity;
			}
			return;
		}
		// The last request decides. A date was set before its response traveled.
		const isLatest = at > this.askedAt;
		const until = askedUntil - (answeredAt - at);
		this.closedUntil = isLatest ? until : Math.max(this.closedUntil, until);
		this.askedAt = answeredAt;
		const isLong = askedUntil - answeredAt > LOOK_EVERY_MS;
		if (!isLong && isLatest) this.lookFrom = Infinity;
		if (isLong && (this.lookFrom === Infinity || this.lookFrom <= answeredAt)) {
			this.lookFrom = answeredAt + LOOK_EVERY_MS - UNDER_WAY_MS;
		}
	}
}

/**
 * What the client itself sends, by call. Excludes requests that n8n repeats after a 401, and the
 * credential's checks whether a token is valid.
 */
function pacedCalls({ venue, operations }: World): Array<[string, Exchange[]]> {
	const own = new Map(operations.map((operation) => [operation.name, operation]));
	const isResent = resends(venue.ledger.exchanges);
	const calls = new Map<string, [string, Exchange[]]>();
	for (const exchange of venue.ledger.exchanges) {
		const { operation, method, path, surface, result } = exchange;
		const { clientIds = [], kind = 'plainRequest' } = own.get(operation) ?? {};
		if (surface === 'token' || isPlain({ kind }) || isResent.has(exchange)) continue;
		if (clientIds.length > 1 || result === 401 || exchange.isOfCredential) continue;
		const key = [operation, method, path].join();
		const known = calls.get(key) ?? [operation, []];
		calls.set(key, known);
		known[1].push(exchange);
	}
	return [...calls.values()];
}

function isAnsweredWithTime({ askedUntil }: Exchange): boolean {
	return askedUntil !== undefined;
}

function isExport(path: string): boolean {
	return path.startsWith('/reporting/bulk');
}
