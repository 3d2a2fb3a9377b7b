import * as fc from 'fast-check';

import {
	compareBookings,
	spanOf,
} from '../../../nodes/VenuePlatformRecoveryTrigger/bookings/compare';
import { fingerprintOf } from '../../../nodes/VenuePlatformRecoveryTrigger/memory/fingerprint';
import {
	type BookingMemory,
	readMemory,
	writeMemory,
} from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';

const MINUTE = 60_000;
const MARGIN = 5 * MINUTE;
const BOOKINGS = 8;

type Step =
	| { kind: 'change'; id: number }
	| { kind: 'pass'; minutes: number }
	| { kind: 'giveUp'; minutesAgo: number }
	| { kind: 'poll' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			id: fc.nat({ max: BOOKINGS - 1 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.nat({ max: 40 }) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('giveUp' as const),
			minutesAgo: fc.nat({ max: 200 }),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ kind: fc.constantFrom('poll' as const, 'restart' as const) }),
	},
);

class Venue {
	now = Date.UTC(2026, 10, 21);
	private version = 0;
	private readonly bookings = new Map<number, { id: number; version: number; at: number }>();

	change(id: number): void {
		this.bookings.set(id, { id, version: ++this.version, at: this.now });
	}

	since(time: number) {
		return (
			[...this.bookings.values()]
				.filter(({ at }) => at >= time)
				// The time of the change is nothing that a booking has to show.
				.map(({ id, version }) => ({ id, version }))
		);
	}
}

/** The node as n8n runs it: what a poll remembers is stored when it emits, and at a start. */
class Node {
	private memory: BookingMemory | undefined;
	private owed: number | undefined;
	private stored: string;

	constructor(
		private readonly venue: Venue,
		private readonly isContinuous: boolean,
	) {
		if (isContinuous) this.look(venue.now - MARGIN, true);
		this.stored = this.asStored();
	}

	owe(since: number): void {
		this.owed = Math.min(since, this.owed ?? since);
		this.stored = this.asStored();
	}

	poll(): string[] {
		const usual = this.isContinuous ? this.memory?.until : undefined;
		const wanted = this.owed === undefined ? usual : Math.min(this.owed, usual ?? this.owed);
		const reports = wanted === undefined ? [] : this.look(wanted, false);
		if (reports.length > 0) this.stored = this.asStored();
		return reports;
	}

	restart(): string[] {
		const { bookings, refetchSince } = readMemory(JSON.parse(this.stored))!;
		this.memory = bookings;
		this.owed = refetchSince;
		const reports = this.poll();
		this.stored = this.asStored();
		return reports;
	}

	private look(wanted: number, isFirst: boolean): string[] {
		const span = isFirst
			? ({ since: wanted, place: 'apart' } as const)
			: spanOf(this.memory, wanted);
		const versions = this.venue
			.since(span.since)
			.map((booking) => ({ booking, fingerprint: fingerprintOf(booking) }));
		const asked = { span, at: this.venue.now, safetyMarginMs: MARGIN };
		const { memory, changed } = compareBookings(versions, this.memory, asked);
		this.memory = { ...memory, isContinuous: this.isContinuous };
		this.owed = undefined;
		return changed.map(({ id, version }) => `${id}.${version}`);
	}

	private asStored(): string {
		const owed = this.owed === undefined ? {} : { refetchSince: this.owed };
		return JSON.stringify(writeMemory({ venue: 1, bookings: this.memory, ...owed }));
	}
}

describe('what the recovery trigger says about bookings', () => {
	it.each([true, false])(
		'is each version once, and none is missing (every change: %p)',
		(isContinuous) => {
			fc.assert(
				fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
					const venue = new Venue();
					venue.change(0);
					venue.now += 60 * MINUTE;
					const publishedAt = venue.now + 1;
					const node = new Node(venue, isContinuous);
					venue.now += 1;
					const said: string[] = [];
					let owed = Infinity;
					let isEverOwed = false;
					for (const one of steps) {
						switch (one.kind) {
							case 'change':
								venue.change(one.id);
								break;
							case 'pass':
								venue.now += one.minutes * MINUTE;
								break;
							case 'giveUp': {
								const since = venue.now - one.minutesAgo * MINUTE;
								owed = Math.min(owed, since);
								isEverOwed = true;
								node.owe(since);
								break;
							}
							default: {
								const reports = one.kind === 'poll' ? node.poll() : node.restart();
								if (!isContinuous && !isEverOwed) expect(reports).toEqual([]);
								said.push(...reports);
								const wantedSince = Math.min(owed, isContinuous ? publishedAt : Infinity);
								for (const { id, version } of venue.since(wantedSince)) {
									expect(said).toContain(`${id}.${version}`);
								}
								owed = Infinity;
							}
						}
					}
					expect(new Set(said).size).toBe(said.length);
				}),
				{ numRuns: 2_000 },
			);
		},
	);
});
