import * as fc from 'fast-check';

import { lookForChanges } from '../../../../nodes/VenuePlatformRecoveryTrigger/lookForChanges';
import {
	type BookingRange,
	readMemory,
	writeMemory,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import type { PollReason } from '../../../../nodes/VenuePlatformRecoveryTrigger/pollRun';
import type {
	ChangeList,
	ChangeSearch,
} from '../../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { PATIENCE_MS } from '../../../../nodes/venueApi/connection';
import { type ChangingVenue, nameOf } from './changingVenue';
import { MARGIN } from './listedVenue';

/** A poll that reports every change without a limit, unless these say otherwise. */
export const searchWith = (
	answer: (since: number) => ChangeList,
	given: Pick<ChangeSearch, 'leftMs' | 'now'> & Partial<ChangeSearch>,
): ChangeSearch => ({
	fetch: async (since) => await Promise.resolve(answer(since)),
	...{ zone: 'UTC', atMost: Infinity, safetyMarginMs: MARGIN },
	...{ isContinuous: true, why: 'schedule', ...given },
});

/** The node as n8n runs it: n8n stores the memory of a poll that emits, and that of a start. */
export class ChangeNode {
	private memory: BookingRange | undefined;
	private owed: number | undefined;
	private stored = '';
	private isStarting = false;

	constructor(
		private readonly venue: ChangingVenue,
		private isContinuous: boolean,
		private readonly atMost = Infinity,
	) {
		this.store();
	}

	static async published(venue: ChangingVenue, isContinuous: boolean): Promise<ChangeNode> {
		const node = new ChangeNode(venue, isContinuous);
		await node.publish(isContinuous);
		return node;
	}

	async publish(isContinuous: boolean): Promise<void> {
		this.isContinuous = isContinuous;
		expect(await this.look('publishing')).toEqual([]);
		this.store();
	}

	/** A message was given up about something that changed since then. */
	owe(since: number): this {
		this.owed = Math.min(since, this.owed ?? since);
		this.store();
		return this;
	}

	async poll(): Promise<string[]> {
		const reports = await this.look('schedule');
		if (reports.length > 0 || this.isStarting) this.store();
		this.isStarting = false;
		return reports;
	}

	/** The next poll is that of a start. */
	restart(): void {
		const { bookings, recoverSince } = readMemory(JSON.parse(this.stored))!;
		this.memory = bookings;
		this.owed = recoverSince;
		this.isStarting = true;
	}

	storedBytes(): number {
		return this.stored.length;
	}

	private async look(why: PollReason): Promise<string[]> {
		const { venue, isContinuous, atMost, owed: owedSince } = this;
		venue.leftMs = PATIENCE_MS.poll;
		const given = { leftMs: () => venue.leftMs, now: venue.now, atMost, owedSince };
		const looked = await lookForChanges(
			searchWith((since) => venue.answer(since), { ...given, isContinuous, why }),
			this.memory,
		);
		this.memory = looked.memory;
		this.owed = looked.owedSince;
		return looked.changed.map((row) => nameOf(row as unknown as Parameters<typeof nameOf>[0]));
	}

	private store(): void {
		const owed = this.owed === undefined ? {} : { recoverSince: this.owed };
		this.stored = JSON.stringify(writeMemory({ venue: 1, bookings: this.memory, ...owed }));
	}
}

type Step =
	| { kind: 'change'; id: number }
	| { kind: 'pass' | 'giveUp'; ms: number }
	| { kind: 'poll' | 'restart' };

/** What may happen to a few bookings and a node; a message is about something that long ago. */
export const steps = (
	bookings: number,
	{ pass, ago }: Record<'pass' | 'ago', fc.Arbitrary<number>>,
	maxLength: number,
): fc.Arbitrary<Step[]> =>
	fc.array(
		fc.oneof(
			{
				weight: 4,
				arbitrary: fc.record({
					kind: fc.constant('change' as const),
					id: fc.nat({ max: bookings - 1 }),
				}),
			},
			{ weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: pass }) },
			{ weight: 1, arbitrary: fc.record({ kind: fc.constant('giveUp' as const), ms: ago }) },
			{
				weight: 4,
				arbitrary: fc.record({ kind: fc.constantFrom('poll' as const, 'restart' as const) }),
			},
		),
		{ maxLength },
	);
