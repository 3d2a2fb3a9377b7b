import type { VenueRecord } from '../venueApi/records';
import { completeBookings, wantsWhole, lookUpTakesMs } from '../venueApi/resources/bookings';
import type { BookingRange } from './memory/memory';
import type { Poll } from './pollRun';
import { remember, showsWhenChanged, type Version, versionOf, versionsIn } from './versions';

/** In a longer list, a change that only the whole booking shows is not looked for. */
const MOST_LOOKED_UP = 300;

/** How much of a poll's time may pass with look-ups. */
const SHARE_OF_POLL = 0.6;

/**
 * The bookings of a venue whose list leaves fields out. A row that shows when the booking changed is
 * its version, and only what is reported has to be fetched. Of other rows, the version is the whole
 * booking, because a change may show in no field of the row.
 */
export class WholeVersions {
	private readonly whole = new WeakSet<VenueRecord>();

	constructor(private readonly poll: Poll) {}

	async versionsOf(rows: VenueRecord[]): Promise<Version[]> {
		const versions = await versionsIn(rows);
		if (rows.length > MOST_LOOKED_UP) return versions;
		const hidden = rows.filter((row) => !showsWhenChanged(row));
		if (!(await this.wantsWhole(hidden))) return versions;
		const fetched = await this.fetch(hidden);
		const wholeOf = new Map(hidden.map((row, index) => [row, fetched[index]]));
		return versions.map((version) => {
			const whole = wholeOf.get(version.booking) ?? version.booking;
			if (whole === version.booking) return version;
			return { ...versionOf(whole), row: version.fingerprint };
		});
	}

	/** How many bookings can be fetched in the time of this poll. */
	atMost(items: number): number {
		const { settings, connection } = this.poll;
		const { patienceMs, ...venue } = connection();
		const takesMs = lookUpTakesMs({ patienceMs, ...venue }, settings.wholeBookings);
		if (takesMs === undefined) return items;
		return Math.max(1, Math.min(items, Math.floor((SHARE_OF_POLL * patienceMs) / takesMs)));
	}

	/** Fetches what is reported. What has been reported as a whole before is left out. */
	async handOver(changed: VenueRecord[], before?: BookingRange, memory?: BookingRange) {
		const rows = changed.filter((booking) => !this.whole.has(booking));
		if (!memory || rows.length === 0 || !(await this.wantsWhole(rows))) return { changed, memory };
		const fetched = await this.fetch(rows);
		const wholeOf = new Map(rows.map((row, index) => [row, fetched[index]]));
		const isToComeAgain = (fingerprint: number) =>
			before?.listed.has(fingerprint) === true && before.reported.has(fingerprint);
		const isKnown = (booking: VenueRecord, row: VenueRecord) =>
			booking !== row && isToComeAgain(versionOf(booking).fingerprint);
		const bookings = changed.flatMap((row) => {
			const booking = wholeOf.get(row) ?? row;
			return isKnown(booking, row) ? [] : [booking];
		});
		return { changed: bookings, memory: remember(memory, await versionsIn(fetched)) };
	}

	private async wantsWhole(rows: VenueRecord[]): Promise<boolean> {
		const { settings, connection } = this.poll;
		return await wantsWhole(connection(), rows, settings.wholeBookings);
	}

	private async fetch(rows: VenueRecord[]): Promise<VenueRecord[]> {
		const { connection } = this.poll;
		// Together they may take the time that the poll has left.
		const bookings = await completeBookings(connection(), rows, 'always', connection);
		for (const booking of bookings) this.whole.add(booking);
		return bookings;
	}
}
