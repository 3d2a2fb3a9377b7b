import { lookForChanges } from '../../../../nodes/VenuePlatformRecoveryTrigger/lookForChanges';
import type { BookingRange } from '../../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	type ChangeList,
	type ChangeSearch,
	versionOf,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { searchWith } from './changeNode';
import { MINUTE, NOON } from './listedVenue';

/** Polls of a few bookings, each of which changes once, at a minute after noon. */
export class BookingPolls {
	minute = 0;
	memory?: BookingRange;
	owed?: number;
	/** Since when the last poll requested changes, in minutes after noon. */
	asked: number[] = [];
	/** How many minutes the venue’s clock is ahead. Changes have its time. */
	ahead = 0;
	/** The same according to the next answers, one after the other. */
	aheadMinutes: number[] = [];
	/** The venue’s answers have a date. */
	hasDates = true;
	/** If there are more bookings, the venue returns only this many and says so. */
	most = Infinity;
	/** How long an answer takes, and how much time the poll has left. */
	takesMs = 0;
	leftMs = MINUTE;
	/** Bookings show when they changed. */
	showsChange = true;
	/** They also show until when a guest may change them, in days from then. */
	changeableDays = 0;
	/** A venue that takes the time for its local time also lists what changed so many minutes earlier. */
	reachesBack = 0;
	private readonly bookings: Array<{ id: number; minute: number }> = [];

	change(...minutes: number[]): void {
		for (const minute of minutes) this.bookings.push({ id: this.bookings.length, minute });
	}

	/** The venue no longer lists so many bookings. */
	remove(count: number): void {
		this.bookings.splice(0, count);
	}

	owe(minute: number): void {
		this.owed = timeOf(minute);
	}

	async poll(given: Partial<ChangeSearch> = {}) {
		this.asked = [];
		const looked = await lookForChanges(
			searchWith((since) => this.answer(since), {
				...{ leftMs: () => this.leftMs, now: timeOf(this.minute), owedSince: this.owed },
				...given,
			}),
			this.memory,
		);
		this.memory = looked.memory;
		this.owed = looked.owedSince;
		return { ...looked, found: looked.changed.map(({ minute }) => Number(minute)) };
	}

	async publish(given: Partial<ChangeSearch> = {}): Promise<void> {
		const { found } = await this.poll({ why: 'publishing', ...given });
		expect(found).toEqual([]);
	}

	/** What each of these polls reports, ten minutes apart. */
	async reports(polls: number, given: Partial<ChangeSearch> = {}): Promise<number[][]> {
		const reported: number[][] = [];
		for (let poll = 0; poll < polls; poll++) {
			this.minute += 10;
			reported.push((await this.poll(given)).found);
		}
		return reported;
	}

	/** The range that has been reported, in minutes after noon. */
	range() {
		const { from, until, next } = this.memory!;
		return [from, until, next].map(minuteOf);
	}

	owedMinute(): number | undefined {
		return this.owed === undefined ? undefined : minuteOf(this.owed);
	}

	private answer(since: number): ChangeList {
		this.asked.push(minuteOf(since));
		const ahead = this.aheadMinutes.shift() ?? this.ahead;
		const from = since - this.reachesBack * MINUTE;
		const found = this.bookings.filter(({ minute }) => timeOf(minute) >= from);
		const answeredAt = timeOf(this.minute);
		const days = this.changeableDays;
		return {
			versions: found.slice(0, this.most).map(({ id, minute }) => {
				const changed = new Date(timeOf(minute)).toISOString();
				const until = { changeableUntil: new Date(timeOf(minute) + days * DAY).toISOString() };
				return versionOf({
					...{ id, minute },
					...(this.showsChange ? { changed } : {}),
					...(days > 0 ? until : {}),
				});
			}),
			isPart: found.length > this.most,
			isCut: found.length > this.most,
			...{ askedAt: answeredAt - this.takesMs, answeredAt },
			venueTime: this.hasDates ? answeredAt + ahead * MINUTE : undefined,
		};
	}
}

const DAY = 24 * 60 * MINUTE;
const timeOf = (minute: number) => NOON + minute * MINUTE;
const minuteOf = (time: number) => (time - NOON) / MINUTE;
