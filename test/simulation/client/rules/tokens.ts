import type { Violation } from '../../core/simulation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';
import { isWithoutArrival } from './limits';
import { jumped } from './messages';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_A_DAY = 30;
/** The first pause after a sign-in that nobody answered. */
const AFTER_A_FAULT_MS = 9_000;
/** A call may have left before the answer to another one came. */
const SENDING_MS = 100;

/**
 * At most one token request a minute for each process and set of credentials, but for tokens that
 * had worked; and a wrong secret is left alone.
 */
export function tokensAreSpared(world: World): Violation[] {
	const groups = new Map<string, Exchange[]>();
	for (const exchange of world.venue.ledger.exchanges) {
		if (exchange.surface !== 'token') continue;
		const key = [exchange.process, exchange.host, exchange.clientId, exchange.secret].join(' ');
		groups.set(key, [...(groups.get(key) ?? []), exchange]);
	}
	return [...groups.values()].flatMap((requests) => [
		...tooSoon(world, requests),
		...tooOften(requests),
	]);
}

function tooSoon(world: World, requests: Exchange[]): Violation[] {
	if (jumped(world, requests[0].process)) return [];
	return requests.slice(1).flatMap((request, index) => {
		const before = requests[index];
		const gap = request.at - before.at;
		if (gap >= leastGap(world, before, request)) return [];
		const what = `${request.process} asked for a token of ${request.clientId} ${gap} ms after the last one (${before.result})`;
		return [{ rule: 'token requests', what }];
	});
}

function leastGap({ venue }: World, before: Exchange, request: Exchange): number {
	if (before.result === 200 && before.trouble === undefined) {
		const { issued } = venue.endpoints.tokens;
		const hasWorked = issued.some(
			({ clientId, workedAt, issuedAt, expiresAt }) =>
				clientId === before.clientId &&
				issuedAt >= before.at - MINUTE &&
				((workedAt ?? Infinity) <= request.at || expiresAt <= request.at),
		);
		return hasWorked ? 0 : MINUTE - 1_000;
	}
	if (before.result === 401) return MINUTE - 1_000;
	return isWithoutArrival(before) || before.result === undefined ? 0 : AFTER_A_FAULT_MS;
}

function tooOften(requests: Exchange[]): Violation[] {
	const wrong = requests.filter(({ trouble }) => trouble === 'wrongSecret');
	const first = wrong.find(
		({ at }, index) => (wrong[index + MOST_A_DAY]?.at ?? Infinity) - at < DAY,
	);
	if (!first) return [];
	const count = wrong.filter(({ at }) => at >= first.at && at < first.at + DAY).length;
	const what = `${count} token requests in a day with a secret that was never right (${first.process}, ${first.clientId})`;
	return [{ rule: 'wrong secret', what }];
}

/** Once an export is known to be closed, it is not asked for again before its time. */
export function exportsAreLeftAlone({ venue, story }: World): Violation[] {
	const seen = new Map<string, { since: number; until: number; again: number }>();
	const found: Violation[] = [];
	for (const exchange of venue.ledger.exchanges) {
		const { process, clientId, path, at, askedUntil = 0, answeredAt } = exchange;
		if (!path.startsWith('/reporting/bulk') || exchange.method !== 'POST') continue;
		const isRevenue = path.includes('revenue-activity');
		const key = [process, clientId, path, exchange.host, exchange.dataSet].join(' ');
		const known = seen.get(key);
		if (
			known &&
			at > known.since + SENDING_MS &&
			at < known.until &&
			++known.again > 1 &&
			!jumpedIn(story, process)
		) {
			found.push({ rule: 'exports', what: `${process} asked again for ${path} of ${clientId}` });
		}
		if (answeredAt === undefined) continue;
		if (exchange.result === 200 && !isRevenue && exchange.bodyEndedAt !== undefined) {
			seen.set(key, { since: answeredAt, until: at + 6 * 60 * MINUTE - MINUTE, again: 1 });
		} else if (exchange.trouble === 'exportCooldown') {
			const isHours = askedUntil - answeredAt > 5 * MINUTE;
			const until = isHours ? askedUntil : at + 6 * 60 * MINUTE;
			seen.set(key, { since: answeredAt, until, again: isHours ? 1 : (known?.again ?? 0) });
		}
	}
	return found;
}

function jumpedIn(story: World['story'], process: string): boolean {
	return story.processes.some(({ name, jumps }) => name === process && jumps.length > 0);
}
