import * as fc from 'fast-check';

import { ChangeNode, steps } from './support/changeNode';
import { ASKED, ChangingVenue, type Shown, SHOWN } from './support/changingVenue';
import { MARGIN, MINUTE } from './support/listedVenue';

const DAY = 24 * 60 * MINUTE;

async function untilQuiet(node: ChangeNode, venue: ChangingVenue, between: (poll: number) => void) {
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
	const begin = (shown: Shown, count: number, everyMs: number) => {
		const venue = new ChangingVenue(shown);
		for (let id = 0; id < count; id++) {
			venue.change((id * 7) % count);
			venue.now += everyMs;
		}
		return venue;
	};
	const START = Date.UTC(2026, 10, 21);

	it.each(Object.keys(SHOWN) as Shown[])(
		'comes in batches in any order if bookings show: %s [reliability: come in batches]',
		async (shown) => {
			const venue = begin(shown, 500, 10_000);
			for (let id = 0; id < 500; id += 3) venue.change(id);
			venue.now += 10 * MINUTE;
			const node = new ChangeNode(venue, true, 50).owe(START);
			const batches = await untilQuiet(node, venue, () => node.restart());
			expect(batches.flat().sort()).toEqual(venue.all().sort());
			expect(batches.map(({ length }) => length)).toEqual(Array(10).fill(50));
		},
	);

	it('is no larger if all changes share one time', async () => {
		const venue = begin('change', 30, 10_000);
		for (let id = 100; id < 170; id++) venue.change(id);
		const node = new ChangeNode(venue, true, 20).owe(START);
		const batches = await untilQuiet(node, venue, () => node.restart());
		expect(batches.flat().sort()).toEqual(venue.all().sort());
		expect(Math.max(...batches.map(({ length }) => length))).toBe(20);
	});

	it('leaves out nothing that changed in the second before publishing', async () => {
		const venue = new ChangingVenue('change');
		venue.datesSeconds = true;
		const before = venue.now;
		for (let id = 0; id < 8; id++) venue.change(id);
		venue.now += 20 * MINUTE + 284;
		for (let id = 20; id < 25; id++) venue.change(id);
		venue.now += 500;
		const node = new ChangeNode(venue, true, 3);
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
		venue.takesMs = 151_000;
		const node = new ChangeNode(venue, true, 50).owe(START);
		expect(await node.poll()).toHaveLength(500);
		expect(venue.requests).toBe(1);
		venue.now += 15 * MINUTE;
		expect(await node.poll()).toEqual([]);
	});

	it('costs no more memory and no more requests with each batch', async () => {
		const venue = begin('creation and change', 5_000, 100);
		const node = new ChangeNode(venue, true, 250).owe(START);
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

	const pass = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 40 * MINUTE }));
	const kinds = Object.keys(ASKED) as Array<keyof typeof ASKED>;

	it.each(
		[true, false].flatMap((isContinuous) => kinds.map((asked) => [asked, isContinuous] as const)),
	)(
		'has each version once, and each booking in the end, whatever happens between batches (asked: %s, every change: %p) [reliability: 1,200 bookings]',
		async (asked, isContinuous) => {
			await fc.assert(
				fc.asyncProperty(
					steps(31, { pass, ago: fc.nat({ max: 3 * DAY }) }, 40),
					fc.integer({ min: 1, max: 6 }),
					fc.constantFrom(...(Object.keys(SHOWN) as Shown[])),
					async (life, atMost, shown) => {
						const venue = begin(shown, 40, 7_000);
						venue.asked = ASKED[asked];
						const node = new ChangeNode(venue, isContinuous, atMost).owe(START - 1);
						const said: string[] = [];
						for (const one of life) {
							if (one.kind === 'change') venue.change(one.id);
							else if (one.kind === 'pass') venue.now += one.ms;
							else if (one.kind === 'giveUp') node.owe(venue.now - one.ms);
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
				{ numRuns: 30 },
			);
		},
	);
});
