import type { INodeListSearchItems } from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';

/** Somebody who types looks at a list that is as old as this at most. */
const REMEMBERED_MS = 60_000;

/** The older bookings of the venue that was searched last, for as long as somebody types. */
export class OlderBookings {
	private last?: { venue: string; until: number; entries: INodeListSearchItems[] };

	async of(
		{ baseUrl, clientId }: Connection,
		load: () => Promise<INodeListSearchItems[]>,
	): Promise<INodeListSearchItems[]> {
		const venue = JSON.stringify([baseUrl, clientId]);
		if (this.last?.venue === venue && Date.now() < this.last.until) return this.last.entries;
		const entries = await load();
		this.last = { venue, until: Date.now() + REMEMBERED_MS, entries };
		return entries;
	}
}
