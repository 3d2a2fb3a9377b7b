import * as fc from 'fast-check';

import type { ChangeList } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { lookForChanges } from '../../../nodes/VenuePlatformRecoveryTrigger/lookForChanges';
import {
	type BookingMemory,
	readMemory,
	writeMemory,
} from '../../../nodes/VenuePlatformRecoveryTrigger/memory/memory';
import { versionOf } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MARGIN = 5 * MINUTE;

interface Booking {
	id: number;
	version: number;
	created: number;
	changed: number;
	visit: number;
}

type Show = (booking: Booking, iso: (time: number) => string) => object;

/** The dates that bookings show. The venue itself goes by the time of the last change. */
const SHOWN: Record<string, Show> = {
	change: ({ changed }, iso) => ({ lastModified: iso(changed) }),
	'change, in whole seconds': ({ changed }, iso) => ({
		lastModified: iso(Math.floor(changed / 1_000) * 1_000),
	}),
	'creation and change': ({ created, changed }, iso) => ({ a: iso(created), b: iso(changed) }),
	'visit and change': ({ visit, changed }, iso) => ({ a: iso(visit), b: iso(changed) }),
	'creation and visit': ({ created, visit }, iso) => ({ created: iso(created), visit: iso(visit) }),
	'creation, called a change': ({ created }, iso) => ({ modifiedDate: iso(created) }),
	nothing: () => ({}),
};

const SECOND = 1_000;
const NEW_YORK = 5 * 60 * MINUTE;

/** What a venue makes of the time that it is asked for. */
const ASKED = {
	exactly: (time: number) => time,
	'later than it': (time: number) => time + 1,
	'by the second': (time: number) => Math.floor(time / SECOND) * SECOND,
	'by the minute': (time: number) => Math.floor(time / MINUTE) * MINUTE,
	'by the hour': (time: number) => Math.floor(time / HOUR) * HOUR,
	'by the day': (time: number) => Math.floor((time - NEW_YORK) / DAY) * DAY + NEW_YORK,
	'not at all': () => -Infinity,
};

class Venue {
	now = Date.UTC(2026, 10, 21);
	asked = ASKED.exactly;
	requests = 0;
	/** How long a list takes, and how much time the poll then has left. */
	takesMs = 0;
	leftMs = 60_000;
	/** Its answers are dated to the second, as in HTTP. */
	datesSeconds = false;
	private version = 0;
	private readonly bookings = new Map<number, Booking>();

	constructor(private readonly show: Show) {}

	change(id: number): void {
		const created = this.bookings.get(id)?.created ?? this.now;
		const visit = this.now + ((id * 7) % 40) * 5_000;
		this.bookings.set(id, { id, version: ++this.version, created, changed: this.now, visit });
	}

	all(): string[] {
		return [...this.bookings.values()].map(nameOf);
	}

	answer(since: number): ChangeList {
		this.requests++;
		const { now } = this;
		const from = this.asked(since);
		const found = [...this.bookings.values()].filter(({ changed }) => changed >= from);
		const versions = found.map((booking) => {
			const { id, version } = booking;
			const shown = { id, version, ...this.show(booking, (time) => new Date(time).toISOString()) };
			return versionOf(shown);
		});
		return {
			versions,
			...{ isPart: false, isCut: false },
			askedAt: now - this.takesMs,
			answeredAt: now,
			venueTime: this.datesSeconds ? Math.floor(now / 1_000) * 1_000 : now,
		};
	}
}

const nameOf = ({ id, version }: Pick<Booking, 'id' | 'version'>) => `${id}.${version}`;

/** The node as n8n runs it: n8n stores the memory of a poll that emits. */
class Node {
	private memory: BookingMemory | undefined;
	private stored = '{"venue":1}';

	constructor(
		private readonly venue: Venue,
		private readonly isContinuous: boolean,
		public owed: number | undefined,
		private readonly atMost: number,
	) {
		this.store();
	}

	owe(since: number): void {
		this.owed = Math.min(since, this.owed ?? since);
		this.store();
	}

	async poll(): Promise<string[]> {
		const { venue, isContinuous, atMost } = this;
		const { memory, owedSince, changed } = await lookForChanges(
			{
				fetch: async (since) => await Promise.resolve(venue.answer(since)),
				leftMs: () => venue.leftMs,
				zone: 'UTC',
				now: venue.now,
				atMost,
				safetyMarginMs: MARGIN,
				isContinuous,
				isPublishing: false,
				owedSince: this.owed,
			},
			this.memory,
		);
		this.memory = memory;
		this.owed = owedSince;
		if (changed.length > 0) this.store();
		return (changed as unknown as Booking[]).map(nameOf);
	}

	restart(): void {
		const { bookings, owedSince } = readMemory(JSON.parse(this.stored))!;
		this.memory = bookings;
		this.owed = owedSince;
	}

	storedBytes(): number {
		return this.stored.length;
	}

	private store(): void {
		const owed = this.owed === undefined ? {} : { owedSince: this.owed };
		this.stored = JSON.stringify(writeMemory({ venue: 1, bookings: this.memory, ...owed }));
	}
}

