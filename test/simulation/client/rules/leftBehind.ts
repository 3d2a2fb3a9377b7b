import { getEventListeners } from 'node:events';

import type { Violation } from '../../core/simulation';
import { isPlain } from '../story/operation';
import type { World } from '../world';
import { exchangesOf } from './answers';

const SOON_MS = 1_000;

/** After the last call, there are no timers, open connections or listeners for a cancellation. */
export function nothingIsLeftBehind(world: World): Violation[] {
	const { time, venue, signals, operations } = world;
	if (operations.some(({ endedAt }) => endedAt === undefined)) return [];
	const listening = signals.filter((signal) => getEventListeners(signal, 'abort').length > 0);
	return [
		...(time.timersLeft > 0 ? [`${time.timersLeft} timers`] : []),
		...(venue.openConnections > 0 ? [`${venue.openConnections} open connections`] : []),
		...(listening.length > 0 ? [`${listening.length} listeners for a cancellation`] : []),
		...heldOpen(world),
	].map((what) => ({ rule: 'left behind', what }));
}

/** After a call has ended, it does not keep a connection open for a body that does not arrive. */
function heldOpen(world: World): string[] {
	const exchanges = exchangesOf(world);
	return world.operations
		.filter((operation) => !isPlain(operation))
		.flatMap(({ name, endedAt = Infinity }) =>
			(exchanges.get(name) ?? [])
				.filter(({ trouble, surface }) => trouble === 'stalledBodies' && surface !== 'token')
				.filter(
					({ closedAt = Infinity, at, answeredAt = at }) =>
						closedAt > endedAt + SOON_MS + answeredAt - at,
				)
				.map(({ path }) => `the connection of ${path}, which ${name} had given up`),
		);
}
