import * as fc from 'fast-check';

import { MOST_VERSIONS } from '../../../nodes/VenuePlatformRecoveryTrigger/versions';
import { ChangeNode, steps } from './support/changeNode';
import { ASKED, ChangingVenue } from './support/changingVenue';
import { MINUTE } from './support/listedVenue';

const BOOKINGS = 8;
const minutes = (max: number) => fc.nat({ max }).map((minute) => minute * MINUTE);

describe('what the recovery trigger reports about bookings', () => {
	const life = steps(BOOKINGS, { pass: minutes(40), ago: minutes(200) }, 60);

	it.each([true, false])(
		'is each version once, and none is missing (every change: %p)',
		async (isContinuous) => {
			await fc.assert(
				fc.asyncProperty(life, async (all) => {
					const venue = new ChangingVenue();
					venue.change(0);
					venue.now += 60 * MINUTE;
					// Shortly before publishing: reported only if a message was given up.
					venue.change(1);
					venue.now += MINUTE;
					const publishedAt = venue.now + 1;
					const node = await ChangeNode.published(venue, isContinuous);
					venue.now += 1;
					const said: string[] = [];
					let owed = Infinity;
					let isEverOwed = false;
					for (const one of all) {
						switch (one.kind) {
							case 'change':
								venue.change(one.id);
								break;
							case 'pass':
								venue.now += one.ms;
								break;
							case 'giveUp': {
								const since = venue.now - one.ms;
								owed = Math.min(owed, since);
								isEverOwed = true;
								node.owe(since);
								break;
							}
							default: {
								if (one.kind === 'restart') node.restart();
								const reports = await node.poll();
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
	const many = (venue: ChangingVenue, from: number, count: number) => {
		for (let id = from; id < from + count; id++) venue.change(id);
	};

	it.each([true, false])(
		'repeats nothing of a large outage if one message is from before it (every change: %p)',
		async (isContinuous) => {
			const venue = new ChangingVenue();
			many(venue, 10_000, 40);
			venue.now += 30 * MINUTE;
			const outageAt = venue.now;
			const node = await ChangeNode.published(venue, isContinuous);
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
				if (poll === 2) node.restart();
				const reports = await node.poll();
				expect(reports).toHaveLength(earlier + latest);
			}
		},
	);

	it('still includes what is owed after the user has chosen every change', async () => {
		const venue = new ChangingVenue();
		const node = await ChangeNode.published(venue, false);
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
			const venue = new ChangingVenue();
			many(venue, 100, 50);
			venue.now += 60 * MINUTE;
			venue.wrongDateMs = wrongPoll === 0 ? sign * 24 * 60 * MINUTE : 0;
			const node = await ChangeNode.published(venue, true);
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
			const venue = new ChangingVenue();
			many(venue, 100, 50);
			venue.now += 600 * MINUTE;
			const answerAt = (poll: number) => {
				venue.wrongDateMs = poll >= wrongFrom && poll < wrongFrom + 4 ? minutes * MINUTE : 0;
			};
			answerAt(0);
			const node = await ChangeNode.published(venue, true);
			const said: string[] = [];
			for (let poll = 1; poll <= 10; poll++) {
				venue.now += 15 * MINUTE;
				venue.change(poll);
				answerAt(poll);
				if (poll % 4 === 0) node.restart();
				said.push(...(await node.poll()));
			}
			expect(said.sort()).toEqual(
				Array.from({ length: 10 }, (_, index) => `${index + 1}.${index + 51}`).sort(),
			);
		},
	);

	it.each([true, false])(
		'repeats nothing of more changes at one time than fit into the memory, if the venue rounds (every change: %p)',
		async (isContinuous) => {
			const venue = new ChangingVenue('change');
			venue.asked = ASKED['by the second'];
			venue.now += 300;
			const node = await ChangeNode.published(venue, isContinuous);
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
		(['change', 'nothing'] as const).flatMap((shown) =>
			[MINUTE / 60, 24 * 60 * MINUTE].map((ahead) => [shown, ahead] as const),
		),
	)(
		'misses nothing after more changes than fit into the memory, if all answers are dated too late (shown: %s, by %d ms)',
		async (shown, datesAheadMs) => {
			const venue = new ChangingVenue(shown);
			Object.assign(venue, { datesAheadMs, asked: ASKED['by the second'] });
			const node = await ChangeNode.published(venue, true);
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
			const venue = new ChangingVenue();
			const before = venue.now;
			venue.change(1);
			venue.now += 60 * MINUTE;
			const node = await ChangeNode.published(venue, isContinuous);
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
		const venue = new ChangingVenue();
		const node = await ChangeNode.published(venue, false);
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
			const venue = new ChangingVenue('change');
			venue.asked = ASKED['by the second'];
			const before = venue.now;
			venue.now += 60 * MINUTE;
			const node = await ChangeNode.published(venue, true);
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
		const venue = new ChangingVenue('change');
		venue.takesMs = 40_000;
		const node = await ChangeNode.published(venue, true);
		venue.now += 10 * MINUTE;
		many(venue, 0, 2 * MOST_VERSIONS);
		venue.now += 50_000;
		expect(await node.poll()).toHaveLength(2 * MOST_VERSIONS);
		venue.now += 3 * MINUTE;
		expect(await node.poll()).toEqual([]);
	});

	it.each([
		'change',
		'change, as a number of milliseconds',
		'change, as a number of seconds',
	] as const)(
		'repeats nothing after more changes than fit into the memory, if all answers are dated too early (shown: %s)',
		async (shown) => {
			const venue = new ChangingVenue(shown);
			venue.datesAheadMs = -60 * MINUTE;
			const outage = () => {
				venue.now += 10 * MINUTE;
				many(venue, 0, 2 * MOST_VERSIONS);
				venue.now += 10_000;
				many(venue, 2 * MOST_VERSIONS, 100);
				venue.now += 10_000;
			};
			outage();
			const node = await ChangeNode.published(venue, true);
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
		},
	);

	it.each(
		[-180, -20].flatMap((minutes) => [true, false].map((isTrue) => [minutes, isTrue] as const)),
	)(
		'misses nothing in the end if dates go back by %d minutes after a large outage (with the clock: %p)',
		async (minutes, isTrue) => {
			const venue = new ChangingVenue();
			venue.now += 600 * MINUTE;
			const node = await ChangeNode.published(venue, true);
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
				if (poll % 4 === 0) node.restart();
				said.push(...(await node.poll()));
			}
			expect(said).toEqual(expect.arrayContaining(changes));
		},
	);
});
