import { type IDataObject, sleep } from 'n8n-workflow';

import type { Connection } from '../../venueApi/connection';
import { listDatedBookings } from '../../venueApi/resources/bookings';
import { fingerprintOf } from '../memory/fingerprint';
import type { Version } from './compare';

/** So many take a hundredth of a second or two, in which n8n does nothing else. */
const AT_ONCE = 1_000;

export interface VersionsAsOf {
	versions: Version[];
	/** When the venue was asked, by its own clock where it tells it. */
	at: number;
	/** How far its clock is ahead of ours, or behind with a minus; less by as long as the answer took. */
	aheadOfUs: number;
}

export async function fetchVersions(
	connection: Connection,
	since: number,
	additionalQuery: IDataObject,
): Promise<VersionsAsOf> {
	const askedAt = Date.now();
	const { records, venueTime } = await listDatedBookings(connection, {
		...additionalQuery,
		modifiedFromDate: new Date(since).toISOString(),
	});
	const aheadOfUs = venueTime === undefined ? 0 : venueTime - Date.now();
	const versions: Version[] = [];
	for (const booking of records) {
		versions.push({ booking, fingerprint: fingerprintOf(booking) });
		if (versions.length % AT_ONCE === 0) await sleep(0);
	}
	return { versions, at: askedAt + aheadOfUs, aheadOfUs };
}
