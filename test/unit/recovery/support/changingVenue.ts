import {
	type ChangeList,
	versionOf,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { MINUTE } from './listedVenue';

const SECOND = 1_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEW_YORK = 5 * HOUR;

interface Booking {
	id: number;
	version: number;
	created: number;
	changed: number;
	visit: number;
}

type Show = (booking: Booking, iso: (time: number) => string) => object;

/** The dates that bookings show. The venue itself goes by the time of the last change. */
export const SHOWN = {
	change: ({ changed }, iso) => ({ lastModified: iso(changed) }),
	'change, in whole seconds': ({ changed }, iso) => ({
		lastModified: iso(Math.floor(changed / SECOND) * SECOND),
	}),
	'change, as a number of milliseconds': ({ changed }) => ({ lastModified: changed }),
	'change, as a number of seconds': ({ changed }) => ({
		lastModified: Math.floor(changed / SECOND),
	}),
	'creation and change': ({ created, changed }, iso) => ({ a: iso(created), b: iso(changed) }),
	'visit and change': ({ visit, changed }, iso) => ({ a: iso(visit), b: iso(changed) }),
	'creation and visit': ({ created, visit }, iso) => ({ created: iso(created), visit: iso(visit) }),
	'creation, called a change': ({ created }, iso) => ({ modifiedDate: iso(created) }),
	nothing: () => ({}),
} satisfies Record<string, Show>;

export type Shown = keyof typeof SHOWN;

/** What a venue makes of the time that it is asked for. */
export const ASKED = {
	exactly: (time: number) => time,
	'later than it': (time: number) => time + 1,
	'by the second': (time: number) => Math.floor(time / SECOND) * SECOND,
	'by the minute': (time: number) => Math.floor(time / MINUTE) * MINUTE,
	'by the hour': (time: number) => Math.floor(time / HOUR) * HOUR,
	'by the day': (time: number) => Math.floor((time - NEW_YORK) / DAY) * DAY + NEW_YORK,
	'not at all': () => -Infinity,
};

export const nameOf = ({ id, version }: Pick<Booking, 'id' | 'version'>) => `${id}.${version}`;

/** A venue with a few bookings, each in its last version. */
export class ChangingVenue {
	now = Date.UTC(2026, 10, 21);
	asked = ASKED.exactly;
	requests = 0;
	/** How far its clock is ahead. */
	clockMs = 0;
	/** How much further it is ahead according to the next answer. */
	wrongDateMs = 0;
	/** How much too late all of its answers are dated. Its changes are not. */
	datesAheadMs = 0;
	/** Its answers are dated to the second, as in HTTP. */
	datesSeconds = false;
	/** At most this many bookings are in an answer. */
	most = Infinity;
	/** How long the rest of an answer takes after its headers, which have the date. */
	takesMs = 0;
	/** How much time the current poll has left. */
	leftMs = 0;
	private version = 0;
	private readonly bookings = new Map<number, Booking>();

	constructor(private readonly shown: Shown = 'nothing') {}

	change(id: number): void {
		const changed = this.now + this.clockMs;
		const created = this.bookings.get(id)?.created ?? changed;
		const visit = changed + ((id * 7) % 40) * 5_000;
		this.bookings.set(id, { id, version: ++this.version, created, changed, visit });
	}

	all(): string[] {
		return this.since(-Infinity).map(nameOf);
	}

	since(time: number): Booking[] {
		return [...this.bookings.values()].filter(({ changed }) => changed >= time);
	}

	answer(since: number): ChangeList {
		this.requests++;
		this.leftMs -= this.takesMs;
		if (this.leftMs < 0) throw new Error('The poll took too long.');
		const all = this.since(this.asked(since)).map((booking) => this.row(booking));
		const versions = all.slice(0, this.most);
		const isPart = versions.length < all.length;
		const askedAt = this.now - this.takesMs;
		const date = askedAt + this.clockMs + this.wrongDateMs + this.datesAheadMs;
		const venueTime = this.datesSeconds ? Math.floor(date / SECOND) * SECOND : date;
		this.wrongDateMs = 0;
		return { versions, isPart, isCut: isPart, askedAt, answeredAt: this.now, venueTime };
	}

	private row(booking: Booking) {
		const show: Show = SHOWN[this.shown];
		const { id, version } = booking;
		return versionOf({ id, version, ...show(booking, (time) => new Date(time).toISOString()) });
	}
}
