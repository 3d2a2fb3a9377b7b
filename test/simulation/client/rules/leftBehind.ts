import { getEventListeners } from 'node:events';

import type { Violation } from '../../core/simulation';
import type { World } from '../world';

/** After the last call: no timer, no open connection, nobody who still listens for a cancellation. */
export function nothingIsLeftBehind({ time, venue, signals, operations }: World): Violation[] {
	if (operations.some(({ endedAt }) => endedAt === undefined)) return [];
	const listening = signals.filter((signal) => getEventListeners(signal, 'abort').length > 0);
	return [
		...(time.timersLeft > 0 ? [`${time.timersLeft} timers`] : []),
		...(venue.openConnections > 0 ? [`${venue.openConnections} open connections`] : []),
		...(listening.length > 0 ? [`${listening.length} listeners for a cancellation`] : []),
	].map((what) => ({ rule: 'left behind', what }));
}
