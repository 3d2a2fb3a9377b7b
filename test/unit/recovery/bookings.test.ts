import * as fc from 'fast-check';

import type { ChangeList } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { lookForChanges } from '../../../nodes/VenuePlatformRecoveryTrigger/lookForChanges';
import { MOST_VERSIONS } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { PATIENCE_MS } from '../../../nodes/venueApi/connection';
import { versionOf } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
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
		this.bookings.set(id, { id, version: ++this.version, at: this.now + this.clockMs });
	}

	/** How far its clock is ahead. */
	clockMs = 0;
	/** How much further it is ahead according to the next answer. */
	wrongDateMs = 0;
	/** At most this many bookings are in an answer. */
	most = Infinity;
	asked: number[] = [];
	/** How much too late all of its answers are dated. Its changes are not. */
	datesAheadMs = 0;
	/** How long the rest of an answer takes after its headers, which have the date. */
	takesMs = 0;
	/** How much time the current poll has left. */
	leftMs = 0;
	/** It rounds the time in a request down to the second. */
	isRounding = false;
	/** Bookings show when they changed. */
	showsChange = false;

	since(time: number) {
		const from = this.isRounding ? Math.floor(time / 1_000) * 1_000 : time;
		return [...this.bookings.values()]
			.filter(({ at }) => at >= from)
			.map(({ id, version, at }) => ({
				...{ id, version },
				...(this.showsChange ? { changed: new Date(at).toISOString() } : {}),
			}));
	}

	answer(since: number): ChangeList {
		this.asked.push(since);
		this.leftMs -= this.takesMs;
		if (this.leftMs < 0) throw new Error('The poll took too long.');
		const all = this.since(since).map(versionOf);
		const { now, clockMs, wrongDateMs } = this;
		this.wrongDateMs = 0;
		const versions = all.slice(0, this.most);
		const isPart = versions.length < all.length;
		const askedAt = now - this.takesMs;
		const venueTime = askedAt + clockMs + wrongDateMs + this.datesAheadMs;
		return { versions, isPart, isCut: isPart, askedAt, answeredAt: now, venueTime };
	}
}

/** The node as n8n runs it: n8n stores the memory of a poll that emits, and that of a start. */
class Node {
	private memory: BookingMemory | undefined;
	private owed: number | undefined;
	private stored = '';

	private constructor(
		private readonly venue: Venue,
		private isContinuous: boolean,
	) {}

	static async publish(venue: Venue, isContinuous: boolean): Promise<Node> {
		const node = new Node(venue, isContinuous);
		await node.publish(isContinuous);
		return node;
	}

	async publish(isContinuous: boolean): Promise<void> {
		this.isContinuous = isContinuous;
		expect(await this.look(true)).toEqual([]);
		this.stored = this.asStored();
	}

	owe(since: number): void {
		this.owed = Math.min(since, this.owed ?? since);
		this.stored = this.asStored();
	}

	async poll(): Promise<string[]> {
		const reports = await this.look(false);
		if (reports.length > 0) this.stored = this.asStored();
		return reports;
	}

	async restart(): Promise<string[]> {
		const { bookings, owedSince } = readMemory(JSON.parse(this.stored))!;
		this.memory = bookings;
		this.owed = owedSince;
		const reports = await this.poll();
		this.stored = this.asStored();
		return reports;
	}

	private async look(isPublishing: boolean): Promise<string[]> {
		const { venue, isContinuous } = this;
		venue.leftMs = PATIENCE_MS.poll;
		const look = {
			fetch: async (since: number) => await Promise.resolve(venue.answer(since)),
			now: venue.now,
			atMost: Infinity,
			leftMs: () => venue.leftMs,
			zone: 'UTC',
			safetyMarginMs: MARGIN,
			isContinuous,
			isPublishing,
			owedSince: this.owed,
		};
		const { memory, owedSince, changed } = await lookForChanges(look, this.memory);
		this.memory = memory;
		this.owed = owedSince;
		return changed.map(({ id, version }) => `${String(id)}.${String(version)}`);
	}