async function untilQuiet(node: Node, venue: Venue, between: (poll: number) => void) {
	const batches: string[][] = [];
	let quiet = 0;
	for (let poll = 0; poll < 200; poll++) {
		const batch = await node.poll();
		quiet = batch.length === 0 ? quiet + 1 : 0;
		if (quiet * MINUTE > 2 * MARGIN) return batches;
		if (batch.length > 0) batches.push(batch);
		venue.now += MINUTE;
		between(poll);
	}
	throw new Error('There is no end to it');
}

describe('a large result of the recovery trigger', () => {
	const begin = (show: string, count: number, everyMs: number) => {
		const venue = new Venue(SHOWN[show]);
		for (let id = 0; id < count; id++) {
			venue.change((id * 7) % count);
			venue.now += everyMs;
		}
		return venue;
	};
	const START = Date.UTC(2026, 10, 21);

	it.each(Object.keys(SHOWN))(
		'comes in batches in any order if bookings show: %s [reliability: come in batches]',
		async (show) => {
			const venue = begin(show, 500, 10_000);
			for (let id = 0; id < 500; id += 3) venue.change(id);
			venue.now += 10 * MINUTE;
			const node = new Node(venue, true, START, 50);
			const batches = await untilQuiet(node, venue, () => node.restart());
			expect(batches.flat().sort()).toEqual(venue.all().sort());
			expect(batches.map(({ length }) => length)).toEqual(Array(10).fill(50));
		},
	);

	it('is no larger if all changes share one time', async () => {
		const venue = begin('change', 30, 10_000);
		for (let id = 100; id < 170; id++) venue.change(id);
		const node = new Node(venue, true, START, 20);
		const batches = await untilQuiet(node, venue, () => node.restart());
		expect(batches.flat().sort()).toEqual(venue.all().sort());
		expect(Math.max(...batches.map(({ length }) => length))).toBe(20);
	});

	it('leaves out nothing that changed in the second before publishing', async () => {
		const venue = new Venue(SHOWN.change);
		venue.datesSeconds = true;
		const before = venue.now;
		for (let id = 0; id < 8; id++) venue.change(id);
		venue.now += 20 * MINUTE + 284;
		for (let id = 20; id < 25; id++) venue.change(id);
		venue.now += 500;
		const node = new Node(venue, true, undefined, 3);
		expect(await node.poll()).toEqual([]);

		node.owe(before);
		const said: string[] = [];
		for (let poll = 0; poll < 8; poll++) {
			venue.now += 5 * MINUTE;
			said.push(...(await node.poll()));
		}
		expect(said.sort()).toEqual(venue.all().sort());
	});

	it('comes at once if there is no time to request it again', async () => {
		const venue = begin('change', 500, 10_000);
		Object.assign(venue, { takesMs: 151_000, leftMs: 119_000 });
		const node = new Node(venue, true, START, 50);
		expect(await node.poll()).toHaveLength(500);
		expect(venue.requests).toBe(1);
		venue.now += 15 * MINUTE;
		expect(await node.poll()).toEqual([]);
	});

	it('costs no more memory and no more requests with each batch', async () => {
		const venue = begin('creation and change', 5_000, 100);
		const node = new Node(venue, true, START, 250);
		const costs: Array<[number, number]> = [];
		let before = 0;
		const batches = await untilQuiet(node, venue, () => {
			costs.push([venue.requests - before, node.storedBytes()]);
			before = venue.requests;
			node.restart();
		});
		expect(new Set(batches.flat()).size).toBe(5_000);
		expect(batches).toHaveLength(20);
		expect(Math.max(...costs.map(([requests]) => requests))).toBeLessThanOrEqual(2);
		expect(Math.max(...costs.map(([, bytes]) => bytes))).toBeLessThan(7_000);
	});

	const step = fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constant('change' as const), id: fc.nat({ max: 30 }) }),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('pass' as const),
				ms: fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 40 * MINUTE })),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('giveUp' as const), ago: fc.nat({ max: 3 * DAY }) }),
		},
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constantFrom('poll' as const, 'restart' as const) }),
		},
	);

	const kinds = Object.keys(ASKED) as Array<keyof typeof ASKED>;

	it.each(
		[true, false].flatMap((isContinuous) => kinds.map((asked) => [asked, isContinuous] as const)),
	)(
		'has each version once, and each booking in the end, whatever happens between batches (asked: %s, every change: %p) [reliability: 1,200 bookings]',
		async (asked, isContinuous) => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(step, { maxLength: 40 }),
					fc.integer({ min: 1, max: 6 }),
					fc.constantFrom(...Object.keys(SHOWN)),
					async (steps, atMost, show) => {
						const venue = begin(show, 40, 7_000);
						venue.asked = ASKED[asked];
						const node = new Node(venue, isContinuous, START - 1, atMost);
						const said: string[] = [];
						for (const one of steps) {
							if (one.kind === 'change') venue.change(one.id);
							else if (one.kind === 'pass') venue.now += one.ms;
							else if (one.kind === 'giveUp') node.owe(venue.now - one.ago);
							else {
								if (one.kind === 'restart') node.restart();
								said.push(...(await node.poll()));
							}
						}
						// If the user does not want every change, the last ones may not be owed yet.
						node.owe(START - 1);
						said.push(...(await untilQuiet(node, venue, () => undefined)).flat());
						expect(new Set(said).size).toBe(said.length);
						expect(said).toEqual(expect.arrayContaining(venue.all()));
					},
				),
				{ numRuns: 60 },
			);
		},
	);
});
