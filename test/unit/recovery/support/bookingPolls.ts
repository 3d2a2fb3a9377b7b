import { lookForChanges } from '../../../../nodes/VenuePlatformRecoveryTrigger/changedBookings';
import type { BookingMemory } from '../../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import {
	type Answer,
	type Look,
	versionOf,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/versions';

const MINUTE = 60_000;

/** Polls of a few bookings, each of which is changed once, at a minute after noon. */
export class BookingPolls {
	static readonly NOON = Date.UTC(2026, 10, 21, 12);
	static readonly MARGIN = 5 * MINUTE;

	minute = 0;
	memory?: BookingMemory;
	owed?: number;
	/** The times from which the last poll has asked, in minutes after noon. */
	asked: number[] = [];
	/** How far the venue’s clock is ahead. Changes are at its time. */
	ahead = 0;
	/** The same as the next answers say it, one after the other. */
	aheadMinutes: number[] = [];
	/** Its answers have a date. */
	hasDates = true;
	/** The venue gives so many, and says that there are more. */
	most = Infinity;
	/** How long an answer takes, and the rest of the poll. */
	takesMs = 0;
	leftMs = MINUTE;
	/** Bookings show when they were changed. */
	showsChange = true;
	private readonly bookings: Array<{ id: number; minute: number }> = [];

	change(...minutes: number[]): void {
		for (const minute of minutes) this.bookings.push({ id: this.bookings.length, minute });
	}

	owe(minute: number): void {
		this.owed = timeOf(minute);
	}

	async poll(given: Partial<Look> = {}) {
		this.asked = [];
		const looked = await lookForChanges(
			{
				fetch: async (since) => await Promise.resolve(this.answer(since)),
				leftMs: () => this.leftMs,
				now: timeOf(this.minute),
				...{ atMost: Infinity, safetyMarginMs: BookingPolls.MARGIN, owedSince: this.owed },
				...{ isContinuous: true, isPublishing: false, ...given },
			},
			this.memory,
		);
		this.memory = looked.memory;
		if (looked.left !== 'asBefore') this.owed = looked.owedSince;
		return { ...looked, found: looked.changed.map(({ minute }) => Number(minute)) };
	}

	async publish(given: Partial<Look> = {}): Promise<void> {
		const { found } = await this.poll({ isPublishing: true, ...given });
		expect(found).toEqual([]);
	}

	/** What so many polls report, ten minutes after each other. */
	async reports(polls: number, given: Partial<Look> = {}): Promise<number[][]> {
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

	private answer(since: number): Answer {
		this.asked.push(minuteOf(since));
		const ahead = this.aheadMinutes.shift() ?? this.ahead;
		const found = this.bookings.filter(({ minute }) => timeOf(minute) >= since);
		const answeredAt = timeOf(this.minute);
		return {
			versions: found.slice(0, this.most).map(({ id, minute }) => {
				const changed = new Date(timeOf(minute)).toISOString();
				return versionOf({ id, minute, ...(this.showsChange ? { changed } : {}) });
			}),
			isPart: found.length > this.most,
			...{ askedAt: answeredAt - this.takesMs, answeredAt },
			venueTime: this.hasDates ? answeredAt + ahead * MINUTE : undefined,
		};
	}
}

const timeOf = (minute: number) => BookingPolls.NOON + minute * MINUTE;
const minuteOf = (time: number) => (time - BookingPolls.NOON) / MINUTE;