	private asStored(): string {
		const owed = this.owed === undefined ? {} : { owedSince: this.owed };
		return JSON.stringify(writeMemory({ venue: 1, bookings: this.memory, ...owed }));
	}
}

describe('what the recovery trigger reports about bookings', () => {
	it.each([true, false])(
		'is each version once, and none is missing (every change: %p)',
		async (isContinuous) => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
					const venue = new Venue();
					venue.change(0);
					venue.now += 60 * MINUTE;
					// Shortly before publishing: reported only if a message was given up.
					venue.change(1);
					venue.now += MINUTE;
					const publishedAt = venue.now + 1;
					const node = await Node.publish(venue, isContinuous);
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
								const reports = one.kind === 'poll' ? await node.poll() : await node.restart();
								if (!isContinuous && !isEverOwed) expect(reports).toEqual([]);
								if (!isEverOwed) expect(reports).not.toContain('1.2');
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

	const BEFORE = Date.UTC(2026, 10, 21);
	const many = (venue: Venue, from: number, count: number) => {
		for (let id = from; id < from + count; id++) venue.change(id);
	};

	it.each([true, false])(
		'repeats nothing of a large outage if one message is from before it (every change: %p)',
		async (isContinuous) => {
			const venue = new Venue();
			many(venue, 10_000, 40);
			venue.now += 30 * MINUTE;
			const outageAt = venue.now;
			const node = await Node.publish(venue, isContinuous);
			venue.now += 10 * MINUTE;
			many(venue, 0, 3 * MOST_VERSIONS);
			venue.now += MINUTE;
			node.owe(outageAt);
			expect(await node.poll()).toHaveLength(3 * MOST_VERSIONS);
			for (let poll = 0; poll < 3; poll++) {
				venue.now += 15 * MINUTE;
				venue.change(poll);
				const earlier = poll === 1 ? 40 : 0;
				if (poll === 1) node.owe(BEFORE);
				const changed = isContinuous || poll === 1 ? poll + 1 : 0;
				const latest = isContinuous ? Math.min(changed, 1) : changed;
				const reports = await (poll === 2 ? node.restart() : node.poll());
				expect(reports).toHaveLength(earlier + latest);
			}
		},
	);

	it('still includes what is owed after the user has chosen every change', async () => {
		const venue = new Venue();
		const node = await Node.publish(venue, false);
		venue.now += 10 * MINUTE;
		many(venue, 0, 3);
		node.owe(venue.now - 5 * MINUTE);
		venue.now += MINUTE;
		await node.publish(true);
		venue.now += MINUTE;
		venue.change(7);
		expect((await node.poll()).sort()).toEqual(['0.1', '1.2', '2.3', '7.4']);
		venue.now += MINUTE;
		venue.change(7);
		expect(await node.poll()).toEqual(['7.5']);
		expect(await node.poll()).toEqual([]);
	});

	it.each([-1, 1].flatMap((sign) => [0, 1, 2].map((poll) => [sign, poll] as const)))(
		'is neither silenced nor repeated by one date that is wrong by %d day, at poll %d',
		async (sign, wrongPoll) => {
			const venue = new Venue();
			many(venue, 100, 50);
			venue.now += 60 * MINUTE;
			venue.wrongDateMs = wrongPoll === 0 ? sign * 24 * 60 * MINUTE : 0;
			const node = await Node.publish(venue, true);
			const said: string[] = [];
			for (let poll = 1; poll <= 6; poll++) {
				venue.now += 15 * MINUTE;
				venue.change(poll);
				venue.wrongDateMs = poll === wrongPoll ? sign * 24 * 60 * MINUTE : 0;
				said.push(...(await node.poll()));
			}
			expect(said).toEqual(['1.51', '2.52', '3.53', '4.54', '5.55', '6.56']);
		},
	);

	it.each(
		[-180, -20, 20, 180].flatMap((minutes) => [0, 3].map((poll) => [minutes, poll] as const)),
	)(
		'is everything once if dates are wrong by %d minutes for a while, starting at poll %d',
		async (minutes, wrongFrom) => {
			const venue = new Venue();
			many(venue, 100, 50);
			venue.now += 600 * MINUTE;
			const answerAt = (poll: number) => {
				venue.wrongDateMs = poll >= wrongFrom && poll < wrongFrom + 4 ? minutes * MINUTE : 0;
			};
			answerAt(0);
			const node = await Node.publish(venue, true);
			const said: string[] = [];
			for (let poll = 1; poll <= 10; poll++) {
				venue.now += 15 * MINUTE;
				venue.change(poll);
				answerAt(poll);
				said.push(...(await (poll % 4 === 0 ? node.restart() : node.poll())));
			}
			expect(said.sort()).toEqual(
				Array.from({ length: 10 }, (_, index) => `${index + 1}.${index + 51}`).sort(),
			);
		},
	);

	it.each([true, false])(
		'repeats nothing of more changes at one time than fit into the memory, if the venue rounds (every change: %p)',
		async (isContinuous) => {
			const venue = new Venue();
			Object.assign(venue, { isRounding: true, showsChange: true });
			venue.now += 300;
			const node = await Node.publish(venue, isContinuous);
			venue.now += 10 * MINUTE;
			many(venue, 0, 2 * MOST_VERSIONS);
			const outageAt = venue.now;
			venue.now += 2 * MINUTE;
			if (!isContinuous) node.owe(outageAt);
			expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);
			venue.now += 15 * MINUTE;
			venue.change(9_999);
			if (!isContinuous) node.owe(outageAt + MINUTE);
			expect(await node.poll()).toHaveLength(1);
		},
	);

	it.each(
		[true, false].flatMap((showsChange) =>
			[MINUTE / 60, 24 * 60 * MINUTE].map((ahead) => [showsChange, ahead] as const),
		),
	)(
		'misses nothing after more changes than fit into the memory, if all answers are dated too late (dates shown: %p, by %d ms)',
		async (showsChange, datesAheadMs) => {
			const venue = new Venue();
			Object.assign(venue, { showsChange, datesAheadMs, isRounding: true });
			const node = await Node.publish(venue, true);
			venue.now += 10 * MINUTE;
			many(venue, 0, 2 * MOST_VERSIONS);
			venue.now += 100;
			expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);
			venue.now += 100;
			venue.change(9_999);
			venue.now += 15 * MINUTE;
			expect(await node.poll()).toContain(`9999.${2 * MOST_VERSIONS + 1}`);
		},
	);

	it.each(
		[true, false].flatMap((isContinuous) =>
			[100, 140].map((takes) => [isContinuous, takes] as const),
		),
	)(
		'does not delay new changes if lists are too slow to reach back (every change: %p, %d s)',
		async (isContinuous, takesS) => {
			const venue = new Venue();
			const before = venue.now;
			venue.change(1);
			venue.now += 60 * MINUTE;
			const node = await Node.publish(venue, isContinuous);
			venue.now += 10 * MINUTE;
			if (!isContinuous) node.owe(venue.now - 5 * MINUTE);
			many(venue, 10, 2 * MOST_VERSIONS);
			venue.now += 1;
			expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);

			venue.takesMs = takesS * 1_000;
			venue.now += 20 * MINUTE;
			node.owe(before);
			venue.change(2);
			venue.now += 5 * MINUTE;
			expect(await node.poll()).toEqual([`2.${2 * MOST_VERSIONS + 2}`]);
			venue.now += 5 * MINUTE;
			expect(await node.poll()).toEqual([]);

			venue.takesMs = 0;
			venue.now += 5 * MINUTE;
			expect(await node.poll()).toEqual(['1.1']);
			venue.now += 5 * MINUTE;
			expect(await node.poll()).toEqual([]);
		},
	);

	it('repeats nothing for a message from before a response with a date that is too early', async () => {
		const venue = new Venue();
		const node = await Node.publish(venue, false);
		venue.now += 10 * MINUTE;
		const first = venue.now;
		node.owe(first);
		venue.change(1);
		venue.now += MINUTE;
		expect(await node.poll()).toEqual(['1.1']);

		venue.now += 120 * MINUTE;
		const before = venue.now;
		node.owe(first);
		venue.change(2);
		venue.now += 10 * MINUTE;
		venue.wrongDateMs = -3 * MINUTE;
		expect(await node.poll()).toEqual(['2.2']);

		venue.now += 60 * MINUTE;
		node.owe(before);
		venue.change(3);
		venue.now += MINUTE;
		expect(await node.poll()).toEqual(['3.3']);
	});

	it('does not repeat more because of an earlier message, if all dates went back after a large outage', async () => {
		const repeatsWith = async (isOwed: boolean) => {
			const venue = new Venue();
			Object.assign(venue, { isRounding: true, showsChange: true });
			const before = venue.now;
			venue.now += 60 * MINUTE;
			const node = await Node.publish(venue, true);
			venue.now += 10 * MINUTE;
			many(venue, 0, 2 * MOST_VERSIONS);
			venue.now += 100;
			expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);
			venue.datesAheadMs = -240 * MINUTE;
			let repeats = 0;
			for (let poll = 0; poll < 6; poll++) {
				venue.now += 5 * MINUTE;
				if (isOwed && poll === 3) node.owe(before);
				repeats += (await node.poll()).length;
			}
			return repeats;
		};
		expect(await repeatsWith(true)).toBe(await repeatsWith(false));
	});

	it('repeats nothing of more changes than fit into the memory, shortly before a slow list', async () => {
		const venue = new Venue();
		Object.assign(venue, { takesMs: 40_000, showsChange: true });
		const node = await Node.publish(venue, true);
		venue.now += 10 * MINUTE;
		many(venue, 0, 2 * MOST_VERSIONS);
		venue.now += 50_000;
		expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);
		venue.now += 3 * MINUTE;
		expect(await node.poll()).toEqual([]);
	});

	it('repeats nothing after more changes than fit into the memory, if all answers are dated too early', async () => {
		const venue = new Venue();
		Object.assign(venue, { showsChange: true, datesAheadMs: -60 * MINUTE });
		const outage = () => {
			venue.now += 10 * MINUTE;
			many(venue, 0, 2 * MOST_VERSIONS);
			venue.now += 10_000;
			many(venue, 2 * MOST_VERSIONS, 100);
			venue.now += 10_000;
		};
		outage();
		const node = await Node.publish(venue, true);
		venue.now += MINUTE;
		expect(await node.poll()).toEqual([]);

		outage();
		const outageAt = venue.now - MINUTE;
		expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS + 100);
		venue.now += MINUTE;
		expect(await node.poll()).toEqual([]);
		venue.now += MINUTE;
		node.owe(outageAt);
		expect(await node.poll()).toEqual([]);
	});

	it.each(
		[-180, -20].flatMap((minutes) => [true, false].map((isTrue) => [minutes, isTrue] as const)),
	)(
		'misses nothing in the end if dates go back by %d minutes after a large outage (with the clock: %p)',
		async (minutes, isTrue) => {
			const venue = new Venue();
			venue.now += 600 * MINUTE;
			const node = await Node.publish(venue, true);
			venue.now += 10 * MINUTE;
			many(venue, 0, MOST_VERSIONS + 150);
			venue.now += MINUTE;
			const said = await node.poll();
			expect(said).toHaveLength(MOST_VERSIONS + 150);
			const changes = [1, 2, 3, 4, 5, 6].map(
				(poll) => `${10_000 + poll}.${MOST_VERSIONS + 150 + poll}`,
			);
			for (let poll = 1; poll <= 16; poll++) {
				venue.now += 15 * MINUTE;
				if (isTrue) venue.clockMs = minutes * MINUTE;
				else venue.wrongDateMs = minutes * MINUTE;
				if (poll <= changes.length) venue.change(10_000 + poll);
				said.push(...(await (poll % 4 === 0 ? node.restart() : node.poll())));
			}
			expect(said).toEqual(expect.arrayContaining(changes));
		},
	);
});
