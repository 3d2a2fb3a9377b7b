import type { SimulatedVenue } from '../../venue';
import type { Started } from './executionsOf';

/** What became of messages, counted in executions. */
export interface Bill {
	missing: number;
	twice: number;
	/** Deliveries that were not answered with a success. */
	notAcknowledged: number;
}

export function billOf(ids: string[], started: Started[], venue: SimulatedVenue): Bill {
	const counts = new Map(ids.map((id) => [id, 0]));
	for (const { messageId } of started) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
	const all = [...counts.values()];
	return {
		missing: all.filter((count) => count === 0).length,
		twice: all.filter((count) => count > 1).length,
		notAcknowledged: venue.deliveries.filter(({ status }) => status !== 200).length,
	};
}

export const EACH_ONCE: Bill = { missing: 0, twice: 0, notAcknowledged: 0 };
