import type { Violation } from '../../core/simulation';
import type { Exchange } from '../venue/ledger';
import type { World } from '../world';

const MINUTE_MS = 60_000;

/** What one process sends stays within each limit, in any 60 seconds. */
export function limitsHold({ venue, story }: World): Violation[] {
	const groups = new Map<string, { limit: number; times: number[] }>();
	const count = (key: string, limit: number, { at }: Exchange) => {
		const group = groups.get(key) ?? { limit, times: [] };
		groups.set(key, group);
		group.times.push(at);
	};
	for (const exchange of venue.ledger.exchanges) {
		const { process, host, surface, clientId } = exchange;
		if (surface === 'token' || isWithoutArrival(exchange)) continue;
		const own = story.credentials
			.filter(({ account }) => account.clientId === clientId)
			.map(({ requestsPerMinute }) => requestsPerMinute);
		const allowed = own.length > 0 ? Math.max(...own) : 600;
		if (surface === 'data') {
			count(`${process} data ${host} ${clientId}`, Math.min(120, allowed), exchange);
		} else {
			count(`${process} rest ${host}`, 600, exchange);
			// Several credentials of one venue each have what they are set to.
			if (own.length === 1) count(`${process} rest ${host} ${clientId}`, allowed, exchange);
		}
	}
	return [...groups].flatMap(([key, { limit, times }]) => {
		times.sort((one, other) => one - other);
		const tooMany = times.findIndex((at, index) => times[index + limit] - at < MINUTE_MS);
		if (tooMany < 0) return [];
		const what = `more than ${limit} calls in a minute: ${key}`;
		return [{ rule: 'limit', what }];
	});
}

/** It never got to the venue. */
export function isWithoutArrival({ trouble }: Exchange): boolean {
	return trouble === 'unreachable' || trouble === 'resetBefore';
}
