import type { Violation } from '../../core/simulation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { isSetForward } from './limits';

const MINUTE = 60_000;
const SIX_HOURS = 6 * 60 * MINUTE;
/** The document says “about”, so the venue may use the last minutes. */
const ABOUT_MS = 10 * MINUTE;
/**
 * A second answer of a minute within this time may mean the hours, so n8n leaves the export alone.
 */
const RELATED_MS = 10 * MINUTE;
/** A request may have left before the process saw the answer. */
const SENDING_MS = 100;

interface Known {
	closedSince: number;
	closedUntil: number;
	/** The venue named a minute: either the limit of all reports, or this export's hours. */
	doubtfulSince: number;
	doubtfulUntil: number;
}

/**
 * If an export is known to be closed, n8n does not request it before its time. A 429 of a minute
 * leaves that open: n8n tries once more after the minute, and then not for ten minutes. A 429 of
 * less is the limit of all reports. An export is never requested twice at once.
 */
export function exportsAreLeftAlone(world: World): Violation[] {
	const seen = new Map<string, Known>();
	const underWay = new Map<string, number>();
	const found: Violation[] = [];
	for (const exchange of world.venue.ledger.exchanges) {
		const { process, clientId, path, host, dataSet, at } = exchange;
		if (!path.startsWith('/reporting/bulk') || exchange.method !== 'POST') continue;
		if (isOfAnotherVenue(world, exchange)) continue;
		const key = [process, clientId, path, host, dataSet].join(' ');
		const known = seen.get(key);
		const isBeside = underWay.has(key) && at < underWay.get(key)!;
		underWay.set(key, exchange.isClosedEarly ? 0 : (exchange.answeredAt ?? 0));
		if (isBeside || (known && isTooSoon(world, known, at))) {
			found.push({ rule: 'exports', what: `${process} asked again for ${path} of ${clientId}` });
		}
		const learned = after(world, exchange, known);
		if (learned) seen.set(key, learned);
	}
	return found;
}

/** The credential was changed to another venue in the meantime. */
function isOfAnotherVenue({ operations }: World, { operation, clientId }: Exchange): boolean {
	const [first] = operations.find(({ name }) => name === operation)?.clientIds ?? [clientId];
	return first !== clientId;
}

function isTooSoon(world: World, known: Known, at: number): boolean {
	const isIn = (since: number, until: number) =>
		at > since + SENDING_MS && at < until && !isSetForward(world, since, at);
	return (
		isIn(known.closedSince, known.closedUntil) || isIn(known.doubtfulSince, known.doubtfulUntil)
	);
}

const OPEN = { closedSince: 0, closedUntil: 0, doubtfulSince: -Infinity, doubtfulUntil: 0 };

function after(world: World, exchange: Exchange, known: Known = OPEN): Known | undefined {
	const { answeredAt, askedUntil = 0, at, path, result, bodyEndedAt } = exchange;
	if (answeredAt === undefined) return undefined;
	const isRevenue = path.includes('revenue-activity');
	if (result === 200 && bodyEndedAt !== undefined && exchange.trouble !== 'brokenBodies') {
		const closedUntil = isRevenue ? 0 : at + SIX_HOURS - ABOUT_MS - MINUTE;
		return { ...OPEN, closedSince: answeredAt, closedUntil };
	}
	if (exchange.trouble !== 'exportCooldown') return undefined;
	if (askedUntil - answeredAt > MINUTE) {
		return { ...OPEN, closedSince: answeredAt, closedUntil: askedUntil };
	}
	if (askedUntil - answeredAt < MINUTE) return undefined;
	const { doubtfulSince } = known;
	const isLater = answeredAt - doubtfulSince > RELATED_MS;
	if (isLater || isSetForward(world, doubtfulSince, answeredAt)) {
		return { ...OPEN, doubtfulSince: answeredAt, doubtfulUntil: askedUntil };
	}
	return { ...OPEN, closedSince: answeredAt, closedUntil: answeredAt + RELATED_MS };
}
